import { AudioLines, GripVertical, Minus, Pause, Play } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlsOf } from '../../../machines/phone/line-facts.ts';
import type { PanelPlacing } from '../../_base/use-panel-place.ts';
import { Dot } from '../../_kit/display/Dot.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { headWord } from '../phone-words.ts';
import type { ShownPhone } from '../use-phone.ts';

interface PanelHeadProps extends ShownPhone {
  placing: PanelPlacing;
  onFold: () => void;
}

/** Status of the phone in a word; controls for moving and folding. */
export function PanelHead({ view, send, placing, onFold }: PanelHeadProps) {
  const { call } = view.line;
  const { tone, text } = headWord(view);
  const pause = call && controlsOf(call).record.pause;
  return (
    <header className="ph" onPointerDown={placing.onPointerDown}>
      <Dot tone={tone} />
      <span className="med cut">{text}</span>
      <span className="end row">
        {pause ? (
          <HeadButton
            icon={pause === 'resume' ? Play : Pause}
            label={pause === 'resume' ? 'Resume recording' : 'Pause recording'}
            onClick={() => send({ type: 'line.record', action: pause })}
          />
        ) : null}
        {call === null && (view.panel.view === 'keypad' || view.panel.view === 'history') ? (
          <HeadButton
            icon={AudioLines}
            label="Microphone and speaker"
            aria-pressed={view.panel.aside === 'audio'}
            onClick={() => send({ type: 'panel.toggleAside', aside: 'audio' })}
          />
        ) : null}
        <HeadButton
          icon={GripVertical}
          label="Move panel (arrow keys)"
          className="panel-grip not-small"
          {...placing.grip}
        />
        <HeadButton icon={Minus} label="Minimize phone" aria-keyshortcuts="Control+." onClick={onFold} />
      </span>
    </header>
  );
}

const HeadButton = (button: ComponentProps<typeof IconButton>) => <IconButton size="small" {...button} />;
