import { CircleDot, Grid3x3, type LucideIcon, Mic, MicOff, Pause, PhoneForwarded, Play, Volume2 } from 'lucide-react';
import { useState } from 'react';
import type { CallView } from '../../../machines/phone/line-view.ts';
import { classes } from '../../_kit/format/class-names.ts';
import { Icon } from '../../_kit/display/Icon.tsx';
import type { ShownPhone } from '../use-phone.ts';

/** Views that can replace the notes. */
export type Aside = 'transfer' | 'audio' | null;

interface CallControlsProps extends Pick<ShownPhone, 'send'> {
  call: CallView;
  aside: Aside;
  onAside: (aside: Aside) => void;
}

/** Actions of a call. A button is pressed once the state is confirmed, never before. */
export function CallControls({ call, aside, onAside, send }: CallControlsProps) {
  const { muted, held, recording, stage } = call;
  const [said, setSaid] = useState('');
  const early = stage === 'active' ? undefined : "They haven't answered yet.";
  // The line connects a call before the server has recorded the answer, and until then the server refuses.
  const unrecorded = early ?? (call.call?.status === 'active' ? undefined : 'The call is still connecting.');
  const control = (name: string, icon: LucideIcon, one: Partial<ControlProps> & Pick<ControlProps, 'onPress'>) => (
    <Control name={name} icon={icon} onRefused={setSaid} {...one} />
  );
  const isRecorded = recording.state === 'recording' || recording.state === 'paused';
  return (
    <>
      <fieldset className="ctls" aria-label="Call">
        {control('Mute', muted ? MicOff : Mic, {
          pressed: muted,
          refusal: early,
          keys: 'Control+Shift+M',
          onPress: () => send({ type: 'line.mute', muted: !muted }),
        })}
        {control(recording.state === 'paused' ? 'Paused' : 'Record', CircleDot, {
          className: 'rec',
          pressed: recording.state === 'recording',
          busy: recording.busy || recording.state === 'announcing' || recording.state === 'asking',
          refusal: unrecorded ?? (isRecorded ? (recording.locked ?? undefined) : undefined),
          onPress: () => send({ type: 'line.record', action: RECORD_NEXT[recording.state] ?? 'start' }),
        })}
        {control(held ? 'On hold' : 'Hold', held ? Play : Pause, {
          pressed: held,
          refusal: unrecorded,
          onPress: () => send({ type: 'line.hold', held: !held }),
        })}
        {control('Keypad', Grid3x3, {
          pressed: false,
          refusal: early,
          onPress: () => send({ type: 'panel.show', view: 'inCallKeypad' }),
        })}
        {control('Transfer', PhoneForwarded, {
          pressed: aside === 'transfer',
          refusal: unrecorded,
          onPress: () => onAside(aside === 'transfer' ? null : 'transfer'),
        })}
        {control('Audio', Volume2, {
          pressed: aside === 'audio',
          onPress: () => onAside(aside === 'audio' ? null : 'audio'),
        })}
      </fieldset>
      <output className={classes('meta ctls-said', said === '' && 'sr')}>{said}</output>
    </>
  );
}

const RECORD_NEXT: Readonly<Record<string, 'stop' | 'resume'>> = { recording: 'stop', paused: 'resume' };

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
