import { FILE_RESTORE_DAYS } from '#contract/files.contract.ts';
import { dayStillRunning } from '#rules/time/days.ts';
import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { lockFile, markRemoved } from './files.sql.ts';
import { removeSpare } from './spare-bytes.ts';

const DAY_MS = 24 * 3_600_000;

/** Files of one run, so that none runs long. Ours. */
const MOST = 500;

/** Removes the bytes of files that were deleted longer ago than they can be brought back. */
export async function removeDeletedFiles(deps: Pick<Deps, 'pool' | 'now' | 'storage' | 'log'>): Promise<void> {
  const now = deps.now();
  const before = new Date(now.getTime() - FILE_RESTORE_DAYS * DAY_MS);
  const found = await outsideAccounts<{ account_id: number; file_id: number }>(
    deps.pool,
    'select account_id, file_id from find_deleted_files($1, $2)',
    [before, MOST],
  );
  for (const { account_id: accountId, file_id: fileId } of found) {
    const spare = await withAccount(deps.pool, { accountId }, async (tx) => {
      const file = await lockFile(tx, fileId);
      if (file?.deleted_at == null || file.deleted_at >= before || file.held || file.soa) return [];
      if (file.keep_until !== null && dayStillRunning(now) <= file.keep_until) return [];
      await markRemoved(tx, fileId, now);
      return [file.file_key, file.view_key, file.thumb_key];
    });
    for (const key of spare) if (key !== null) await removeSpare(deps, key);
  }
}
