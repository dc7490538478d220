import type { Tx } from '../../db/tx.ts';
import { lockUser, revokeKeysOf } from './identity-stack.sql.ts';
import { endProofsOf, endStacksOf } from './session.sql.ts';

/**
 * Ends every stack that includes the user at any level, revokes their API keys, and invalidates pending links and
 * challenges: after deactivation, new roles or a new password. `exceptSession`: the bottom of the one stack that stays.
 * The transaction belongs to the user's account, and has already made the change.
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
