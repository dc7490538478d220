import type { Tx } from '../../db/tx.ts';

/** Returns the `ids` that are tags of this account. */
export async function findTagIds(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.raw<{ id: number }>('select id from tags where id = any($1::bigint[])', [ids]);
  return rows.map((row) => row.id);
}
