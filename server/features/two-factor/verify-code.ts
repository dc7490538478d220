import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { stepOf } from './totp.ts';
import { acceptStep, findTwoFactor } from './two-factor.sql.ts';

/** Context that binds a user's seed. */
export const sealOwner = (userId: number): string => `user:${userId}`;

/** Accepts typed codes: apps show a code in two groups. */
export const digitsOf = (code: string): string => code.replaceAll(/[\s-]/g, '');

/**
 * True for a current, unused code of the user's app. A code works once, even if sent several times simultaneously, and
 * no code older than the last one works. Recovery codes and sent codes don't count.
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
