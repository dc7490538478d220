import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { runErasure } from './erase-person.ts';

/** Interval for finding erasures without a job, in ms. Our choice. */
export const ERASURES_EVERY_MS = 60_000;

/** Interval for finding evidence whose last day is over, in ms. Our choice. */
export const EXPIRED_EVIDENCE_EVERY_MS = 6 * 3_600_000;

export const erasuresJobs = (deps: Deps) =>
  ({ 'erasures.run': (data, signal) => runErasure(deps, data, signal) }) satisfies JobHandlers;

/** Gives every unfinished erasure its job again; where it has one nothing happens, since a queue takes one job a key. */
export async function resumeErasures(deps: Pick<Deps, 'pool' | 'jobs'>): Promise<void> {
  const found = await outsideAccounts<{ account_id: number; erasure_id: number }>(
    deps.pool,
    'select account_id, erasure_id from find_running_erasures()',
  );
  for (const { account_id: accountId, erasure_id: erasureId } of found) {
    await withAccount(deps.pool, { accountId }, (tx) =>
      deps.jobs.resume(tx, 'erasures.run', { accountId, erasureId }, String(erasureId)),
    );
  }
}
