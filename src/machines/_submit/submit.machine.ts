import { type ActorRefFrom, assign, setup } from 'xstate';
import { promisePort } from '../port.ts';

/**
 * One write at a time: a form, a button. Owned by the view that shows it; the request itself finishes even when
 * the view is gone.
 *
 *   idle ─send→ submitting ─→ done
 *                   └─→ failed ─retry→ submitting
 *
 * Every write has its idempotency key. When a failure leaves open whether it happened, the same arguments go out
 * with the same key again.
 */
export const submitMachine = setup({
  types: {
    input: {} as { newKey: () => string },
    context: {} as SubmitContext,
    events: {} as SubmitCommand | SubmitFact,
    tags: {} as 'busy',
  },
  actors: { send: promisePort<unknown, Sending>('send') },
  actions: {
    /** Tell the view; both take what was sent. */
    tellDone: (_scope, _params: { reply: unknown; args: unknown }) => undefined,
    tellFailed: (_scope, _params: { error: unknown; args: unknown }) => undefined,
    take: assign(({ context }, { args }: { args: unknown }) => ({
      args,
      key: context.newKey(),
      error: null,
      progress: null,
    })),
    takeAgain: assign({ error: null, progress: null }),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error, progress: null }),
    keepProgress: assign({ progress: (_, params: { sent: number }) => params.sent }),
    forget: assign({ args: null, error: null, progress: null }),
  },
  guards: {
    mayHaveHappened: ({ context }, params: { args: unknown }) =>
      leavesOpen(context.error) && JSON.stringify(context.args) === JSON.stringify(params.args),
  },
}).createMachine({
  id: 'submit',
  context: ({ input }) => ({ newKey: input.newKey, args: null, key: '', error: null, progress: null }),
  initial: 'idle',
  states: {
    idle: {
      on: { 'submit.send': { target: 'submitting', actions: { type: 'take', params: ({ event }) => event } } },
    },
    submitting: {
      tags: ['busy'],
      on: { 'submit.progressed': { actions: { type: 'keepProgress', params: ({ event }) => event } } },
      invoke: {
        src: 'send',
        input: ({ context: { args, key }, self }) => ({
          args,
          key,
          onProgress: (sent) => self.send({ type: 'submit.progressed', sent }),
        }),
        onDone: {
          target: 'done',
          actions: { type: 'tellDone', params: ({ context, event }) => ({ reply: event.output, args: context.args }) },
        },
        onError: {
          target: 'failed',
          actions: [
            { type: 'keepError', params: ({ event }) => event },
            { type: 'tellFailed', params: ({ context, event }) => ({ error: event.error, args: context.args }) },
          ],
        },
      },
    },
    failed: {
      on: {
        'submit.retry': { target: 'submitting', actions: 'takeAgain' },
        'submit.send': [
          {
            guard: { type: 'mayHaveHappened', params: ({ event }) => event },
            target: 'submitting',
            actions: 'takeAgain',
          },
          { target: 'submitting', actions: { type: 'take', params: ({ event }) => event } },
        ],
        'submit.reset': { target: 'idle', actions: 'forget' },
      },
    },
    done: {
      on: {
        'submit.send': { target: 'submitting', actions: { type: 'take', params: ({ event }) => event } },
        'submit.reset': { target: 'idle', actions: 'forget' },
      },
    },
  },
});

/** Arguments of the request. */
export interface Sending {
  readonly args: unknown;
  readonly key: string;
  /** Takes 0 to 1. */
  readonly onProgress: (sent: number) => void;
}

interface SubmitContext {
  readonly newKey: () => string;
  readonly args: unknown;
  readonly key: string;
  readonly error: unknown;
  /** 0 to 1 while a file goes up; `null` otherwise. */
  readonly progress: number | null;
}

export type SubmitCommand =
  | { type: 'submit.send'; args: unknown }
  | { type: 'submit.retry' }
  | { type: 'submit.reset' };

export type SubmitFact = { type: 'submit.progressed'; sent: number };

export type SubmitActor = ActorRefFrom<typeof submitMachine>;

/** The port marks its errors: the machine doesn't know the wire format. */
const leavesOpen = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'outcomeOpen' in error && error.outcomeOpen === true;
