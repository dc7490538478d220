import type { Tx } from '../../db/tx.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';

export async function findHolders(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.raw<{ user_id: number }>('select user_id from pool_holders where pool_id = $1 order by 1', [
    id,
  ]);
  return rows.map(({ user_id: holder }) => holder);
}

export async function setHolders(tx: Tx, id: number, holders: readonly number[]): Promise<void> {
  await tx.raw('delete from pool_holders where pool_id = $1 and user_id <> all($2::bigint[])', [id, holders]);
  await tx.raw(
    `insert into pool_holders (account_id, pool_id, user_id)
     select app_account_id(), $1, holder from unnest($2::bigint[]) holder on conflict do nothing`,
    [id, holders],
  );
}

/** Returns the `ids` that are active users of the account, in one business unit unless it is `null`. */
export async function findPeople(tx: Tx, ids: readonly number[], unit: number | null): Promise<number[]> {
  const rows = await tx.raw<{ id: number }>(
    'select id from users where id = any($1::bigint[]) and active and ($2::bigint is null or business_unit_id = $2)',
    [ids, unit],
  );
  return rows.map((row) => row.id);
}

/** Contacts on a shelf, deleted ones too; not those that became a part of another one. */
export async function countOnShelf(tx: Tx, id: number): Promise<number> {
  const [row] = await tx.raw<{ count: number }>(
    'select coalesce(sum(entries), 0)::bigint as count from contact_counts where pool_id = $1',
    [id],
  );
  return row?.count ?? 0;
}

/** Removes contacts from the pool that were merged into another one: no one can assign them another pool. */
export async function clearPool(tx: Tx, id: number): Promise<void> {
  const merged = 'account_id = app_account_id() and pool_id = $1 and merged_into_id is not null';
  const rows = await tx.raw<{ id: number }>(`select id from contacts where ${merged}`, [id]);
  await lockContacts(
    tx,
    rows.map((row) => row.id),
  );
  await tx.raw(`update contacts set pool_id = null where ${merged}`, [id]);
  await tx.raw('delete from pool_holders where pool_id = $1', [id]);
}
