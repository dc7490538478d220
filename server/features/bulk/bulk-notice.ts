import { formatContacts, formatCount } from '#rules/words/format-count.ts';
import type { Tx } from '../../db/tx.ts';
import { notify, WATCHED_MS } from '../notifications/notify.ts';
import type { BulkJobRow } from './bulk-job.ts';

/** Notifies the user who requested a bulk change of its end, in the transaction of that end. */
export function tellEnd(tx: Tx, job: BulkJobRow, at: Date): Promise<void> {
  const { id, status, failure, changed, refused } = job;
  const isDone = status === 'done';
  return notify(tx, {
    accountId: job.account_id,
    userId: job.user_id,
    kind: 'bulk',
    aboutId: id,
    occurrence: `${status}:${job.version}`,
    title: isDone ? `Bulk change done: ${formatContacts(changed)} changed` : 'Bulk change failed',
    body: isDone ? (refused === 0 ? '' : `${formatCount(refused)} skipped.`) : (failure ?? ''),
    href: `/contacts/bulk/${id}`,
    at,
    isSeen: isDone && refused === 0 && job.active_ms < WATCHED_MS,
  });
}
