import { assign, setup } from 'xstate';
import type { PageFact } from '../_cable/in-use.machine.ts';
import { callbackPort, promisePort } from '../port.ts';

/** Milliseconds until a conversation that could not be marked is marked again. Ours. */
export const MARK_AGAIN_MS = 10_000;

export interface Marking {
  readonly conversationId: number;
  readonly read: boolean;
  readonly key: string;
}

interface ReadMarkContext {
  readonly conversationId: number;
  readonly newKey: () => string;
  readonly isSeen: boolean;
  /** Unread texts, and the version of the conversation that said so. */
  readonly unread: number;
  readonly version: number;
}

/**
 * Marks one conversation read while it is open and the page is seen. Runs as long as the conversation is open.
 *
 *   resting ─ unread and seen → reading ─→ resting; or failed ─ 10 s → resting
 *      └─ mark unread → unreading ─→ unread, until it is opened again
 */
export const readMarkMachine = setup({
  types: {
    input: {} as { conversationId: number; newKey: () => string },
    context: {} as ReadMarkContext,
    events: {} as ReadMarkCommand | PageFact,
  },
  actors: {
    /** Answers the version of the conversation after it. */
    markConversation: promisePort<number, Marking>('markConversation'),
    visibility: callbackPort('visibility'),
  },
  actions: {
    tellMarked: () => undefined,
    tellNotMarked: () => undefined,
    noteSeen: assign({ isSeen: true }),
    noteHidden: assign({ isSeen: false }),
    noteUnread: assign(({ context }, told: { unread: number; version: number }) =>
      told.version < context.version ? {} : { unread: told.unread, version: told.version },
    ),
    noteRead: assign({ unread: 0, version: (_, { version }: { version: number }) => version }),
  },
  guards: { isDue: ({ context }) => context.isSeen && context.unread > 0 },
  delays: { again: MARK_AGAIN_MS },
}).createMachine({
  id: 'read-mark',
  context: ({ input }) => ({ ...input, isSeen: false, unread: 0, version: 0 }),
  invoke: { src: 'visibility', onError: {} },
  initial: 'resting',
  on: {
    'page.shown': { actions: 'noteSeen' },
    'page.hidden': { actions: 'noteHidden' },
    'mark.told': { actions: { type: 'noteUnread', params: ({ event }) => event } },
  },
  states: {
    resting: { always: { guard: 'isDue', target: 'reading' }, on: { 'mark.unread': 'unreading' } },
    reading: {
      invoke: {
        src: 'markConversation',
        input: ({ context: { conversationId, newKey } }) => ({ conversationId, read: true, key: newKey() }),
        onDone: {
          target: 'resting',
          actions: [{ type: 'noteRead', params: ({ event }) => ({ version: event.output }) }, 'tellMarked'],
        },
        onError: 'failed',
      },
    },
    failed: { after: { again: 'resting' } },
    unreading: {
      invoke: {
        src: 'markConversation',
        input: ({ context: { conversationId, newKey } }) => ({ conversationId, read: false, key: newKey() }),
        onDone: { target: 'unread', actions: 'tellMarked' },
        onError: { target: 'resting', actions: 'tellNotMarked' },
      },
    },
    unread: {},
  },
});

type ReadMarkCommand =
  | { type: 'mark.unread' }
  /** What the page shows of the conversation. */
  | { type: 'mark.told'; unread: number; version: number };
