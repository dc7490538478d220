import { Phone, PhoneOff } from 'lucide-react';
import { formatPhone } from '#rules/phone/phone-number.ts';
import type { IncomingView } from '../../../machines/phone/line-view.ts';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { calledName } from '../phone-words.ts';
import type { ShownPhone } from '../use-phone.ts';

interface WaitingCallProps extends Pick<ShownPhone, 'send'> {
  incoming: IncomingView;
}

/** Another call while one is in progress. */
export function WaitingCall({ incoming, send }: WaitingCallProps) {
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
