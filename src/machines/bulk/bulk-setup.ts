import { assertEvent, assign, enqueueActions, raise, setup } from 'xstate';
import type { BulkCheck, BulkJob, BulkStatus } from '#contract/bulk.contract.ts';
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

/**
 * Milliseconds without a word about a job that should move, after which it is read again. Ours: a chunk takes less
 * than a second, so that ten without one mean that something was missed.
 */
export const BULK_QUIET_MS = 10_000;

/** What `bulkMachine` can do: its ports, guards and actions. The chart stands in `bulk.machine.ts`. */
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
    readJob: promisePort<BulkJob, { id: number }>('readJob'),
    changeJob: promisePort<BulkJob, { id: number; change: BulkJobChange }>('changeJob'),
    jobBroadcasts: streamPort<BulkFact, { id: number }>('jobBroadcasts'),
  },
  delays: { quiet: BULK_QUIET_MS },
  guards: {
    hasId: ({ context }) => context.id !== null,
    hasJob: ({ context }) => context.job !== null,
    isMoving: ({ context }) => context.job !== null && isRunning(context.job.status),
    standsAt: ({ context }, params: { status: BulkStatus }) => context.job?.status === params.status,
    isMissing: ({ event }) => event.type === 'job.missed' && event.refusal.missing,
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
    adopt: enqueueActions(({ context, enqueue }, { job }: { job: BulkJob }) => {
      if (!isNewer(context, job)) return;
      enqueue.assign({ id: job.id, job });
      enqueue.raise({ type: 'job.adopted' });
    }),
    ask: raise((_, params: { change: BulkJobChange }) => ({ type: 'change.asked' as const, change: params.change })),
  },
});

/** What is asked for; these states are entered with a selection and a change only. */
export const wishOf = ({ selection, change }: BulkContext): BulkWish => ({ selection: selection!, change: change! });
