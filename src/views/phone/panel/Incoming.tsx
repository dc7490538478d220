import { Phone, PhoneIncoming, PhoneOff } from 'lucide-react';
import { useId } from 'react';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { IncomingView } from '../../../machines/phone/line-view.ts';
import { useApp } from '../../_base/use-app.ts';
import { useNow } from '../../_base/use-now.ts';
import { Avatar } from '../../_kit/display/Avatar.tsx';
import { Button } from '../../_kit/controls/Button.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { calledName, contactOf, lastTalked, sharedBy } from '../phone-words.ts';
import { insideOf, placeOf } from '../calls/call-words.ts';
import type { ShownPhone } from '../use-phone.ts';
import { IconButton } from '../../_kit/controls/IconButton.tsx';

interface IncomingProps extends Pick<ShownPhone, 'send'> {
  incoming: IncomingView;
}

/** Inbound call: possible callers, and answering or declining. */
export function Incoming({ incoming, send }: IncomingProps) {
  const { key, contacts, answering } = incoming;
  const contact = contactOf(incoming);
  const number = formatPhone(incoming.from);
  const name = contacts.length > 1 ? undefined : (contact?.name ?? insideOf(incoming.call)?.name);
  return (
    <div className="phone-body">
      <div className="caller">
        {name === undefined ? (
          <span className="avatar huge is-ringing">
            <Icon of={PhoneIncoming} />
          </span>
        ) : (
          <span className="caller-avatar is-ringing">
            <Avatar name={name} size="huge" />
          </span>
        )}
        {name === undefined ? null : <p className="title cut">{name}</p>}
        <p className={name === undefined ? 'title num' : 'num'}>{number || 'Private number'}</p>
        <p className="soft">{whereOf(incoming)}</p>
      </div>
      {contacts.length > 1 ? <Sharers incoming={incoming} send={send} /> : null}
      <div className="grow" />
      <div className="pf">
        <div className="ans">
          <Button
            look="danger-fill"
            size="tall"
            icon={PhoneOff}
            aria-keyshortcuts="Control+Shift+D"
            refusal={answering ? 'Answering.' : undefined}
            onClick={() => send({ type: 'line.reject', key })}
          >
            Decline
          </Button>
          <Button
            size="tall"
            className="answer"
            icon={Phone}
            busy={answering}
            aria-keyshortcuts="Control+Shift+A"
            onClick={() => send({ type: 'line.answer', key })}
          >
            Answer
          </Button>
        </div>
        <p className="meta quiet cut">{promiseOf(incoming)}</p>
      </div>
    </div>
  );
}

/** "Round Rock, TX, mobile" */
function whereOf({ contacts, call, from }: IncomingView): string {
  const [only] = contacts.length === 1 ? contacts : [];
  const place = [only?.city, only?.state].filter(Boolean).join(', ') || (call && placeOf(call));
  const kind = only?.phone_type === 'mobile' ? 'mobile' : '';
  return [place, kind].filter(Boolean).join(', ') || (from ? 'Unknown location' : '');
}

/** Destination after answering. */
function promiseOf(incoming: IncomingView): string {
  const contact = contactOf(incoming);
  if (contact !== null) return `Answering opens ${contact.name}`;
  if (insideOf(incoming.call) !== null) return '';
  return incoming.contacts.length === 0 ? 'Not in your contacts yet' : 'Choose the caller';
}

/** Contacts that share the number; the user chooses one. */
export function Sharers({ incoming: { key, contacts, contactId }, send }: IncomingProps) {
  const id = useId();
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  return (
    <fieldset className="sharers">
      <legend className="meta quiet">{sharedBy(contacts.length)}</legend>
      <ul className="pick">
        {contacts.map((contact) => (
          <li key={contact.id}>
            <input
              type="radio"
              className="check radio"
              name={id}
              id={`${id}-${contact.id}`}
              checked={contact.id === contactId}
              onChange={() => send({ type: 'line.chooseContact', key, contactId: contact.id })}
            />
            <label htmlFor={`${id}-${contact.id}`} className="grow">
              <span className="cut">{contact.name}</span>
            </label>
            <span className="meta quiet">{lastTalked(contact, zone, now)}</span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Another call while one is in progress. */
export function WaitingCall({ incoming, send }: IncomingProps) {
  const { key, from } = incoming;
  const name = calledName(incoming, from) || 'Private number';
  return (
    <fieldset className="waiting-call" aria-label="Another call">
      <div className="grow">
        <p className="med cut">{name}</p>
        <p className="meta soft cut">{name === formatPhone(from) ? 'calls' : `calls from ${formatPhone(from)}`}</p>
        <p className="meta">Answering will end your current call.</p>
      </div>
      <IconButton
        icon={PhoneOff}
        label={`Decline ${name}`}
        className="decline"
        onClick={() => send({ type: 'line.reject', key })}
      />
      <IconButton
        icon={Phone}
        label={`Answer ${name} and end the current call`}
        className="answer"
        aria-busy={incoming.answering || undefined}
        onClick={() => send({ type: 'line.answer', key })}
      />
    </fieldset>
  );
}
