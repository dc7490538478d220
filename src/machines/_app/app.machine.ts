import { type ActorRefFrom, setup } from 'xstate';
import { toastsMachine } from '../_toasts/toasts.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';

/**
 * The root of the actor tree; lives as long as the page. A machine that breaks is a fault of ours: everything stops
 * and the error screen shows.
 *
 *   app ─┬─ session ── working ─┬─ cable, notifications, display
 *        └─ toasts              └─ imports ── attempt*
 */
export const appMachine = setup({
  types: {
    input: {} as { random: () => number },
    context: {} as { random: () => number },
    events: {} as { type: 'never' },
    children: {} as { session: 'session'; toasts: 'toasts' },
    tags: {} as 'crashed',
  },
  actors: { session: sessionMachine, toasts: toastsMachine },
}).createMachine({
  id: 'app',
  context: ({ input }) => input,
  initial: 'running',
  states: {
    running: {
      invoke: [
        { id: 'session', src: 'session', input: ({ context }) => context, onError: 'crashed' },
        { id: 'toasts', src: 'toasts', onError: 'crashed' },
      ],
    },
    crashed: { tags: ['crashed'] },
  },
});

export type AppActor = ActorRefFrom<typeof appMachine>;
