import type { Pool, PoolWithHolders } from '#contract/pools.contract.ts';
import type { Tx } from '../../db/tx.ts';

export const findPools = (tx: Tx): Promise<Pool[]> => tx.raw('select id, name from pools order by lower(name), id');

export const findHeldPools = (tx: Tx, userId: number): Promise<Pool[]> =>
  tx.raw(
    `select p.id, p.name from pools p join pool_holders h on h.pool_id = p.id
     where h.user_id = $1 order by lower(p.name), p.id`,
    [userId],
  );

/** A pool that this person holds, or any with `null`. */
export async function findPool(tx: Tx, id: number, heldBy: number | null): Promise<PoolWithHolders | null> {
  const rows = await tx.raw<PoolWithHolders>(
    `select p.id, p.name, coalesce((
       select jsonb_agg(jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) order by u.sort_key, u.id)
       from pool_holders h join users u on u.id = h.user_id where h.pool_id = p.id), '[]') as holders
     from pools p where p.id = $1
       and ($2::bigint is null or exists (select from pool_holders h where h.pool_id = p.id and h.user_id = $2))
     for update of p`,
    [id, heldBy],
  );
  return rows[0] ?? null;
}

/** Adds a pool; `null` when there is one of that name. */
export async function insertPool(tx: Tx, name: string): Promise<number | null> {
  const rows = await tx.raw<{ id: number }>(
    `insert into pools (account_id, name) values (app_account_id(), $1)
     on conflict (account_id, name) do nothing returning id`,
    [name],
  );
  return rows[0]?.id ?? null;
}

/** Others who ask for a name wait for this transaction. */
export async function isPoolNamed(tx: Tx, name: string, besides: number): Promise<boolean> {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('pools', app_account_id()))`);
  return (await tx.raw('select from pools where lower(name) = lower($1) and id <> $2', [name, besides])).length > 0;
}

export const renamePool = (tx: Tx, id: number, name: string) =>
  tx.raw('update pools set name = $2 where id = $1', [id, name]);

export async function setHolders(tx: Tx, id: number, holders: readonly number[]): Promise<void> {
  await tx.raw('delete from pool_holders where pool_id = $1 and user_id <> all($2::bigint[])', [id, holders]);
  await tx.raw(
    `insert into pool_holders (account_id, pool_id, user_id)
     select app_account_id(), $1, holder from unnest($2::bigint[]) holder on conflict do nothing`,
    [id, holders],
  );
}

/** Those of `ids` who are active people of the account; of one business unit unless it is `null`. */
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

/** Contacts that became a part of another one lie in no pool then: nobody can give them another one. */
export const deletePoolRow = async (tx: Tx, id: number) => {
  await tx.raw(
    'update contacts set pool_id = null where account_id = app_account_id() and pool_id = $1 and merged_into_id is not null',
    [id],
  );
  await tx.raw('delete from pool_holders where pool_id = $1', [id]);
  await tx.raw('delete from pools where id = $1', [id]);
};
