import type { Tx } from '../../db/tx.ts';
import { lockUser, revokeKeysOf } from './identity-stack.sql.ts';
import { endProofsOf, endStacksOf } from './session.sql.ts';

/**
 * Ends every stack in which the person stands at any level, revokes their API keys, and ends
 * what they were mailed and had begun to prove: they were deactivated, got other
 * roles or another password. `exceptSession`: the bottom of the one stack that stays. The transaction is of the
 * person's account, and has made the change already.
 */
export async function revokePerson(
  tx: Tx,
  userId: number,
  at: Date,
  { exceptSession }: { exceptSession?: number } = {},
): Promise<void> {
  await lockUser(tx, userId);
  await endStacksOf(tx, userId, at, exceptSession ?? null);
  await revokeKeysOf(tx, userId, at);
  await endProofsOf(tx, userId, at);
}
