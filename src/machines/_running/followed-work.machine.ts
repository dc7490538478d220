import { type ActorRefFrom, and, not } from 'xstate';
import { type FollowedContext, followedSetup, idOf } from './followed-setup.ts';
import { type KindOfWork, type Work, WORK_QUIET_MS, type WorkCommand, type WorkStage } from './work.ts';

const asks = (command: WorkCommand) => ({
  guard: { type: 'offers' as const, params: { command } },
  actions: { type: 'ask' as const, params: { command, ids: null } },
});
const stands = (at: WorkStage) => ({ type: 'stands' as const, params: { at } });

/** Follows the server alone. */
const stage = {
  initial: 'loading',
  on: {
    'work.adopted': [
      { guard: stands('running'), target: '.running' },
      { guard: stands('paused'), target: '.paused' },
      { target: '.ended' },
    ],
  },
  states: {
    loading: {
      tags: ['pending'],
      always: [
        { guard: stands('running'), target: 'running' },
        { guard: stands('paused'), target: 'paused' },
        { guard: stands('ended'), target: 'ended' },
      ],
      on: { 'work.missed': [{ guard: 'isMissing', target: 'missing' }, { target: 'unreachable' }] },
    },
    unreachable: {
      tags: ['unreachable'],
      on: { 'work.missed': { guard: 'isMissing', target: 'missing' }, 'work.reload': 'loading' },
    },
    missing: { tags: ['missing'] },
    running: {},
    paused: {},
    ended: { tags: ['ended'] },
  },
} as const;

/** Listens, once it is known by which number. */
const feed = {
  initial: 'deaf',
  states: {
    deaf: { always: { guard: 'hasId', target: 'listening' } },
    listening: {
      invoke: {
        src: 'workBroadcasts',
        input: ({ context }: { context: FollowedContext<Work> }) => ({ id: idOf(context)! }),
        onError: 'broken',
      },
    },
    /** Streams never fail; should one, the copy is still read when it goes quiet. */
    broken: {},
  },
} as const;

/** Ends after minutes without news, where the kind gives up. */
const patience = {
  initial: 'hopeful',
  states: {
    hopeful: {
      after: { giveUp: { guard: 'givesUp', target: 'silent' } },
      on: { 'work.adopted': { target: 'hopeful', reenter: true } },
    },
    silent: {
      tags: ['silent'],
      on: {
        'work.adopted': 'hopeful',
        'work.reload': 'hopeful',
        'stream.lost': 'hopeful',
        'stream.positioned': 'hopeful',
      },
    },
  },
} as const;

/**
 * Creates the machine that follows one piece of work of a kind, run by its page or by the Undo of a message.
 *
 *   loading ─→ running ⇄ paused ⇄ ended
 *     ↑ ├→ missing
 *     └─ unreachable
 *
 * Five regions: `stage` follows only the server; `request` sends one command at a time, and a refused one leaves the
 * work unchanged; `copy` keeps the data up to date, and retries failed reads with growing delays; `feed` listens;
 * `patience` gives up after minutes without news, if the kind does. The higher version wins, from any source.
 */
export const followedWork = <W extends Work, Ref extends number | string = number>(kind: KindOfWork<W, Ref>) =>
  followedSetup(kind).createMachine({
    id: 'followed-work',
    type: 'parallel',
    context: ({ input: { ref, work, newKey } }) => ({
      ref,
      newKey,
      work: work ?? null,
      asked: null,
      refusal: null,
      failures: 0,
      failure: null,
    }),
    on: {
      'work.told': { actions: { type: 'adopt', params: ({ event }) => event } },
      'work.pause': asks('pause'),
      'work.resume': asks('resume'),
      'work.cancel': asks('cancel'),
      'work.undo': {
        guard: { type: 'offers', params: { command: 'undo' } },
        actions: { type: 'ask', params: ({ event }) => ({ command: 'undo' as const, ids: event.ids ?? null }) },
      },
    },
    states: {
      stage,
      request: {
        initial: 'idle',
        states: {
          idle: {
            on: {
              'change.asked': { target: 'asking', actions: { type: 'takeChange', params: ({ event }) => event } },
            },
          },
          asking: {
            tags: ['busy'],
            invoke: {
              src: 'changeWork',
              // Only known work has commands.
              input: ({ context }) => ({ id: context.work!.id, ...context.asked! }),
              onDone: { target: 'idle', actions: { type: 'adopt', params: ({ event }) => ({ work: event.output }) } },
              onError: { target: 'idle', actions: { type: 'refuse', params: ({ event }) => event } },
            },
          },
        },
      },
      copy: {
        initial: 'absent',
        on: { 'stream.lost': '.reading', 'stream.positioned': '.reading', 'work.reload': '.reading' },
        states: {
          absent: { always: [{ guard: 'isKnown', target: 'kept' }, { target: 'reading' }] },
          reading: {
            invoke: {
              src: 'readWork',
              input: ({ context }) => ({ ref: context.ref }),
              onDone: {
                target: 'kept',
                actions: ['forgetFailures', { type: 'adopt', params: ({ event }) => ({ work: event.output }) }],
              },
              onError: { target: 'failed', actions: { type: 'miss', params: ({ event }) => event } },
            },
          },
          kept: {
            after: { quiet: { guard: and([stands('running'), not('isSilent')]), target: 'reading' } },
            on: { 'work.adopted': { target: 'kept', reenter: true } },
          },
          failed: {
            after: { again: { guard: and([not('isMissing'), not('isSilent')]), target: 'reading' } },
            on: { 'work.adopted': 'kept' },
          },
        },
      },
      feed,
      patience,
    },
  });

export type FollowedActor<W extends Work, Ref extends number | string = number> = ActorRefFrom<
  ReturnType<typeof followedWork<W, Ref>>
>;

/** The blueprint that the kinds of `followed-kinds.ts` share, of work that offers everything. */
export const followedWorkMachine = followedWork<Work>({
  refOf: ({ id }) => id,
  stageOf: () => 'running',
  offers: () => true,
  quietMs: WORK_QUIET_MS,
  givesUp: true,
});
