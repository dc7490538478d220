import { type ActorRefFrom, assign, setup } from 'xstate';

/** Milliseconds that a message stays. Source: the design's toasts. */
export const TOAST_MS = 8_000;
/** Milliseconds between updates of the time displayed on an action. */
export const TOAST_TICK_MS = 1_000;
/** Maximum toasts at a time. Source: the design's toasts. */
export const MAX_TOASTS = 3;

/**
 * Temporary toasts: at most three, each for 8 s of unheld time. Lives as long as the page.
 *
 *   empty ─show→ counting ⇄ held
 *     └── last one gone ──┘
 */
export const toastsMachine = setup({
  types: {
    context: {} as { toasts: readonly ShownToast[] },
    events: {} as ToastCommand,
  },
  actions: {
    add: assign({
      toasts: ({ context }, { toast }: { toast: Toast }) =>
        [...context.toasts, { ...toast, leftMs: TOAST_MS }].slice(-MAX_TOASTS),
    }),
    remove: assign({
      toasts: ({ context }, { id }: { id: string }) => context.toasts.filter((toast) => toast.id !== id),
    }),
    run: ({ context }, { id }: { id: string }) => context.toasts.find((toast) => toast.id === id)?.action?.run(),
    count: assign({
      toasts: ({ context }) =>
        context.toasts
          .map((toast) => ({ ...toast, leftMs: toast.leftMs - TOAST_TICK_MS }))
          .filter(({ leftMs }) => leftMs > 0),
    }),
    clear: assign({ toasts: [] }),
  },
  guards: {
    isEmpty: ({ context }) => context.toasts.length === 0,
    isFilled: ({ context }) => context.toasts.length > 0,
  },
  delays: { tick: TOAST_TICK_MS },
}).createMachine({
  id: 'toasts',
  context: { toasts: [] },
  initial: 'empty',
  on: {
    'toast.show': { actions: { type: 'add', params: ({ event }) => event } },
    'toast.dismiss': { actions: { type: 'remove', params: ({ event }) => event } },
    'toast.act': {
      actions: [
        { type: 'run', params: ({ event }) => event },
        { type: 'remove', params: ({ event }) => event },
      ],
    },
    'toasts.clear': { actions: 'clear' },
  },
  states: {
    empty: { always: { guard: 'isFilled', target: 'counting' } },
    counting: {
      always: { guard: 'isEmpty', target: 'empty' },
      after: { tick: { target: 'counting', reenter: true, actions: 'count' } },
      on: { 'toasts.hold': 'held' },
    },
    held: {
      always: { guard: 'isEmpty', target: 'empty' },
      on: { 'toasts.release': 'counting' },
    },
  },
});

export interface Toast {
  readonly id: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'info';
  readonly text: string;
  /** Undo, Open: one thing. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface ShownToast extends Toast {
  readonly leftMs: number;
}

export type ToastCommand =
  | { type: 'toast.show'; toast: Toast }
  | { type: 'toast.dismiss'; id: string }
  /** The user pressed the toast's action. */
  | { type: 'toast.act'; id: string }
  /** Pointer or focus is on the toasts: their timers pause. */
  | { type: 'toasts.hold' }
  | { type: 'toasts.release' }
  | { type: 'toasts.clear' };

export type ToastsActor = ActorRefFrom<typeof toastsMachine>;
