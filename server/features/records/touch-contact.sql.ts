import type { Tx } from '../../db/tx.ts';

/** Notes that somebody worked on a contact; that is no new version of it. */
export const touchContact = (tx: Tx, contactId: number, at: Date) =>
  tx.raw('update contacts set last_touch_at = greatest(last_touch_at, $2) where id = $1', [contactId, at]);
