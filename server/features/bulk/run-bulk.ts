import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import { WorkMeter } from '../imports/work-meter.ts';
import { tellJob } from './bulk-events.ts';
import { changeJob, lockJob } from './bulk-jobs.sql.ts';
import { doStep, type Stepped, undoStep } from './bulk-steps.ts';

const OURS = 'It stopped because of a fault of ours. What is changed stays, and can be undone.';

/** What the jobs need of the outside. */
type Ground = Pick<Deps, 'config' | 'pool' | 'now' | 'log'>;

/** Job `bulk.run`: does a change chunk by chunk; a killed one goes on at its cursor. */
export function runBulk(deps: Ground, data: JobData['bulk.run'], signal: AbortSignal): Promise<void> {
  const meter = new WorkMeter();
  const watch = { measure: (rows: number) => meter.add(rows), tell: tellJob };
  return inSteps(deps, data, signal, (tx) => doStep(deps, tx, data.jobId, watch));
}

/** Job `bulk.undo`: puts back chunk by chunk. */
export const undoBulk = (deps: Ground, data: JobData['bulk.undo'], signal: AbortSignal): Promise<void> =>
  inSteps(deps, data, signal, (tx) => undoStep(tx, data.jobId, deps.now()));

async function inSteps(
  deps: Ground,
  { accountId, jobId }: JobData['bulk.run'],
  signal: AbortSignal,
  step: (tx: Tx) => Promise<Stepped | null>,
): Promise<void> {
  try {
    while (!signal.aborted) {
      if ((await withAccount(deps.pool, { accountId }, step)) === null) return;
    }
  } catch (error) {
    if (signal.aborted) return;
    await endAsFailed(deps, { accountId, jobId }, error);
  }
}

/** The sentence for a failure that trying again at once cannot heal; `null`: the database is away. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message;
  if (error instanceof TypeError || error instanceof RangeError) return OURS;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // SQLSTATE classes of faulty data and faulty statements.
  return /^(22|23|42)...$/.test(code) ? OURS : null;
}

/** @throws the error itself when another try may succeed. */
async function endAsFailed(deps: Ground, { accountId, jobId }: JobData['bulk.run'], error: unknown): Promise<void> {
  const failure = sentenceOf(error);
  if (failure === null) throw error;
  if (!(error instanceof Refusal)) deps.log.error({ err: error, bulkJobId: jobId }, 'bulk job failed');
  await withAccount(deps.pool, { accountId }, async (tx) => {
    await lockJob(tx, jobId, null);
    const failed = await changeJob(tx, jobId, { status: 'failed', failure, rate: 0, finished_at: deps.now() });
    await tellJob(tx, failed, 'bulk.changed');
  });
}
