import type { Tx } from '../../../db/tx.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import { tellText } from '../tell-texts.ts';
import { cancelThese, findWaiting, lockNumber } from '../texts.sql.ts';

export { countWaiting } from '../texts.sql.ts';

interface Stopping {
  /** Id of a text; only later ones are stopped. */
  readonly after: number;
  readonly limit: number;
  /** One sentence. */
  readonly reason: string;
}

/**
 * Cancels texts of the account that wait for their time or for the carrier. The numbers are locked first, then the contacts,
 * as where one text is sent. `last`: the text to continue after; `null`: there are no more.
 */
export async function stopTexts(
  tx: Tx,
  accountId: number,
  { after, limit, reason }: Stopping,
): Promise<{ stopped: number; last: number | null }> {
  const found = await findWaiting(tx, after, limit);
  const numbers = [...new Set(found.map(({ to_number: number }) => number))].toSorted();
  for (const number of numbers) await lockNumber(tx, number);
  await lockContacts(tx, [...new Set(found.flatMap(({ contact_id: id }) => id ?? []))]);
  const canceled = await cancelThese(
    tx,
    found.map(({ id }) => id),
    reason,
  );
  for (const { id } of canceled) await tellText(tx, accountId, id);
  return { stopped: canceled.length, last: found.length < limit ? null : (found.at(-1)?.id ?? null) };
}
