import { type ActorRefFrom, assign, raise } from 'xstate';
import type { BulkJob, BulkStatus } from '#contract/bulk.contract.ts';
import { copyRegion, feedRegion, refuses, requestRegion } from '../_running/followed-work.ts';
import { type BulkJobChange, freshContext } from './bulk-context.ts';
import { bulkSetup, wishOf } from './bulk-setup.ts';

/** Stage for each server status. */
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
 * A change is counted before it can be confirmed, and counted again when it changes. Following has four regions:
 * `stage` follows the server's status alone, `request` sends one change at a time, `copy` keeps the data fresh, `feed`
 * listens. The higher version wins, whichever way it came.
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
        'bulk.progressed': { actions: { type: 'adopt', params: ({ event }) => ({ work: event.job }) } },
        'bulk.changed': { actions: { type: 'adopt', params: ({ event }) => ({ work: event.job }) } },
      },
      states: {
        stage: {
          initial: 'loading',
          on: { 'work.adopted': followStatus() },
          states: {
            loading: {
              tags: ['pending'],
              always: { guard: 'isKnown', actions: raise({ type: 'work.adopted' }) },
              on: {
                'work.missed': [
                  { guard: 'isMissing', target: 'notFound' },
                  { target: 'unreachable', actions: { type: 'refuse', params: ({ event }) => event } },
                ],
              },
            },
            unreachable: {
              tags: ['unreachable'],
              on: { 'work.reload': { target: 'loading', actions: 'forgetRefusal' } },
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
        request: requestRegion<BulkJob, BulkJobChange>(),
        copy: copyRegion<BulkJob>(),
        feed: feedRegion(),
      },
    },
  },
});

export type BulkActor = ActorRefFrom<typeof bulkMachine>;
