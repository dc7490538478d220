import { type ActorRefFrom, assertEvent, assign, emit, enqueueActions, raise, setup } from 'xstate';
import type { PrintJob, PrintStatus } from '#contract/printing.contract.ts';
import { backOff } from '#rules/time/back-off.ts';
import { refuses, requestRegion } from '../_running/followed-work.ts';
import { type Refusal, refusalOf } from '../imports/refusal.ts';
import { promisePort, streamPort } from '../port.ts';
import {
  freshContext,
  isNewer,
  isRunning,
  isSameAgain,
  type PrintCommand,
  type PrintContext,
  type PrintFact,
  type PrintInput,
  type PrintOrder,
  type PrintSignal,
} from './print-context.ts';

/**
 * Milliseconds of silence after which a print job is read by its jid. Our choice: it reports more often while running.
 */
export const PRINT_POLL_MS = 2_000;
/** Milliseconds between tries of a server that does not answer: twice as long each time, at most this. Ours. */
export const PRINT_BACKOFF_MAX_MS = 30_000;
/** Milliseconds without news after which reading stops. Our choice: a print takes seconds. */
export const PRINT_GIVE_UP_MS = 5 * 60_000;

/** Stage for each server status. */
const STAGE_OF: Readonly<Record<PrintStatus, string>> = {
  queued: '.queued',
  working: '.working',
  cancelling: '.cancelling',
  cancelled: '.ended.cancelled',
  complete: '.ended.complete',
  failed: '.ended.failed',
};

const followStatus = () =>
  Object.entries(STAGE_OF).map(([status, target]) => ({
    guard: { type: 'standsAt' as const, params: { status: status as PrintStatus } },
    target,
  }));

/**
 * One print job, run by the dialog that started it or, by its jid, by its page: after a reload the page continues.
 *
 *   unasked → starting → following: queued → working → complete | failed
 *              ↑  └→ refused                  └ cancelling → cancelled
 *              └──────┘
 *
 * Following has four regions: `stage` follows the server's status alone, `request` sends one change at a time, `copy`
 * reads by the jid, `feed` listens. Live facts postpone the next read. A failing server is asked less and less often;
 * after minutes without news nothing is read until the user looks again or the connection is back.
 */
export const batchPrintMachine = setup({
  types: {
    input: {} as PrintInput,
    context: {} as PrintContext,
    events: {} as PrintCommand | PrintFact | PrintSignal,
    emitted: {} as { type: 'print.started'; jid: string },
    tags: {} as 'busy' | 'refused' | 'pending' | 'missing' | 'silent' | 'ended',
  },
  actors: {
    startPrint: promisePort<PrintJob, PrintOrder>('startPrint'),
    readPrint: promisePort<PrintJob, { jid: string }>('readPrint'),
    changeWork: promisePort<PrintJob, { id: number; change: 'cancel' }>('changeWork'),
    workBroadcasts: streamPort<PrintFact, { id: number }>('workBroadcasts'),
  },
  delays: {
    poll: PRINT_POLL_MS,
    backoff: ({ context }) => backOff({ first: PRINT_POLL_MS, longest: PRINT_BACKOFF_MAX_MS }, context.failures),
    giveUp: PRINT_GIVE_UP_MS,
  },
  guards: {
    hasJid: ({ context }) => context.jid !== null,
    isKnown: ({ context }) => context.job !== null,
    isOver: ({ context }) => context.job !== null && !isRunning(context.job),
    isMissing: (_, params: { error: unknown }) => refusalOf(params.error).missing,
    standsAt: ({ context }, params: { status: PrintStatus }) => context.job?.status === params.status,
  },
  actions: {
    /** A request that may have taken effect is repeated with the same key. */
    takeWish: assign(({ context, event }) => {
      assertEvent(event, 'print.ask');
      const key = context.order !== null && isSameAgain(context, event.wish) ? context.order.key : context.newKey();
      return { order: { ...event.wish, key }, refusal: null };
    }),
    refuse: assign({ refusal: (_, params: { refusal: Refusal }) => params.refusal }),
    forgetRefusal: assign({ refusal: null }),
    askToCancel: raise({ type: 'change.asked', change: 'cancel' }),
    countFailure: assign(({ context }, params: { error: unknown }) => ({
      failures: context.failures + 1,
      failure: refusalOf(params.error),
    })),
    forgetFailures: assign({ failures: 0, failure: null }),
    adopt: enqueueActions(({ context, enqueue }, { work }: { work: PrintJob }) => {
      if (!isNewer(context, work)) return;
      enqueue.assign({ jid: work.jid, id: work.id, job: work });
      enqueue.raise({ type: 'work.adopted' });
    }),
  },
}).createMachine({
  id: 'batch-print',
  context: ({ input }) => freshContext(input),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'hasJid', target: 'following' }, { target: 'unasked' }] },
    unasked: { on: { 'print.ask': { target: 'starting', actions: 'takeWish' } } },
    starting: {
      tags: ['busy'],
      invoke: {
        src: 'startPrint',
        // Entered with an order only.
        input: ({ context }) => context.order!,
        onDone: {
          target: 'following',
          actions: [
            assign(({ event }) => ({ jid: event.output.jid, id: event.output.id, job: event.output })),
            emit(({ event }) => ({ type: 'print.started', jid: event.output.jid })),
          ],
        },
        onError: { target: 'refused', actions: refuses },
      },
    },
    refused: { tags: ['refused'], on: { 'print.ask': { target: 'starting', actions: 'takeWish' } } },
    following: {
      type: 'parallel',
      on: {
        'print.progressed': { actions: { type: 'adopt', params: ({ event }) => ({ work: event.job }) } },
        'print.changed': { actions: { type: 'adopt', params: ({ event }) => ({ work: event.job }) } },
      },
      states: {
        stage: {
          initial: 'loading',
          on: { 'work.adopted': followStatus() },
          states: {
            loading: {
              tags: ['pending'],
              always: { guard: 'isKnown', actions: raise({ type: 'work.adopted' }) },
              on: { 'work.missed': 'notFound' },
            },
            notFound: { tags: ['missing'] },
            queued: { on: { 'print.cancel': { actions: 'askToCancel' } } },
            working: { on: { 'print.cancel': { actions: 'askToCancel' } } },
            cancelling: {},
            ended: { tags: ['ended'], initial: 'complete', states: { complete: {}, cancelled: {}, failed: {} } },
          },
        },
        request: requestRegion<PrintJob, 'cancel'>(),
        copy: {
          initial: 'absent',
          states: {
            absent: {
              always: [
                { guard: 'isOver', target: 'over' },
                { guard: 'isKnown', target: 'polling.resting' },
                { target: 'polling' },
              ],
            },
            polling: {
              initial: 'reading',
              after: { giveUp: 'silent' },
              on: {
                'work.adopted': [
                  { guard: 'isOver', target: 'over' },
                  { target: '.resting', reenter: true, actions: 'forgetFailures' },
                ],
                'stream.lost': '.reading',
                'stream.positioned': '.reading',
              },
              states: {
                reading: {
                  invoke: {
                    src: 'readPrint',
                    input: ({ context }) => ({ jid: context.jid! }),
                    onDone: {
                      target: 'resting',
                      actions: ['forgetFailures', { type: 'adopt', params: ({ event }) => ({ work: event.output }) }],
                    },
                    onError: [
                      {
                        guard: { type: 'isMissing', params: ({ event }) => event },
                        target: '#batch-print.following.copy.over',
                        actions: raise({ type: 'work.missed' }),
                      },
                      { target: 'failed', actions: { type: 'countFailure', params: ({ event }) => event } },
                    ],
                  },
                },
                resting: { after: { poll: 'reading' } },
                failed: { after: { backoff: 'reading' }, on: { 'print.look': 'reading' } },
              },
            },
            silent: {
              tags: ['silent'],
              on: {
                'print.look': { target: 'polling', actions: 'forgetFailures' },
                'stream.lost': { target: 'polling', actions: 'forgetFailures' },
                'stream.positioned': { target: 'polling', actions: 'forgetFailures' },
                'work.adopted': [{ guard: 'isOver', target: 'over' }, { target: 'polling.resting' }],
              },
            },
            over: {},
          },
        },
        feed: {
          initial: 'unknown',
          states: {
            unknown: { always: { guard: 'isKnown', target: 'listening' } },
            listening: {
              invoke: { src: 'workBroadcasts', input: ({ context }) => ({ id: context.id! }), onError: 'broken' },
            },
            /** Streams never fail; should one fail, the job is read by its jid. */
            broken: {},
          },
        },
      },
    },
  },
});

export type BatchPrintActor = ActorRefFrom<typeof batchPrintMachine>;
