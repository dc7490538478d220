import type { Pool } from '#contract/pools.contract.ts';
import type { Tx } from '../../db/tx.ts';

export const findPools = (tx: Tx): Promise<Pool[]> => tx.raw('select id, name from pools order by lower(name), id');

export const findHeldPools = (tx: Tx, userId: number): Promise<Pool[]> =>
  tx.raw(
    `select p.id, p.name from pools p join pool_holders h on h.pool_id = p.id
     where h.user_id = $1 order by lower(p.name), p.id`,
    [userId],
  );
