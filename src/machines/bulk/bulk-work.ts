import type { BulkJob, BulkStatus } from '#contract/bulk.contract.ts';
import { type KindOfWork, WORK_QUIET_MS } from '../_running/work.ts';

const RUNNING: readonly BulkStatus[] = ['queued', 'processing', 'cancelling', 'undoing'];

/** True when the server is working on it, so that updates are expected. */
export const isRunning = (status: BulkStatus): boolean => RUNNING.includes(status);

const isCancellable = ({ status }: BulkJob): boolean => status === 'queued' || status === 'processing';

const isUndoable = ({ status, counts }: BulkJob): boolean =>
  !isRunning(status) && status !== 'undone' && counts.changed > 0;

/** Changes of many contacts, and their undo. */
export const bulkWork: KindOfWork<BulkJob> = {
  refOf: ({ id }) => id,
  stageOf: ({ status }) => (isRunning(status) ? 'running' : 'ended'),
  offers: (job, command) => (command === 'cancel' && isCancellable(job)) || (command === 'undo' && isUndoable(job)),
  quietMs: WORK_QUIET_MS,
  givesUp: false,
};

/** Progress of the change, or of its undo. */
export function progressOf({ status, undo, counts, done, total }: BulkJob): { done: number; total: number } {
  if (status === 'undoing' || status === 'undone') {
    return { done: (undo?.put_back ?? 0) + (undo?.kept ?? 0), total: counts.changed };
  }
  return { done, total };
}
