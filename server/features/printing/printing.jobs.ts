import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { runPrint } from './run-print.ts';

/** Interval for finding print jobs without a worker, in ms. Our choice: as for bulk jobs. */
export const PRINT_ORPHANS_EVERY_MS = 5_000;

export const printingJobs = (deps: Deps) =>
  ({ 'printing.run': (data, signal) => runPrint(deps, data, signal) }) satisfies JobHandlers;

/** Gives every unfinished print its worker again; where it has one nothing happens, since a queue takes one job a key. */
export async function resumeOrphanedPrints(deps: Deps): Promise<void> {
  const found = await outsideAccounts<{ account_id: number; job_id: number }>(
    deps.pool,
    'select account_id, job_id from find_unfinished_print_jobs()',
  );
  for (const { account_id: accountId, job_id: jobId } of found) {
    await withAccount(deps.pool, { accountId }, (tx) =>
      deps.jobs.resume(tx, 'printing.run', { accountId, jobId }, String(jobId)),
    );
  }
}
