import { formatContacts } from '#rules/words/format-count.ts';
import type { Tx } from '../../db/tx.ts';
import { notify, WATCHED_MS } from '../notifications/notify.ts';
import type { EndedExport } from './exports.sql.ts';

/** Notifies the user who exported of the end, in the transaction of that end. */
export const tellEnd = (tx: Tx, { id, account_id, user_id, rows, failure, created_at }: EndedExport, at: Date) =>
  notify(tx, {
    accountId: account_id,
    userId: user_id,
    kind: 'export',
    aboutId: id,
    occurrence: 'ended',
    title: failure === null ? `Export done: ${formatContacts(rows ?? 0)}` : 'Export failed',
    body: failure ?? '',
    href: '/exports',
    at,
    isSeen: failure === null && at.getTime() - created_at.getTime() < WATCHED_MS,
  });
