import { COUNSEL_NOTE, type Decision } from '#contract/compliance.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import { decisionSentence, timesOf } from '#rules/compliance/contactability-words.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { CHANNEL_WORDS, PURPOSE_WORDS } from './compliance-words.ts';
import { useContactability } from './use-contactability.ts';

/** Every channel and purpose as it is now, with the reason and the rule that decides. */
export function DecisionsCard({ contact }: { contact: Contact }) {
  const { data: found, error, pending, refreshing, reload } = useContactability(contact);
  if (found === null && error !== null)
    return (
      <ErrorPanel
        title="Couldn't load contact permissions"
        text={`${error.message} Ask before you call.`}
        requestId={error.requestId}
        actions={
          <Button busy={pending || refreshing} onClick={reload}>
            Try again
          </Button>
        }
      />
    );
  if (found === null) return pending ? <SkeletonLines lines={6} label="Loading contact permissions" /> : null;
  const clocks = found.data.find(({ channel }) => channel === 'call')?.evidence.clocks ?? [];
  return (
    <Card title="Contact permissions now" aside={<span className="meta soft">{localTime(clocks)}</span>}>
      <ul className="decisions">
        {found.data.map((decision) => (
          <DecisionRow key={`${decision.channel} ${decision.purpose}`} decision={decision} />
        ))}
      </ul>
      <p className="pad meta soft">{COUNSEL_NOTE}</p>
    </Card>
  );
}

function DecisionRow({ decision }: { decision: Decision }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const { channel, purpose, allowed, next_at: nextAt, rule } = decision;
  const { entry } = decision.evidence;
  return (
    <li>
      <div>
        <p className="med">{CHANNEL_WORDS[channel]}</p>
        <p className="meta soft">{channel === 'share' ? 'With other business units' : PURPOSE_WORDS[purpose]}</p>
      </div>
      {allowed ? (
        <StatusWord tone="good">Allowed</StatusWord>
      ) : (
        <StatusWord tone={nextAt === null ? 'bad' : 'warn'}>
          {nextAt === null ? 'Not allowed' : formatWhen(nextAt, zone, now)}
        </StatusWord>
      )}
      <div className="decision-why">
        <p>{decisionSentence(decision)}</p>
        {allowed || entry === null ? null : <p className="meta soft">{entry.evidence}</p>}
        {rule === null ? null : (
          <p className="meta soft">
            {rule.title} ({rule.source})
          </p>
        )}
      </div>
    </li>
  );
}

/** "Their local time is 2:05 PM" */
function localTime(clocks: Decision['evidence']['clocks']): string {
  const times = timesOf({ clocks });
  return times === '' ? '' : `Their local time ${times.includes(' to ') ? 'may be' : 'is'} ${times}`;
}
