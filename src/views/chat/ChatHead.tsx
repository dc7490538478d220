import { ArrowLeft, GripVertical, X } from 'lucide-react';
import { sessionLabel } from '#rules/chat/chat-intents.ts';
import type { PanelPlacing } from '../_base/use-panel-place.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dot } from '../_kit/display/Dot.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import type { ShownChat } from './shown-chat.ts';

interface ChatHeadProps extends ShownChat {
  placing: PanelPlacing;
  onFold: () => void;
}

/** Current intent; back, end session, and the controls for moving and folding. */
export function ChatHead({ view: { place, session }, send, placing, onFold }: ChatHeadProps) {
  const isTalk = session !== null && (place === 'chatting' || place === 'ending');
  const isActive = session?.status === 'active';
  return (
    <header className={isTalk ? 'mh in' : 'mh'} onPointerDown={placing.onPointerDown}>
      {isTalk ? (
        <>
          <IconButton icon={ArrowLeft} label="Back" size="small" onClick={() => send({ type: 'chat.back' })} />
          <h2 className="label cut">{sessionLabel(session.intent_type)}</h2>
          <span className="word meta">
            <Dot tone={isActive ? 'good' : 'ring'} />
            {isActive ? 'Active' : 'Inactive'}
          </span>
        </>
      ) : (
        <>
          <h2 className="label">Ask MAX</h2>
          <span className="beta">Beta</span>
        </>
      )}
      <span className="end row">
        {isTalk && isActive ? (
          <Button size="small" look="plain" busy={place === 'ending'} onClick={() => send({ type: 'chat.end' })}>
            End session
          </Button>
        ) : null}
        <IconButton
          icon={GripVertical}
          label="Move panel (arrow keys)"
          size="small"
          className="panel-grip not-small"
          {...placing.grip}
        />
        <IconButton icon={X} label="Minimize MAX" size="small" aria-keyshortcuts="Control+," onClick={onFold} />
      </span>
    </header>
  );
}
