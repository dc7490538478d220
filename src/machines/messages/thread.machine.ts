import { type ActorRefFrom, assign, setup } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import type { Text } from '#contract/messages/text.contract.ts';
import { promisePort, streamPort } from '../port.ts';
import { NO_TEXTS, type TextsPage, type ThreadTexts, withLatest, withOlder, withTexts } from './thread-texts.ts';

export interface PageAsked {
  readonly conversationId: number;
  /** `null`: the newest. */
  readonly cursor: string | null;
}

interface ThreadContext {
  readonly conversationId: number;
  readonly shown: ThreadTexts;
  /** One sentence. `null`: the newest page has loaded. */
  readonly failure: string | null;
  /** Something was missed since the newest page was requested. */
  readonly isStale: boolean;
}

const messageOf = (error: unknown): string => {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : '';
};

/**
 * The texts of one conversation: loads the newest, older ones when asked for, and follows what changes. Runs as
 * long as the conversation is open.
 *
 *   latest: loading ─→ ready ─ a gap in the stream → loading; └─→ failed ─ retry, the stream is back → loading
 *   older: idle ─ older → loading ─→ idle | failed
 */
export const threadMachine = setup({
  types: {
    input: {} as { conversationId: number },
    context: {} as ThreadContext,
    events: {} as ThreadCommand | ThreadFact,
    tags: {} as 'loading' | 'failed' | 'olderLoading' | 'olderFailed',
  },
  actors: {
    fetchTexts: promisePort<TextsPage, PageAsked>('fetchTexts'),
    broadcasts: streamPort<ThreadFact, { conversationId: number }>('broadcasts'),
  },
  actions: {
    /** Who, whether and how the contact may be texted has changed. */
    tellChanged: () => undefined,
    addLatest: assign({
      shown: ({ context }, { page }: { page: TextsPage }) => withLatest(context.shown, page),
      failure: null,
    }),
    addOlder: assign({ shown: ({ context }, { page }: { page: TextsPage }) => withOlder(context.shown, page) }),
    addText: assign({
      shown: ({ context: { shown } }, { text }: { text: Text }) => ({
        ...shown,
        texts: withTexts(shown.texts, [text]),
      }),
    }),
    noteFailure: assign({ failure: (_, { error }: { error: unknown }) => messageOf(error) }),
    noteStale: assign({ isStale: true }),
    begin: assign({ isStale: false }),
  },
  guards: {
    isStale: ({ context }) => context.isStale,
    hasOlder: ({ context }) => context.shown.next !== null,
  },
}).createMachine({
  id: 'thread',
  context: ({ input }) => ({
    ...input,
    shown: NO_TEXTS,
    failure: null,
    isStale: false,
  }),
  type: 'parallel',
  invoke: { src: 'broadcasts', input: ({ context: { conversationId } }) => ({ conversationId }), onError: {} },
  on: {
    'text.changed': { actions: { type: 'addText', params: ({ event }) => event } },
    'thread.sent': { actions: { type: 'addText', params: ({ event }) => event } },
    'conversation.changed': { actions: 'tellChanged' },
    'lines.changed': { actions: 'noteStale' },
    'stream.positioned': { actions: 'noteStale' },
    'stream.lost': { actions: ['noteStale', 'tellChanged'] },
  },
  states: {
    latest: {
      initial: 'loading',
      states: {
        loading: {
          tags: ['loading'],
          entry: 'begin',
          invoke: {
            src: 'fetchTexts',
            input: ({ context: { conversationId } }) => ({ conversationId, cursor: null }),
            onDone: {
              target: 'ready',
              actions: { type: 'addLatest', params: ({ event }) => ({ page: event.output }) },
            },
            onError: { target: 'failed', actions: { type: 'noteFailure', params: ({ event }) => event } },
          },
        },
        ready: { always: { guard: 'isStale', target: 'loading' } },
        failed: {
          tags: ['failed'],
          always: { guard: 'isStale', target: 'loading' },
          on: { 'thread.retry': 'loading' },
        },
      },
    },
    older: {
      initial: 'idle',
      states: {
        idle: { on: { 'thread.older': { guard: 'hasOlder', target: 'loading' } } },
        loading: {
          tags: ['olderLoading'],
          invoke: {
            src: 'fetchTexts',
            input: ({ context: { conversationId, shown } }) => ({ conversationId, cursor: shown.next }),
            onDone: { target: 'idle', actions: { type: 'addOlder', params: ({ event }) => ({ page: event.output }) } },
            onError: 'failed',
          },
        },
        failed: { tags: ['olderFailed'], on: { 'thread.older': { guard: 'hasOlder', target: 'loading' } } },
      },
    },
  },
});

type ThreadFact = TextsBroadcast | StreamBroadcast;

type ThreadCommand =
  | { type: 'thread.older' }
  | { type: 'thread.retry' }
  /** The answer to a send: it may come before the cable's. */
  | { type: 'thread.sent'; text: Text };

export type ThreadActor = ActorRefFrom<typeof threadMachine>;
