import type { Pool } from '../../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../../db/tx.ts';

/** Our call for a carrier's call. `null`: none. */
export async function findCarriedCall(pool: Pool, sid: string): Promise<{ accountId: number; callId: number } | null> {
  const [row] = await outsideAccounts<{ account_id: number; call_id: number }>(
    pool,
    'select account_id, call_id from find_call_by_sid($1)',
    [sid],
  );
  return row === undefined ? null : { accountId: row.account_id, callId: row.call_id };
}

/**
 * A side whose sid belongs to neither leg is controlled by the answered one: a called colleague's, or that of a
 * transfer's target.
 */
export const adoptLeg = (tx: Tx, callId: number, { sid, parent }: { sid: string; parent: string }) =>
  tx.raw(
    `update calls set sid = $2, first_sid = coalesce(first_sid, sid) where id = $1 and sid is not null and sid not in ($2, $3)`,
    [callId, sid, parent],
  );

interface CarriedCall {
  readonly callId: number;
  readonly sid: string;
  readonly answered: boolean;
}

/** Calls of every account that the carrier has had since before `begunBefore`, as far as is known. */
export const findCarriedCalls = (pool: Pool, begunBefore: Date) =>
  outsideAccounts<CarriedCall>(pool, 'select call_id as "callId", sid, answered from find_carried_calls($1)', [
    begunBefore,
  ]);
