import { type ActorRefFrom, assign, setup } from 'xstate';
import { toastsMachine } from '../_toasts/toasts.machine.ts';
import type { SessionInput } from '../session/session-context.ts';
import { sessionMachine } from '../session/session.machine.ts';

const CRASH = {
  target: 'crashed',
  actions: { type: 'keepFault', params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }) },
} as const;

/**
 * The root of the actor tree; lives as long as the page. A machine that breaks is a fault of ours: everything stops
 * and the error screen shows.
 *
 *   app ─┬─ session ── workplace ─┬─ cable, confirm, notifications, display, phone, chat
 *        └─ toasts                ├─ import, bulk, transfer, print, …: what runs
 *                                 └─ imports ── attempt*
 */
export const appMachine = setup({
  types: {
    input: {} as SessionInput,
    /** `fault`: what broke a machine. `null`: nothing did. */
    context: {} as SessionInput & { fault: Error | null },
    events: {} as { type: 'never' },
    children: {} as { session: 'session'; toasts: 'toasts' },
    tags: {} as 'crashed',
  },
  actors: { session: sessionMachine, toasts: toastsMachine },
  actions: {
    keepFault: assign({
      fault: (_, { error }: { error: unknown }) => (error instanceof Error ? error : new Error(String(error))),
    }),
  },
}).createMachine({
  id: 'app',
  context: ({ input }) => ({ ...input, fault: null }),
  initial: 'running',
  states: {
    running: {
      invoke: [
        { id: 'session', src: 'session', input: ({ context: { random, now } }) => ({ random, now }), onError: CRASH },
        { id: 'toasts', src: 'toasts', onError: CRASH },
      ],
    },
    crashed: { tags: ['crashed'] },
  },
});

export type AppActor = ActorRefFrom<typeof appMachine>;
