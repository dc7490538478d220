import { Ban, CircleAlert, CircleCheck, CircleSlash, type LucideIcon, Send } from 'lucide-react';
import { useState } from 'react';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import { doneOf, everyoneOf, toGoOf } from '#rules/broadcasts/audience.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../../_base/use-app.ts';
import { useNow } from '../../_base/use-now.ts';
import { Icon, type Tone } from '../../_kit/display/Icon.tsx';
import { StatusWord } from '../../_kit/display/StatusWord.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { formatDuration } from '../../_kit/format/format-duration.ts';
import { formatTime, formatWhen } from '../../_kit/format/format-when.ts';
import { Progress } from '../../_kit/states/Progress.tsx';
import {
  barState,
  doneWords,
  formatMessages,
  paceOf,
  paceWords,
  STATUS_WORDS,
  timeLeftOf,
} from '../broadcast-words.ts';
import type { OutcomeTab } from './OutcomeTable.tsx';

interface LiveHeadProps {
  broadcast: Broadcast;
  onTab: (tab: OutcomeTab) => void;
}

/** One bar, and a sum that anyone can check: its parts add up to done, and the rest is to go. */
export function LiveHead({ broadcast, onTab }: LiveHeadProps) {
  const { channel, progress, audience, status } = broadcast;
  const { sent, delivered, failed, held_back: heldBack, stopped } = progress;
  const [done, toGo] = [doneOf(progress), toGoOf(progress)];
  const isText = channel === 'text';
  const isWrong = audience !== null && everyoneOf(progress) !== audience.recipients;
  return (
    <section className="card job" aria-label="Progress">
      <div className="line1">
        <span className="big">
          {status === 'scheduled' && audience !== null
            ? formatMessages(audience.recipients, channel)
            : doneWords(broadcast)}
        </span>
        <span className="right">
          <Pace broadcast={broadcast} />
        </span>
      </div>
      <Progress
        label={isText ? 'Texts done' : 'E-mails done'}
        done={done}
        total={audience?.recipients ?? null}
        state={barState(broadcast)}
        text={`${doneWords(broadcast)}, ${paceWords(broadcast)}`}
      />
      <dl className="sum">
        {isText ? <Part label="Delivered" count={delivered} icon={CircleCheck} tone="good" /> : null}
        <Part
          operator={isText ? '+' : ''}
          label={isText ? 'Sent, not confirmed' : 'Sent'}
          count={isText ? sent : sent + delivered}
          icon={Send}
        />
        <Part operator="+" label="Failed" count={failed} icon={CircleAlert} tone="bad" onOpen={() => onTab('failed')} />
        <Part
          operator="+"
          label="Held back"
          count={heldBack}
          icon={Ban}
          tone="warn"
          onOpen={() => onTab('held_back')}
        />
        <Part operator="=" label="Done" count={done} />
        {stopped > 0 ? <Part label="Canceled" count={stopped} icon={CircleSlash} /> : null}
        {stopped > 0 && toGo === 0 ? null : (
          <div className="rest">
            <dt>{stopped > 0 ? 'On their way' : 'To go'}</dt>
            <dd>{formatCount(toGo)}</dd>
          </div>
        )}
      </dl>
      {isWrong ? (
        <p className="bad-t">The numbers don't add up to {formatCount(audience.recipients)}. Please contact support.</p>
      ) : null}
      <Announcer broadcast={broadcast} />
    </section>
  );
}

interface PartProps {
  operator?: string;
  label: string;
  count: number;
  icon?: LucideIcon;
  tone?: Tone;
  /** Shows these people. */
  onOpen?: () => void;
}

function Part({ operator = '', label, count, icon, tone, onOpen }: PartProps) {
  return (
    <div>
      <dt>
        {icon === undefined ? null : <Icon of={icon} tone={count > 0 ? tone : undefined} />}
        {label}
      </dt>
      <dd>
        {operator === '' ? null : (
          <span className="op" aria-hidden="true">
            {operator}
          </span>
        )}
        {onOpen === undefined || count === 0 ? (
          formatCount(count)
        ) : (
          <button
            type="button"
            className="sum-open"
            aria-label={`${formatCount(count)}, show ${label}`}
            onClick={onOpen}
          >
            {formatCount(count)}
          </button>
        )}
      </dd>
    </div>
  );
}

function Pace({ broadcast }: { broadcast: Broadcast }) {
  const { status, rate, next_at, starts_at } = broadcast;
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const { text, tone } = STATUS_WORDS[status];
  const left = timeLeftOf(broadcast);
  if (status === 'sending' && next_at === null)
    return rate > 0 ? (
      <>
        <span>
          <b>{paceOf(rate)[0]}</b> {paceOf(rate)[1]}
        </span>
        {left === null ? null : (
          <span>
            <b>{formatDuration(left)}</b> left
          </span>
        )}
      </>
    ) : (
      <StatusWord>Starting</StatusWord>
    );
  return (
    <>
      <StatusWord {...(tone && { tone })}>{status === 'sending' ? 'Waiting for the allowed hours' : text}</StatusWord>
      {status === 'sending' && next_at !== null ? <When label="next" at={next_at} zone={zone} now={now} /> : null}
      {status === 'scheduled' && starts_at !== null ? (
        <When label="starts" at={starts_at} zone={zone} now={now} />
      ) : null}
    </>
  );
}

function When({ label, at, zone, now }: { label: string; at: string; zone: string; now: Date }) {
  const when = formatWhen(at, zone, now);
  return (
    <span>
      {label} <b>{when.includes(':') ? when : `${when}, ${formatTime(at, zone)}`}</b>
    </span>
  );
}

/** Shares of the way between two announcements. Ours: every chunk would interrupt every sentence. */
const SPOKEN_STEPS = 10;

/** Announces every tenth of the way, and every change of state immediately. */
function Announcer({ broadcast }: { broadcast: Broadcast }) {
  const { status, progress, audience } = broadcast;
  const share = audience === null || audience.recipients === 0 ? 0 : doneOf(progress) / audience.recipients;
  const key = `${status} ${Math.floor(share * SPOKEN_STEPS)}`;
  const [said, setSaid] = useState({ key: '', text: '' });
  if (said.key !== key) setSaid({ key, text: `${STATUS_WORDS[status].text}: ${doneWords(broadcast)}.` });
  return (
    <p className="sr" aria-live="polite">
      {said.text}
    </p>
  );
}
