import { useSelector } from '@xstate/store-react';
import { MessageCircleQuestionMark } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useApp } from '../_base/use-app.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { hasDialer } from '../../machines/phone/line-view.ts';
import { useStay } from './use-stay.ts';
import { useToggleKey } from './use-toggle-key.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import '../../styles/float.css';
import './chat.css';

const ChatPanel = lazyPart(() => import('./ChatPanel.tsx'), 'ChatPanel');

/** The launcher of MAX with the panel and the key that opens it. */
export function ChatDock() {
  const { chat, phone } = useApp();
  const view = useSelector(chat.view);
  const shownPhone = useSelector(phone.view);
  const launcher = useRef<HTMLButtonElement>(null);
  const [openedFrom, setOpenedFrom] = useState<Element | null>(null);
  const isOpen = view?.open === true;
  const { send } = chat;

  const fold = () => {
    setOpenedFrom(null);
    send({ type: 'panel.close' });
    launcher.current?.focus();
  };
  const toggle = () => {
    const focused = document.activeElement;
    if (isOpen && (focused === launcher.current || focused?.closest('.max-float'))) return fold();
    if (isOpen) {
      document.querySelector<HTMLElement>('.max-float [data-first]')?.focus();
      return undefined;
    }
    setOpenedFrom(focused);
    send({ type: 'panel.toggle' });
    return undefined;
  };
  useToggleKey(',', toggle);
  useStay({ isLeaving: view !== null && view.leaving !== null, send });

  return (
    <>
      {isOpen ? (
        <Suspense>
          <ChatPanel view={view} send={send} openedFrom={openedFrom} hasPhone={hasDialer(shownPhone)} onFold={fold} />
        </Suspense>
      ) : null}
      <section className="dock dock-max" aria-label="MAX launcher">
        <button
          ref={launcher}
          type="button"
          aria-expanded={isOpen}
          aria-keyshortcuts="Control+,"
          title="Ask MAX (Ctrl ,)"
          onClick={toggle}
        >
          <Icon of={MessageCircleQuestionMark} />
          <span className="dock-name">
            <span>Ask </span>MAX
          </span>
        </button>
      </section>
    </>
  );
}
