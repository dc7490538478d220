import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { stepOf } from './totp.ts';
import { acceptStep, findTwoFactor } from './two-factor.sql.ts';

/** Context that binds a user's seed. */
export const sealOwner = (userId: number): string => `user:${userId}`;

/** As people type it: apps show a code in two groups. */
export const digitsOf = (code: string): string => code.replaceAll(/[\s-]/g, '');

/**
 * Whether it is a current, unused code of the user's app. A code works once, even when sent several times at the same
 * moment, and none older than the last one works. Recovery codes and sent codes do not count.
 */
export async function verifyCode(
  deps: Pick<Deps, 'seal'>,
  tx: Tx,
  userId: number,
  code: string,
  at: Date,
): Promise<boolean> {
  const digits = digitsOf(code);
  const found = await findTwoFactor(tx, userId);
  if (!/^\d{6}$/.test(digits) || found === null || found.seed === null || found.enabled_at === null) return false;
  const step = stepOf(deps.seal.open(found.seed, sealOwner(userId)), digits, at);
  return step !== null && (await acceptStep(tx, userId, step, at));
}
