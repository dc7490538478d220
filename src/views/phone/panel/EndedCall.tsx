import { Phone } from 'lucide-react';
import { SERVICE_ALLOWED } from '#contract/compliance.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import type { EndedView } from '../../../machines/phone/line-view.ts';
import { Avatar } from '../../_kit/display/Avatar.tsx';
import { Button } from '../../_kit/controls/Button.tsx';
import { formatClock } from '../../_kit/format/format-duration.ts';
import { Icon } from '../../_kit/display/Icon.tsx';
import { Link } from '../../_kit/display/Link.tsx';
import { insideOf, isMissed, partyOf } from '../calls/call-words.ts';
import { CreateContact } from './CreateContact.tsx';
import { CallNote } from './CallNote.tsx';
import { callRefusal } from '../call-refusal.ts';
import { endText } from '../phone-words.ts';
import type { CallNotes } from '../../_base/use-call-notes.ts';
import type { ShownPhone } from '../use-phone.ts';

interface EndedCallProps extends ShownPhone {
  ended: EndedView;
  notes: CallNotes;
}

/** Outcome of the call, its records, and the next actions. */
export function EndedCall({ view, ended, notes, send }: EndedCallProps) {
  const { callId, call, number, seconds } = ended;
  const name = call === null ? formatPhone(number) : partyOf(call);
  const hasNote = callId !== null && (seconds > 0 || Boolean(call?.note));
  const size = hasNote ? 'big' : 'huge';
  const refusal = callRefusal(view.line);
  const contactId = call?.contact?.id ?? ended.contactId;
  const dial = { type: 'line.dial', number, ...(contactId === null ? {} : { contactId }) } as const;
  const again = () => send(dial);
  const { why } = ended.end;
  const mayServe = why?.kind === 'refused' && why.mayServe === true;
  return (
    <div className="phone-body">
      <div className="caller">
        {call?.contact || insideOf(call)?.kind === 'colleague' ? (
          <Avatar name={name} size={size} />
        ) : (
          <span className={`avatar ${size}`}>
            <Icon of={Phone} />
          </span>
        )}
        <p className="title cut">{name || 'Private number'}</p>
        <p className="num soft">
          {[name === formatPhone(number) ? '' : formatPhone(number), seconds > 0 ? formatClock(seconds * 1_000) : '']
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      <div className="ended">
        <p>{endText(ended)}</p>
        {mayServe ? (
          <>
            <p className="meta soft">
              {SERVICE_ALLOWED} Is it about a policy or a request of theirs, with nothing to sell?
            </p>
            <Button
              size="small"
              icon={Phone}
              refusal={refusal ?? undefined}
              onClick={() => send({ ...dial, purpose: 'service' })}
            >
              Make a service call
            </Button>
          </>
        ) : null}
        {callId === null ? null : (
          // The panel would cover the page it links to.
          <Link href={`/calls/${callId}`} onClick={() => send({ type: 'panel.toggle' })}>
            Activity
          </Link>
        )}
        {number === '' ? null : (
          <div className="row">
            <Button size="small" icon={Phone} refusal={refusal ?? undefined} onClick={again}>
              {call !== null && isMissed(call) ? 'Call back' : 'Call again'}
            </Button>
            {callId !== null && call !== null && call.contact === null && call.inside === null ? (
              <CreateContact callId={callId} number={number} look="words" />
            ) : null}
          </div>
        )}
      </div>
      {hasNote ? <CallNote callId={callId} call={call} notes={notes} /> : <div className="grow" />}
      <div className="pf">
        <Button size="tall" wide look="primary" onClick={() => send({ type: 'line.putAway' })}>
          Done
        </Button>
        {refusal === null ? null : <p className="meta">{refusal}</p>}
      </div>
    </div>
  );
}
