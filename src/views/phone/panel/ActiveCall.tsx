import { Phone, PhoneOff } from 'lucide-react';
import { controlsOf } from '../../../machines/phone/line-facts.ts';
import type { CallView } from '../../../machines/phone/line-view.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { AudioChoice } from './AudioChoice.tsx';
import { CallControls } from './CallControls.tsx';
import { CallNote } from './CallNote.tsx';
import { CallTop } from './CallTop.tsx';
import { TransferForm } from './TransferForm.tsx';
import type { CallNotes } from '../../_base/use-call-notes.ts';
import type { ShownPhone } from '../use-phone.ts';

interface ActiveCallProps extends ShownPhone {
  call: CallView;
  notes: CallNotes;
}

/** The call in progress. */
export function ActiveCall({ view, call, notes, send }: ActiveCallProps) {
  const { aside } = view.panel;
  return (
    <div className="phone-body">
      <CallTop call={call} send={send} />
      <CallControls call={call} aside={aside} send={send} />
      <Extension call={call} send={send} />
      <RecordingQuestion call={call} send={send} />
      {aside === 'audio' ? (
        <AudioChoice device={view.line.device} send={send} />
      ) : aside === 'transfer' ? (
        <TransferForm
          line={call.call?.line ?? 'embedded'}
          onTransfer={(number) => {
            send({ type: 'line.transfer', number });
            send({ type: 'panel.toggleAside', aside: 'transfer' });
          }}
        />
      ) : (
        <CallNote callId={call.callId} call={call.call} notes={notes} />
      )}
      <div className="pf">
        <Rejoin call={call} send={send} />
        <EndCall call={call} send={send} />
      </div>
    </div>
  );
}

/** The page was loaded again in the call. */
function Rejoin({ call: { stage }, send }: Pick<ActiveCallProps, 'call' | 'send'>) {
  if (stage !== 'waiting' && stage !== 'rejoining') return null;
  return (
    <Button
      size="tall"
      wide
      className="answer"
      icon={Phone}
      busy={stage === 'rejoining'}
      aria-keyshortcuts="Control+Shift+A"
      onClick={() => send({ type: 'line.rejoin' })}
    >
      Rejoin call
    </Button>
  );
}

export function EndCall({ call, send }: Pick<ActiveCallProps, 'call' | 'send'>) {
  return (
    <Button
      look="danger-fill"
      size="tall"
      wide
      icon={PhoneOff}
      busy={call.stage === 'ending'}
      aria-keyshortcuts="Control+Shift+H"
      onClick={() => send({ type: 'line.hangUp' })}
    >
      End call
    </Button>
  );
}

/** The extension of the number: a switchboard may have missed it. */
function Extension({ call: { extension, stage }, send }: Pick<ActiveCallProps, 'call' | 'send'>) {
  if (extension === null || stage === 'ending') return null;
  const { digits, isDialed } = extension;
  return (
    <div className="row call-extension">
      <output className="meta grow">{isDialed ? `Extension ${digits} dialed` : `Extension ${digits} is next`}</output>
      {stage === 'active' ? (
        <Button size="small" onClick={() => send({ type: 'line.sendExtension' })}>
          {isDialed ? 'Send again' : 'Send now'}
        </Button>
      ) : null}
    </div>
  );
}

/** After the disclaimer, where a rule asks for consent; what follows from a "no" where another one wants a recording. */
function RecordingQuestion({ call, send }: Pick<ActiveCallProps, 'call' | 'send'>) {
  const { question } = controlsOf(call).record;
  if (question === null) return null;
  if (question === 'withoutRecording')
    return <output className="meta warn-t recording-question">{WITHOUT_RECORDING}</output>;
  const { busy } = call.recording;
  return (
    <fieldset className="recording-question" aria-label="Recording">
      <p className="med">Do they consent to recording?</p>
      <div className="ans">
        <Button
          size="small"
          refusal={busy ? 'Saving the answer.' : undefined}
          onClick={() => send({ type: 'line.answerConsent', agreed: false })}
        >
          Declined
        </Button>
        <Button
          size="small"
          look="primary"
          busy={busy}
          onClick={() => send({ type: 'line.answerConsent', agreed: true })}
        >
          They consent
        </Button>
      </div>
    </fieldset>
  );
}

const WITHOUT_RECORDING =
  "Consent declined, so the call isn't recorded. Sales calls can't continue without a recording.";
