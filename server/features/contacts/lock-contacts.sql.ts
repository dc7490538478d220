import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/**
 * Locks contacts until the transaction ends, in the order of their ids, so that no two transactions wait for each other.
 * A transaction locks all of its contacts before their related records (docs/ARCHITECTURE.md, "Lock order").
 * `ids`: the ids, or a query for one array of them.
 */
export async function lockContacts(tx: Tx, ids: readonly number[] | RawBuilder<unknown>): Promise<void> {
  if (Array.isArray(ids) && ids.length === 0) return;
  await tx.all(sql`select count(*) from (
    select from contacts c where c.id = any((${ids})::bigint[]) order by c.id for no key update
  ) held`);
}
