import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { revertTransfer, runTransfer } from './run-transfer.ts';

/**
 * Interval for finding transfers without a worker, in ms. Our choice: as for bulk jobs, below the 30 s of promise P18.
 */
export const TRANSFER_ORPHANS_EVERY_MS = 5_000;

export const transfersJobs = (deps: Deps) =>
  ({
    'transfers.run': (data, signal) => runTransfer(deps, data, signal),
    'transfers.revert': (data, signal) => revertTransfer(deps, data, signal),
  }) satisfies JobHandlers;

/** Gives every unfinished transfer its worker again; where it has one nothing happens, since a queue takes one job a key. */
export async function resumeOrphanedTransfers(deps: Deps): Promise<void> {
  const found = await outsideAccounts<{ account_id: number; transfer_id: number; reverting: boolean }>(
    deps.pool,
    'select account_id, transfer_id, reverting from find_unfinished_transfers()',
  );
  for (const { account_id: accountId, transfer_id: transferId, reverting } of found) {
    const name = reverting ? 'transfers.revert' : 'transfers.run';
    await withAccount(deps.pool, { accountId }, (tx) =>
      deps.jobs.resume(tx, name, { accountId, transferId }, String(transferId)),
    );
  }
}
