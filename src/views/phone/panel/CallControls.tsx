import { CircleDot, Grid3x3, type LucideIcon, Mic, MicOff, Pause, PhoneForwarded, Play, Volume2 } from 'lucide-react';
import { useState } from 'react';
import { controlsOf } from '../../../machines/phone/line-facts.ts';
import type { CallView, PanelView } from '../../../machines/phone/line-view.ts';
import { classes } from '../../_kit/format/class-names.ts';
import { Icon } from '../../_kit/display/Icon.tsx';
import type { ShownPhone } from '../use-phone.ts';

interface CallControlsProps extends Pick<ShownPhone, 'send'> {
  call: CallView;
  aside: PanelView['aside'];
}

/** Actions of a call. A button is pressed once the state is confirmed, never before. */
export function CallControls({ call, aside, send }: CallControlsProps) {
  const { muted, held, recording } = call;
  const [said, setSaid] = useState('');
  const { early, unrecorded, record } = controlsOf(call);
  const earlyRefusal = early === null ? undefined : REFUSALS[early];
  const serverRefusal = unrecorded === null ? undefined : REFUSALS[unrecorded];
  const control = (name: string, icon: LucideIcon, one: Partial<ControlProps> & Pick<ControlProps, 'onPress'>) => (
    <Control name={name} icon={icon} onRefused={setSaid} {...one} />
  );
  return (
    <>
      <fieldset className="ctls" aria-label="Call">
        {control('Mute', muted ? MicOff : Mic, {
          pressed: muted,
          refusal: earlyRefusal,
          keys: 'Control+Shift+M',
          onPress: () => send({ type: 'line.mute', muted: !muted }),
        })}
        {control(recording.state === 'paused' ? 'Paused' : 'Record', CircleDot, {
          className: 'rec',
          pressed: recording.state === 'recording',
          busy: record.isBusy,
          refusal: serverRefusal ?? record.locked ?? undefined,
          onPress: () => send({ type: 'line.record', action: record.next }),
        })}
        {control(held ? 'On hold' : 'Hold', held ? Play : Pause, {
          pressed: held,
          refusal: serverRefusal,
          onPress: () => send({ type: 'line.hold', held: !held }),
        })}
        {control('Keypad', Grid3x3, {
          pressed: false,
          refusal: earlyRefusal,
          onPress: () => send({ type: 'panel.show', view: 'inCallKeypad' }),
        })}
        {control('Transfer', PhoneForwarded, {
          pressed: aside === 'transfer',
          refusal: serverRefusal,
          onPress: () => send({ type: 'panel.toggleAside', aside: 'transfer' }),
        })}
        {control('Audio', Volume2, {
          pressed: aside === 'audio',
          onPress: () => send({ type: 'panel.toggleAside', aside: 'audio' }),
        })}
      </fieldset>
      <output className={classes('meta ctls-said', said === '' && 'sr')}>{said}</output>
    </>
  );
}

const REFUSALS = {
  unanswered: "They haven't answered yet.",
  away: 'Rejoin the call first.',
  connecting: 'The call is still connecting.',
  passing: 'The call is being transferred.',
} as const;

interface ControlProps {
  name: string;
  icon: LucideIcon;
  pressed: boolean;
  busy: boolean;
  /** Why it cannot be pressed now; a press shows it. */
  refusal: string | undefined;
  keys: string;
  className: string;
  onPress: () => void;
  onRefused: (refusal: string) => void;
}

function Control(props: Partial<ControlProps> & Pick<ControlProps, 'name' | 'icon' | 'onPress' | 'onRefused'>) {
  const { name, icon, pressed = false, busy = false, refusal, keys, className, onPress, onRefused } = props;
  return (
    <button
      type="button"
      className={classes('ctl', className)}
      aria-pressed={pressed}
      aria-disabled={refusal !== undefined || undefined}
      aria-busy={busy || undefined}
      aria-keyshortcuts={keys}
      title={refusal}
      onClick={() => {
        onRefused(refusal ?? '');
        if (refusal === undefined && !busy) onPress();
      }}
    >
      <Icon of={icon} />
      <span>{name}</span>
    </button>
  );
}
