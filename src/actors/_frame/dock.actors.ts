import type { ReadonlyAtom } from '@xstate/store';
import { type ActorOptions, createActor } from 'xstate';
import { dockMachine } from '../../machines/_dock/dock.machine.ts';
import type { Chat } from '../chat/chat-handle.ts';
import type { Phone } from '../phone/phone-handle.ts';

/** Interface for arbitrating between the phone and MAX. */
export interface Dock {
  readonly openPage: (path: string) => void;
}

interface Panels {
  readonly phone: Pick<Phone, 'view' | 'send'>;
  readonly chat: Pick<Chat, 'view' | 'send'>;
}

/** Runs the dock for as long as the page lives. */
export function createDock({ phone, chat }: Panels, inspect?: ActorOptions<typeof dockMachine>['inspect']): Dock {
  const machine = dockMachine.provide({
    actions: {
      foldPhone: () => phone.send({ type: 'panel.toggle' }),
      foldMax: () => chat.send({ type: 'panel.close' }),
      stay: () => {
        if (chat.view.get()?.leaving) chat.send({ type: 'leaving.cancel' });
      },
    },
  });
  const dock = createActor(machine, { ...(inspect && { inspect }) }).start();
  follow(
    phone.view,
    (view) => view?.panel.open === true,
    (isOpen) => dock.send({ type: isOpen ? 'phone.opened' : 'phone.folded', width: innerWidth }),
  );
  follow(
    chat.view,
    (view) => view?.open === true,
    (isOpen) => dock.send({ type: isOpen ? 'max.opened' : 'max.folded', width: innerWidth }),
  );
  return { openPage: (path) => dock.send({ type: 'page.opened', path, width: innerWidth }) };
}

/** Reports whether a panel is open, now if it is, and on every change. */
function follow<View>(view: ReadonlyAtom<View>, isOpen: (view: View) => boolean, tell: (isOpen: boolean) => void) {
  let last = false;
  const look = (shown: View) => {
    const next = isOpen(shown);
    if (next === last) return;
    last = next;
    tell(next);
  };
  view.subscribe(look);
  look(view.get());
}
