import { type ActorRefFrom, assertEvent, assign, raise } from 'xstate';
import type { BulkStatus } from '#contract/bulk.contract.ts';
import { refusalOf } from '../imports/refusal.ts';
import { freshContext } from './bulk-context.ts';
import { bulkSetup, wishOf } from './bulk-setup.ts';

/** Where each status of the server puts the stage. */
const STAGE_OF: Readonly<Record<BulkStatus, string>> = {
  queued: '.queued',
  processing: '.running',
  cancelling: '.cancelling',
  cancelled: '.ended.cancelled',
  done: '.ended.done',
  failed: '.ended.failed',
  undoing: '.undoing',
  undone: '.ended.undone',
};

const followStatus = () =>
  Object.entries(STAGE_OF).map(([status, target]) => ({
    guard: { type: 'standsAt' as const, params: { status: status as BulkStatus } },
    target,
  }));

const refuses = {
  type: 'refuse' as const,
  params: ({ event }: { event: { error: unknown } }) => ({ refusal: refusalOf(event.error) }),
};
const cancels = { actions: { type: 'ask' as const, params: { change: 'cancel' as const } } };
const undoes = {
  guard: 'hasChanged' as const,
  actions: { type: 'ask' as const, params: { change: 'undo' as const } },
};

/**
 * One change of many contacts, run by the dialog that asks for it or by the page of its job.
 *
 *   choosing → checking → confirming → starting → following: queued → running → ended ⇄ undoing
 *      (by the number of a job: following at once)              cancelling
 *
 * A change is counted before it can be confirmed, and counted anew when it is another one. Following has four regions:
 * `stage` follows the server's status alone, `request` asks for one change at a time, `copy` keeps what is known fresh,
 * `feed` listens. The higher version wins, whichever way it came.
 */
export const bulkMachine = bulkSetup.createMachine({
  id: 'bulk',
  context: ({ input }) => freshContext(input),
  initial: 'choosing',
  states: {
    choosing: {
      always: { guard: 'hasId', target: 'following' },
      on: { 'bulk.choose': { target: 'checking', actions: 'choose' } },
    },
    checking: {
      tags: ['checking'],
      invoke: {
        src: 'checkBulk',
        input: ({ context }) => wishOf(context),
        onDone: { target: 'confirming', actions: assign({ check: ({ event }) => event.output }) },
        onError: { target: 'choosing', actions: refuses },
      },
      on: {
        'bulk.choose': { target: 'checking', reenter: true, actions: 'choose' },
        'bulk.forget': { target: 'choosing', actions: 'forget' },
      },
    },
    confirming: {
      tags: ['checked'],
      on: {
        'bulk.choose': { target: 'checking', actions: 'choose' },
        'bulk.forget': { target: 'choosing', actions: 'forget' },
        'bulk.confirm': { guard: 'changesSomething', target: 'starting', actions: 'forgetRefusal' },
      },
    },
    starting: {
      tags: ['checked', 'busy'],
      invoke: {
        src: 'startBulk',
        input: ({ context }) => wishOf(context),
        onDone: {
          target: 'following',
          actions: assign(({ event }) => ({ id: event.output.id, job: event.output })),
        },
        onError: { target: 'confirming', actions: refuses },
      },
    },
    following: {
      tags: ['started'],
      type: 'parallel',
      on: {
        'bulk.progressed': { actions: { type: 'adopt', params: ({ event }) => event } },
        'bulk.changed': { actions: { type: 'adopt', params: ({ event }) => event } },
      },
      states: {
        stage: {
          initial: 'loading',
          on: { 'job.adopted': followStatus() },
          states: {
            loading: {
              tags: ['pending'],
              always: { guard: 'hasJob', actions: raise({ type: 'job.adopted' }) },
              on: {
                'job.missed': [
                  { guard: 'isMissing', target: 'notFound' },
                  { target: 'unreachable', actions: { type: 'refuse', params: ({ event }) => event } },
                ],
              },
            },
            unreachable: {
              tags: ['unreachable'],
              on: { 'bulk.reload': { target: 'loading', actions: 'forgetRefusal' } },
            },
            notFound: { tags: ['missing'] },
            queued: { on: { 'bulk.cancel': cancels } },
            running: { on: { 'bulk.cancel': cancels } },
            cancelling: {},
            undoing: {},
            ended: {
              tags: ['ended'],
              initial: 'done',
              states: {
                done: { on: { 'bulk.undo': undoes } },
                cancelled: { on: { 'bulk.undo': undoes } },
                failed: { on: { 'bulk.undo': undoes } },
                undone: {},
              },
            },
          },
        },
        request: {
          initial: 'idle',
          states: {
            idle: { on: { 'change.asked': { target: 'asking', actions: 'forgetRefusal' } } },
            asking: {
              tags: ['busy'],
              invoke: {
                src: 'changeJob',
                input: ({ context, event }) => {
                  assertEvent(event, 'change.asked');
                  // Only a job that the server knows has commands.
                  return { id: context.id!, change: event.change };
                },
                onDone: { target: 'idle', actions: { type: 'adopt', params: ({ event }) => ({ job: event.output }) } },
                onError: { target: 'idle', actions: refuses },
              },
            },
          },
        },
        copy: {
          initial: 'absent',
          states: {
            absent: { always: [{ guard: 'hasJob', target: 'kept' }, { target: 'reading' }] },
            reading: {
              invoke: {
                src: 'readJob',
                input: ({ context }) => ({ id: context.id! }),
                onDone: { target: 'kept', actions: { type: 'adopt', params: ({ event }) => ({ job: event.output }) } },
                onError: {
                  target: 'kept',
                  actions: raise(({ event }) => ({ type: 'job.missed' as const, refusal: refusalOf(event.error) })),
                },
              },
              on: {
                'stream.lost': { target: 'reading', reenter: true },
                'stream.positioned': { target: 'reading', reenter: true },
              },
            },
            kept: {
              after: { quiet: { guard: 'isMoving', target: 'reading' } },
              on: {
                'stream.lost': 'reading',
                'stream.positioned': 'reading',
                'bulk.reload': 'reading',
                'job.adopted': { target: 'kept', reenter: true },
              },
            },
          },
        },
        feed: {
          initial: 'listening',
          states: {
            listening: {
              invoke: { src: 'jobBroadcasts', input: ({ context }) => ({ id: context.id! }), onError: 'broken' },
            },
            /** Streams never fail; should one, the copy is still read when it goes quiet. */
            broken: {},
          },
        },
      },
    },
  },
});

export type BulkActor = ActorRefFrom<typeof bulkMachine>;
