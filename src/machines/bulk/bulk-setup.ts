import { assertEvent, assign, enqueueActions, raise, setup } from 'xstate';
import type { BulkCheck, BulkJob, BulkStatus } from '#contract/bulk.contract.ts';
import { WORK_QUIET_MS } from '../_running/followed-work.ts';
import type { Refusal } from '../imports/refusal.ts';
import { promisePort, streamPort } from '../port.ts';
import {
  type BulkCommand,
  type BulkContext,
  type BulkFact,
  type BulkInput,
  type BulkJobChange,
  type BulkSignal,
  type BulkWish,
  isNewer,
  isRunning,
} from './bulk-context.ts';

/** Ports, guards and actions of `bulkMachine`. The chart is in `bulk.machine.ts`. */
export const bulkSetup = setup({
  types: {
    input: {} as BulkInput,
    context: {} as BulkContext,
    events: {} as BulkCommand | BulkFact | BulkSignal,
    tags: {} as 'checking' | 'checked' | 'busy' | 'started' | 'pending' | 'missing' | 'unreachable' | 'ended',
  },
  actors: {
    checkBulk: promisePort<BulkCheck, BulkWish>('checkBulk'),
    startBulk: promisePort<BulkJob, BulkWish>('startBulk'),
    readWork: promisePort<BulkJob, { id: number }>('readWork'),
    changeWork: promisePort<BulkJob, { id: number; change: BulkJobChange }>('changeWork'),
    workBroadcasts: streamPort<BulkFact, { id: number }>('workBroadcasts'),
  },
  delays: { quiet: WORK_QUIET_MS },
  guards: {
    hasId: ({ context }) => context.id !== null,
    isKnown: ({ context }) => context.job !== null,
    isMoving: ({ context }) => context.job !== null && isRunning(context.job.status),
    standsAt: ({ context }, params: { status: BulkStatus }) => context.job?.status === params.status,
    isMissing: ({ event }) => event.type === 'work.missed' && event.refusal.missing,
    changesSomething: ({ context }) => (context.check?.counts.changed ?? 0) > 0,
    hasChanged: ({ context }) => (context.job?.counts.changed ?? 0) > 0,
  },
  actions: {
    choose: assign(({ event }) => {
      assertEvent(event, 'bulk.choose');
      return { change: event.change, check: null, refusal: null };
    }),
    forget: assign({ change: null, check: null, refusal: null }),
    refuse: assign({ refusal: (_, params: { refusal: Refusal }) => params.refusal }),
    forgetRefusal: assign({ refusal: null }),
    miss: raise((_, { refusal }: { refusal: Refusal }) => ({ type: 'work.missed' as const, refusal })),
    adopt: enqueueActions(({ context, enqueue }, { work }: { work: BulkJob }) => {
      if (!isNewer(context, work)) return;
      enqueue.assign({ id: work.id, job: work });
      enqueue.raise({ type: 'work.adopted' });
    }),
    ask: raise((_, params: { change: BulkJobChange }) => ({ type: 'change.asked' as const, change: params.change })),
  },
});

/** Arguments of the requests; these states are entered only with a selection and a change. */
export const wishOf = ({ selection, change }: BulkContext): BulkWish => ({ selection: selection!, change: change! });
