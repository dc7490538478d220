import { formatContacts, formatCount } from '#rules/words/format-count.ts';
import type { Tx } from '../../db/tx.ts';
import { notify, WATCHED_MS } from '../notifications/notify.ts';
import type { AttemptRow } from './transfer-attempt.ts';
import { countReceived } from './transfer-rows.sql.ts';

const aboutOf = ({ id, account_id: accountId }: AttemptRow) =>
  ({ accountId, kind: 'transfer', aboutId: id, href: `/transfers/${id}` }) as const;

const nameOf = ({ people }: AttemptRow, userId: number): string =>
  people.find(({ id }) => id === userId)?.name ?? 'Someone';

/** Notifies each recipient of what they were given, and the caller of the end unless an answer does, in the transaction of that end. */
export async function tellComplete(
  tx: Tx,
  after: AttemptRow,
  at: Date,
  { isAnswered }: { readonly isAnswered: boolean },
): Promise<void> {
  const about = aboutOf(after);
  for (const { user_id: userId, contacts } of await countReceived(tx, after.id)) {
    if (userId === after.user_id) continue;
    await notify(tx, {
      ...about,
      userId,
      occurrence: 'received',
      title: `${nameOf(after, after.user_id)} transferred ${formatContacts(contacts)} to you`,
      body: after.note,
      at,
    });
  }
  if (isAnswered) return;
  await notify(tx, {
    ...about,
    userId: after.user_id,
    occurrence: 'complete',
    title: `Transfer done: ${formatContacts(after.moved)}`,
    body: after.left_alone === 0 ? '' : `${formatCount(after.left_alone)} skipped.`,
    at,
    isSeen: after.left_alone === 0 && after.active_ms < WATCHED_MS,
  });
}

/** Notifies the caller that a transfer has failed, or the user who reverts it that the revert has. */
export const tellFailed = (tx: Tx, failed: AttemptRow, what: 'transfer' | 'revert', at: Date): Promise<void> =>
  notify(tx, {
    ...aboutOf(failed),
    userId: what === 'revert' ? (failed.reverter_id ?? failed.user_id) : failed.user_id,
    occurrence: `${what} failed:${failed.version}`,
    title: what === 'revert' ? 'Reverting a transfer failed' : 'Transfer failed',
    body: failed.failure ?? '',
    at,
  });
