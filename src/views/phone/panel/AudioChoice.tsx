import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSelector } from '@xstate/store-react';
import { Phone } from 'lucide-react';
import type { DeviceView } from '../../../machines/phone/line-view.ts';
import type { AudioDevice } from '../../../machines/phone/voice-port.ts';
import { useApp } from '../../_base/use-app.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import type { ShownPhone } from '../use-phone.ts';

/** Level above which sound counts as speech. Our choice: a quiet room stays below. */
const HEARD = 0.04;

interface AudioChoiceProps extends Pick<ShownPhone, 'send'> {
  device: DeviceView;
  /** The test call, before a call. */
  children?: ReactNode;
}

/** Choice of microphone and speaker, with their current levels. */
export function AudioChoice({ device, send, children }: AudioChoiceProps) {
  const { inputs, outputs, input, output } = device;
  return (
    <div className="notes audio">
      <SelectField
        label="Microphone"
        value={input ?? ''}
        options={optionsOf(inputs)}
        onChange={(event) => send({ type: 'line.useDevices', input: event.currentTarget.value })}
      />
      <Level of="input" label="Microphone level" />
      {outputs.length === 0 ? (
        <p className="meta quiet">This browser uses the system speaker.</p>
      ) : (
        <SelectField
          label="Speaker"
          value={output ?? ''}
          options={optionsOf(outputs)}
          onChange={(event) => send({ type: 'line.useDevices', output: event.currentTarget.value })}
        />
      )}
      {children}
    </div>
  );
}

const optionsOf = (devices: readonly AudioDevice[]) =>
  devices.length === 0
    ? [{ value: '', label: 'System default' }]
    : devices.map(({ id, label }, at) => ({ value: id, label: label || `Device ${at + 1}` }));

/** A bar that moves with the voice, and whether any was heard. */
function Level({ of, label }: { of: 'input' | 'output'; label: string }) {
  const { phone } = useApp();
  const bar = useRef<HTMLElement>(null);
  const [isHeard, setHeard] = useState(false);
  useEffect(
    () =>
      phone.observeLevels((level) => {
        bar.current?.style.setProperty('--v', `${Math.round(level[of] * 100)}%`);
        if (level[of] > HEARD) setHeard(true);
      }),
    [phone, of],
  );
  return (
    <div className="level">
      <span className="level-bar" aria-hidden="true">
        <i ref={bar} />
      </span>
      <output className="meta quiet" aria-label={label}>
        {isHeard ? 'Your microphone works' : 'Say something'}
      </output>
    </div>
  );
}

/** Before a call: what one hears and is heard by, a call that plays back, and whether the desktop tells of calls. */
export function AudioSettings({ view, send }: ShownPhone) {
  const { phone } = useApp();
  const notices = useSelector(phone.notices);
  const { device, obstacle } = view.line;
  const { echoNumber } = device;
  return (
    <div className="phone-body">
      <AudioChoice device={device} send={send}>
        {notices === 'unasked' ? (
          <Button wide onClick={phone.askForNotices}>
            Show desktop notifications for calls
          </Button>
        ) : (
          <p className="meta quiet">{NOTICE_WORDS[notices]}</p>
        )}
      </AudioChoice>
      <div className="pf">
        {echoNumber === null ? null : (
          <Button
            size="tall"
            wide
            icon={Phone}
            refusal={
              obstacle === 'onCall'
                ? "You're on a call."
                : obstacle === 'notReady'
                  ? "The phone isn't ready."
                  : undefined
            }
            onClick={() => send({ type: 'line.dial', number: echoNumber })}
          >
            Test call
          </Button>
        )}
        <p className="meta quiet">Plays back what you say. Uses no minutes</p>
      </div>
    </div>
  );
}

const NOTICE_WORDS = {
  granted: 'Desktop notifications are on.',
  denied: 'Your browser blocks desktop notifications.',
  missing: "This browser doesn't support desktop notifications.",
} as const;
