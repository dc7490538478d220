import type { Tx } from '../../db/tx.ts';

/** Ids of a user's downline, with or without the user. */
export async function findBelow(tx: Tx, userId: number, withSelf: boolean): Promise<number[]> {
  const rows = await tx.prepared<{ ids: number[] }>(
    `select array(select descendant_id from user_tree where ancestor_id = $1 and depth >= $2) as ids`,
    [userId, withSelf ? 0 : 1],
  );
  return rows[0]?.ids ?? [];
}

/** A user's visibility beyond their own contacts: downline, business unit, and the pools they hold. */
export async function findVisibility(tx: Tx, userId: number, businessUnitId: number | null) {
  const rows = await tx.prepared<{ owners: number[]; pools: number[] }>(
    `select array(select descendant_id from user_tree where ancestor_id = $1
                  union select id from users where business_unit_id = $2) as owners,
            array(select pool_id from pool_holders where user_id = $1) as pools`,
    [userId, businessUnitId],
  );
  return rows[0] ?? { owners: [], pools: [] };
}

export async function poolExists(tx: Tx, poolId: number): Promise<boolean> {
  return (await tx.raw('select from pools where id = $1', [poolId])).length > 0;
}

export async function userExists(tx: Tx, userId: number): Promise<boolean> {
  return (await tx.raw('select from users where id = $1', [userId])).length > 0;
}
