import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { runBulk, undoBulk } from './run-bulk.ts';

/**
 * Interval for finding bulk jobs without a worker, in ms. Our choice: as for imports, below the 30 s of promise P18.
 */
export const BULK_ORPHANS_EVERY_MS = 5_000;

export const bulkJobs = (deps: Deps) =>
  ({
    'bulk.run': (data, signal) => runBulk(deps, data, signal),
    'bulk.undo': (data, signal) => undoBulk(deps, data, signal),
  }) satisfies JobHandlers;

/** Gives every unfinished bulk job its worker again; where it has one nothing happens, since a queue takes one job a key. */
export async function resumeOrphanedBulkJobs(deps: Deps): Promise<void> {
  const found = await outsideAccounts<{ account_id: number; job_id: number; status: string }>(
    deps.pool,
    'select account_id, job_id, status from find_unfinished_bulk_jobs()',
  );
  for (const { account_id: accountId, job_id: jobId, status } of found) {
    const name = status === 'undoing' ? 'bulk.undo' : 'bulk.run';
    await withAccount(deps.pool, { accountId }, (tx) =>
      deps.jobs.resume(tx, name, { accountId, jobId }, String(jobId)),
    );
  }
}
