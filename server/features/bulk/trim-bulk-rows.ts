import { BULK_UNDO_DAYS } from '#contract/bulk.contract.ts';
import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { changeJob, lockJob } from './bulk-jobs.sql.ts';
import { trimRange } from './bulk-rows.sql.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Interval for removing rows that can no longer be undone, in ms. Our choice: once a day keeps the table small. */
export const TRIM_BULK_EVERY_MS = DAY_MS;

/** Jobs looked up at a time. Our choice. */
const JOBS_AT_ONCE = 1_000;

/** Rows of one transaction. Ours: a part of a second. */
const TRIMMED_AT_ONCE = 20_000;

/** External dependencies of the chore. */
type Ground = Pick<Deps, 'pool' | 'now'>;

/**
 * Removes the rows of jobs that can no longer be undone. Changes then lose their earlier values: the contact's history
 * has them.
 */
export async function trimBulkRows(deps: Ground, rowsAtOnce = TRIMMED_AT_ONCE): Promise<void> {
  const before = new Date(deps.now().getTime() - BULK_UNDO_DAYS * DAY_MS);
  let found: { account_id: number; job_id: number }[];
  do {
    found = await outsideAccounts(deps.pool, 'select account_id, job_id from find_untrimmed_bulk_jobs($1, $2)', [
      before,
      JOBS_AT_ONCE,
    ]);
    for (const { account_id: accountId, job_id: jobId } of found) {
      let from: number | null = 0;
      while (from !== null) from = await trimStretch(deps, { accountId, jobId, before }, { from, rowsAtOnce });
    }
  } while (found.length === JOBS_AT_ONCE);
}

interface Old {
  readonly accountId: number;
  readonly jobId: number;
  readonly before: Date;
}

/** Answers where the next stretch begins; `null`: there is none. */
function trimStretch(
  { pool }: Ground,
  { accountId, jobId, before }: Old,
  { from, rowsAtOnce }: { readonly from: number; readonly rowsAtOnce: number },
): Promise<number | null> {
  return withAccount(pool, { accountId }, async (tx) => {
    const job = await lockJob(tx, jobId, null);
    // The undo started at the last moment.
    if (job === null || job.status === 'undoing' || job.finished_at === null || job.finished_at >= before) return null;
    const to = from + rowsAtOnce;
    await trimRange(tx, { jobId, from, to });
    if (to < job.total) return to;
    await changeJob(tx, jobId, { trimmed: true });
    return null;
  });
}
