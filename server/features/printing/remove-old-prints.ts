import { outsideAccounts, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { removeSpare } from '../files/spare-bytes.ts';
import { tellPrint } from './print-events.ts';
import { keptSince } from './print-job.ts';
import { changePrint } from './print-jobs.sql.ts';

/** Interval for finding expired files, in ms. Our choice: once an hour. */
export const OLD_PRINTS_EVERY_MS = 3_600_000;

/** Files looked up at a time. Our choice. */
const FILES_AT_ONCE = 200;

/** Takes the file of a print out of its row, and tells so. */
export const forgetPrintFile = async (tx: Tx, jobId: number): Promise<void> =>
  tellPrint(tx, await changePrint(tx, jobId, { file_key: null }), 'print.changed');

/** Removes the files of old prints; what was printed stays in the history of its contacts. */
export async function removeOldPrints(deps: Pick<Deps, 'pool' | 'storage' | 'now' | 'log'>): Promise<void> {
  let found: { account_id: number; job_id: number; file_key: string }[];
  do {
    found = await outsideAccounts(deps.pool, 'select account_id, job_id, file_key from find_old_print_files($1, $2)', [
      keptSince(deps.now()),
      FILES_AT_ONCE,
    ]);
    for (const { account_id: accountId, job_id: jobId, file_key: key } of found) {
      await withAccount(deps.pool, { accountId }, (tx) => forgetPrintFile(tx, jobId));
      await removeSpare(deps, key);
    }
  } while (found.length === FILES_AT_ONCE);
}
