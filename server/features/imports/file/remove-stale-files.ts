import { IMPORT_UNDO_DAYS } from '#contract/imports.contract.ts';
import { outsideAccounts, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { removeKept } from './kept-text.ts';
import { markFileRemoved } from '../imports.sql.ts';

export { markFileRemoved };

const DAY_MS = 24 * 3600 * 1000;

/** Files of one run, so that none runs long. Ours. */
const MOST = 500;

/**
 * Removes uploaded files whose import ended or was never started, longer ago than an import can be undone, and
 * leftovers of interrupted uploads. A later retry of such an import reports that its file is gone.
 */
export async function removeStaleFiles(deps: Pick<Deps, 'pool' | 'now' | 'storage' | 'log'>): Promise<void> {
  const now = deps.now();
  const before = new Date(now.getTime() - IMPORT_UNDO_DAYS * DAY_MS);
  const found = await outsideAccounts<{ account_id: number; import_id: number }>(
    deps.pool,
    'select account_id, import_id from find_stale_import_files($1, $2)',
    [before, MOST],
  );
  for (const { account_id: accountId, import_id: importId } of found) {
    const kept = await withAccount(deps.pool, { accountId }, (tx) => markFileRemoved(tx, importId, before, now));
    if (kept !== null) await removeKept(deps, kept);
  }
  await deps.storage.sweep(new Date(now.getTime() - DAY_MS));
}
