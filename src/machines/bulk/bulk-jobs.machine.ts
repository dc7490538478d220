import type { ActorRefFrom } from 'xstate';
import type { BulkJob } from '#contract/bulk.contract.ts';
import { runningWork } from '../_running/running-work.ts';
import { isRunning } from './bulk-context.ts';

/** The bulk jobs of one person that run. */
export const bulkJobsMachine = runningWork<BulkJob>('bulk-jobs', ({ status }) => isRunning(status));

export type BulkJobsActor = ActorRefFrom<typeof bulkJobsMachine>;
