import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { runVerification } from './run-verification.ts';

/** Interval for finding runs without a worker, in ms. Our choice: as for bulk jobs. */
export const VERIFICATION_ORPHANS_EVERY_MS = 5_000;

export const verificationsJobs = (deps: Deps) =>
  ({ 'verifications.run': (data, signal) => runVerification(deps, data, signal) }) satisfies JobHandlers;

/** Gives every unfinished run its worker again; where it has one nothing happens, since a queue takes one job a key. */
export async function resumeOrphanedRuns(deps: Deps): Promise<void> {
  const found = await outsideAccounts<{ account_id: number; run_id: number }>(
    deps.pool,
    'select account_id, run_id from find_unfinished_verification_runs()',
  );
  for (const { account_id: accountId, run_id: runId } of found) {
    await withAccount(deps.pool, { accountId }, (tx) =>
      deps.jobs.resume(tx, 'verifications.run', { accountId, runId }, String(runId)),
    );
  }
}
