import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { inSteps } from '../../jobs/in-steps.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import { WorkMeter } from '../../jobs/work-meter.ts';
import { tellJob } from './bulk-events.ts';
import { tellEnd } from './bulk-notice.ts';
import { changeJob, lockJob } from './bulk-jobs.sql.ts';
import { startNothing } from '../sequences/start-nothing.ts';
import { doStep, undoStep } from './bulk-steps.ts';

const OURS = 'The job failed because of an error on our side. Changes made so far are kept and can be undone.';

/** External dependencies of the jobs. */
type Ground = Pick<Deps, 'config' | 'pool' | 'now' | 'log' | 'seal'>;

/** Job `bulk.run`: applies a change chunk by chunk; a killed one resumes at its cursor. */
export function runBulk(deps: Ground, data: JobData['bulk.run'], signal: AbortSignal): Promise<void> {
  const meter = new WorkMeter();
  const watch = { measure: (rows: number) => meter.add(rows), tell: tellJob, notify: tellEnd };
  return work(deps, data, signal, (tx) => doStep(deps, tx, data.jobId, watch));
}

/** Job `bulk.undo`: puts back chunk by chunk. */
export const undoBulk = (deps: Ground, data: JobData['bulk.undo'], signal: AbortSignal): Promise<void> =>
  work(deps, data, signal, async (tx) => {
    await startNothing(tx);
    return undoStep(tx, data.jobId, deps.now());
  });

function work(
  deps: Ground,
  { accountId, jobId }: JobData['bulk.run'],
  signal: AbortSignal,
  step: (tx: Tx) => Promise<object | null>,
): Promise<void> {
  const fail = async (tx: Tx, failure: string) => {
    await lockJob(tx, jobId, null);
    const failed = await changeJob(tx, jobId, { status: 'failed', failure, rate: 0, finished_at: deps.now() });
    await tellJob(tx, failed, 'bulk.changed');
    await tellEnd(tx, failed, deps.now());
  };
  return inSteps(deps, { accountId, names: { bulkJobId: jobId }, step, fail, ours: OURS }, signal);
}
