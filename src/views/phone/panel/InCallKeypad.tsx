import { ArrowLeft } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { CallView } from '../../../machines/phone/line-view.ts';
import { tonesOf } from '../../../machines/phone/dialled.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { EndCall } from './ActiveCall.tsx';
import { CallTop } from './CallTop.tsx';
import { Pad, TONE_KEYS } from './Pad.tsx';
import type { ShownPhone } from '../use-phone.ts';

interface InCallKeypadProps extends Pick<ShownPhone, 'send'> {
  call: CallView;
}

/** Tones for the other party: "press 2 for claims". */
export function InCallKeypad({ call, send }: InCallKeypadProps) {
  const sendKey = (digits: string) => send({ type: 'line.sendDigits', digits });
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
    const digits = tonesOf(event.key);
    if (digits !== '') sendKey(digits);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its keys have buttons of their own
    <div className="phone-body" onKeyDown={press}>
      <CallTop call={call} send={send} />
      <p className="sent" aria-live="polite">
        {call.digits}
      </p>
      <Pad keys={TONE_KEYS} onPress={sendKey} />
      <div className="pf">
        <div className="ans">
          <Button size="tall" icon={ArrowLeft} data-first onClick={() => send({ type: 'panel.show', view: 'active' })}>
            Back
          </Button>
          <EndCall call={call} send={send} />
        </div>
      </div>
    </div>
  );
}
