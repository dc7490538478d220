import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createAtom } from '@xstate/store';
import type { ReactNode } from 'react';
import type { AppActors } from '../../src/actors/root.ts';
import type { Toast } from '../../src/machines/_toasts/toasts.machine.ts';
import type { ChatCommand, ChatView } from '../../src/machines/chat/chat-view.ts';
import { appAround } from '../imports/app-around.tsx';
import { sessionAtWork } from '../_kit/session-at-work.ts';

/** A page with MAX: what it shows is changed by hand, what is asked of it is listed. */
export function chatAround(
  first: ChatView | null,
  answers: Readonly<Record<string, unknown>> = {},
  more: Partial<AppActors> = {},
) {
  const view = createAtom<ChatView | null>(first);
  const isThere = createAtom(true);
  const sent: ChatCommand[] = [];
  const toasts: Toast[] = [];
  const chat = { isThere, view, send: (command: ChatCommand) => sent.push(command), openBy: () => () => undefined };
  const user = {
    id: 1001,
    first_name: 'Dana',
    timezone: 'cst',
    permissions: ['chat.use', 'contacts.read', 'contacts.write'],
    roles: ['agent'],
    downline_count: 0,
    max_plus_subscription: { active: false },
    feature_overrides: [],
  };
  const session = sessionAtWork(user);
  const { wrap, called } = appAround(answers, {
    session,
    chat: chat as unknown as AppActors['chat'],
    toasts: { send: ({ toast }: { toast: Toast }) => toasts.push(toast) } as unknown as AppActors['toasts'],
    ...more,
  });
  /** At an address. */
  const at = (address: string, page: () => ReactNode) => {
    const history = createMemoryHistory({ initialEntries: [address] });
    const router = createRouter({ routeTree: createRootRoute({ component: page }), history });
    return { element: wrap(<RouterProvider router={router} />), router };
  };
  return {
    wrap,
    at,
    called,
    sent,
    chat: chat as unknown as AppActors['chat'],
    toasts,
    show: (next: ChatView | null) => view.set(next),
    isThere,
  };
}
