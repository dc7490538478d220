import { type KeyboardEvent, useEffect } from 'react';
import { X } from 'lucide-react';
import { arrive } from '../_base/arrival.ts';
import { HOME } from '../_frame/panel-place.ts';
import { usePanelPlace } from '../_base/use-panel-place.ts';
import { classes } from '../_kit/format/class-names.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { ChatHead } from './ChatHead.tsx';
import { Conversation } from './Conversation.tsx';
import { IntentPicker } from './IntentPicker.tsx';
import type { ShownChat } from './shown-chat.ts';

interface ChatPanelProps extends ShownChat {
  /**
   * Element that had the focus when the user opened the panel, which then takes the focus. `null`: not opened by the
   * user.
   */
  openedFrom: Element | null;
  /** The phone is at the lower right. */
  hasPhone: boolean;
  onFold: () => void;
}

/** Next to the phone, open or folded, so that nothing jumps. Source: the mock of the phone. */
const BESIDE_PHONE = { right: 312, bottom: 60 };
/** First action in each view. */
const FIRST = '[data-first]';

/** MAX, floating above the page. */
export function ChatPanel({ view, send: ask, openedFrom, hasPhone, onFold }: ChatPanelProps) {
  const frame = useFocusKept<HTMLElement>(FIRST);
  const placing = usePanelPlace(frame, {
    name: 'max',
    home: hasPhone ? BESIDE_PHONE : HOME,
    yieldsTo: 'phone',
    onFold,
  });
  const isTalk = view.place === 'chatting' || view.place === 'ending';

  const send: ShownChat['send'] = (command) => {
    ask(command);
    // The list may already be the current page, which then does not mount again.
    if (command.type === 'scope.apply') arrive();
  };
  useEffect(() => {
    const focused = document.activeElement;
    const isFree = focused === document.body || focused === openedFrom || focused?.closest('.dock-max');
    if (!(openedFrom !== null && isFree) && !frame.current?.contains(focused)) return;
    (frame.current?.querySelector<HTMLElement>(FIRST) ?? frame.current)?.focus();
    // The picker and the conversation that follow each other hand it on.
  }, [isTalk, openedFrom, frame]);

  const escape = (event: KeyboardEvent<HTMLElement>) => {
    // Ignores what floats above the panel.
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || event.defaultPrevented || !isOwn) return;
    event.preventDefault();
    if (view.leaving === null) onFold();
    else send({ type: 'leaving.cancel' });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keyed by its whole content
    <section
      ref={frame}
      tabIndex={-1}
      className={classes('panel float max-float', placing.isAtTop && 'is-at-top')}
      style={placing.style}
      aria-label="Ask MAX"
      onKeyDown={escape}
    >
      <ChatHead view={view} send={send} placing={placing} onFold={onFold} />
      <Alert view={view} send={send} />
      {isTalk && view.session !== null ? (
        <Conversation view={view} send={send} />
      ) : (
        <IntentPicker view={view} send={send} />
      )}
    </section>
  );
}

/** Why no conversation began or ended. */
function Alert({ view: { alert }, send }: ShownChat) {
  return (
    <div role="alert" className={alert === null ? undefined : 'max-alert'}>
      {alert === null ? null : (
        <>
          <span className="grow">{alert}</span>
          <IconButton icon={X} label="Put away" size="small" onClick={() => send({ type: 'alert.dismiss' })} />
        </>
      )}
    </div>
  );
}
