import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { checkDuplicates } from './check-duplicates.ts';

/** Interval for finding contacts to check, in ms. Our choice: a duplicate appears soon after it was created. */
export const DUPLICATES_EVERY_MS = 5_000;

export const duplicatesJobs = (deps: Deps) =>
  ({
    'duplicates.check': (data, signal) => checkDuplicates(deps, data, signal),
  }) satisfies JobHandlers;

/** Gives every account with contacts to look at its worker; where it has one nothing happens. */
export async function checkQueuedDuplicates(deps: Deps): Promise<void> {
  const found = await outsideAccounts<{ account_id: number }>(
    deps.pool,
    'select account_id from find_duplicate_checks()',
  );
  for (const { account_id: accountId } of found) {
    await withAccount(deps.pool, { accountId }, (tx) =>
      deps.jobs.resume(tx, 'duplicates.check', { accountId }, String(accountId)),
    );
  }
}
