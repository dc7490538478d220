import { Phone, UsersRound } from 'lucide-react';
import { formatPhone } from '#rules/phone/phone-number.ts';
import type { CallView } from '../../../machines/phone/line-view.ts';
import { useTicks } from '../../_base/use-ticks.ts';
import { Avatar } from '../../_kit/display/Avatar.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { CreateContact } from './CreateContact.tsx';
import { insideOf, placeOf } from '../calls/call-words.ts';
import { calledName, contactOf, counter } from '../phone-words.ts';
import type { ShownPhone } from '../use-phone.ts';

interface CallTopProps extends Pick<ShownPhone, 'send'> {
  call: CallView;
}

/** Other party and duration. */
export function CallTop({ call, send }: CallTopProps) {
  const { callId, contacts, quality, stage } = call;
  const inside = insideOf(call.call);
  const number = call.call?.other_number || call.number;
  const name = calledName(call, number);
  const isNamed = name !== formatPhone(number);
  return (
    <div className="call-top">
      {isNamed ? (
        <Avatar name={name} size="big" />
      ) : contacts.length > 1 || callId === null ? (
        <span className="avatar big">
          <Icon of={contacts.length > 1 ? UsersRound : Phone} />
        </span>
      ) : (
        <CreateContact callId={callId} number={number} look="sign" />
      )}
      <div className="grow">
        {inside === null && contactOf(call) === null && contacts.length > 1 ? (
          <WhoItIs call={call} send={send} />
        ) : (
          <p className="strong cut">{name}</p>
        )}
        {quality === 'poor' && stage === 'active' ? (
          <p className="meta warn-t">Poor connection</p>
        ) : call.call?.echo_instead ? (
          <p className="meta warn-t">Demo mode: calls connect to an echo line.</p>
        ) : (
          <p className="meta quiet num cut">
            {isNamed || contacts.length > 1
              ? (inside && call.call && placeOf(call.call)) || formatPhone(number)
              : 'Not in your contacts'}
          </p>
        )}
      </div>
      {call.activeSince === null ? null : <CallTimer since={call.activeSince} />}
    </div>
  );
}

/** mm:ss, moving. */
export function CallTimer({ since, className = 'timer' }: { since: number; className?: string }) {
  const now = useTicks(1_000);
  return (
    <span className={className} role="timer" aria-label="Call length">
      {counter(since, now)}
    </span>
  );
}

/** One of several who share the number. */
function WhoItIs({ call: { key, contacts }, send }: CallTopProps) {
  return (
    <select
      className="input who-it-is"
      aria-label="Caller"
      value=""
      onChange={(event) => send({ type: 'line.chooseContact', key, contactId: Number(event.currentTarget.value) })}
    >
      <option value="" disabled>
        Who is it?
      </option>
      {contacts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
