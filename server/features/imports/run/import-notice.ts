import { formatCount, formatCounted } from '#rules/words/format-count.ts';
import type { Tx } from '../../../db/tx.ts';
import { notify, WATCHED_MS } from '../../notifications/notify.ts';
import { type AttemptRow, toAttempt } from '../attempt.ts';

/** Notifies the user who runs an import of its end, in the transaction of that end. */
export function tellEnd(tx: Tx, row: AttemptRow, at: Date): Promise<void> {
  const { id, status, file_name: file, counts, failure, done_rows: rows } = toAttempt(row);
  const isDone = status === 'done';
  const sums = [
    `${formatCount(counts.created)} created`,
    `${formatCount(counts.updated)} updated`,
    `${formatCount(counts.skipped)} skipped`,
    formatCounted(counts.problems, 'problem', 'problems'),
  ].join(', ');
  return notify(tx, {
    accountId: row.account_id,
    userId: row.user_id,
    kind: 'import',
    aboutId: id,
    occurrence: `${status}:${row.version}`,
    title: isDone ? `${file} imported: ${formatCounted(rows, 'row', 'rows')}` : `${file} wasn't imported`,
    body: isDone ? sums : (failure ?? ''),
    href: `/imports/${id}`,
    at,
    isSeen: isDone && counts.problems === 0 && row.active_ms < WATCHED_MS,
  });
}
