import { Ban, Check, PhoneOff } from 'lucide-react';
import { type ConsentEntry, listConsents, readContactability, retractConsent } from '#contract/compliance.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { formatPlainDate, formatTime, formatWhen } from '../_kit/format/format-when.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { aboutWords, KIND_WORDS, SOURCE_WORDS } from './compliance-words.ts';
import { hasRunOut } from './ran-out.ts';

const ICONS = { given: Check, withdrawn: Ban, do_not_call: PhoneOff } as const;

/** One entry of the ledger: what, how it is known, who wrote it down. */
export function ConsentRow({ entry, contact }: { entry: ConsentEntry; contact: Contact }) {
  const { user, toasts } = useApp();
  const zone = IANA_ZONES[user.timezone];
  const now = useNow();
  const retract = useSubmit(retractConsent, {
    invalidates: [listConsents, readContactability, readTimeline],
    onFailed: (error: { message: string }) => void toasts.show({ tone: 'bad', text: error.message }),
  });
  const { id, kind, evidence, source, given_at: at, expires_on: expires, retracted, retractable_until: until } = entry;
  const isOver = hasRunOut(entry, contact, clockNow());
  const by = [entry.actor ? `${entry.actor.name}, as ${entry.user?.name ?? ''}` : entry.user?.name].filter(Boolean);

  return (
    <li className="event">
      <span className="event-icon">
        <Icon of={ICONS[kind]} />
      </span>
      <div className="grow">
        <p className="event-head">
          <span className={retracted === null ? undefined : 'consent-slip'}>
            <b>{KIND_WORDS[kind]}</b>: {aboutWords(entry)}
          </span>
          <time dateTime={at} title={formatTime(at, zone)} className="meta quiet num">
            {formatWhen(at, zone, now)}
          </time>
        </p>
        <p className={retracted === null ? undefined : 'consent-slip'}>{evidence}</p>
        <p className="meta soft">
          {[SOURCE_WORDS[source], ...by.map((name) => `recorded by ${name}`)].join(', ')}
          {expires === null ? null : `, ${isOver ? 'expired' : 'expires'} ${formatPlainDate(expires)}`}
        </p>
        {retracted === null ? null : (
          <StatusWord tone="info">Retracted by {retracted.user?.name ?? 'somebody'}</StatusWord>
        )}
        {isOver && retracted === null ? <StatusWord tone="warn">Expired</StatusWord> : null}
        {id !== null && until !== null && Date.parse(until) > clockNow() ? (
          <Button
            look="plain"
            size="small"
            className="consent-back"
            busy={retract.state === 'submitting'}
            onClick={() => retract.submit({ params: { id: contact.id, consentId: id } })}
          >
            Retract (entered in error)
          </Button>
        ) : null}
      </div>
    </li>
  );
}
