import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { stepOf } from './totp.ts';
import { acceptStep, findTwoFactor } from './two-factor.sql.ts';

/** Whose seal the seed of a person carries. */
export const sealOwner = (userId: number): string => `user:${userId}`;

/** As people type it: apps show a code in two groups. */
export const digitsOf = (code: string): string => code.replaceAll(/[\s-]/g, '');

/**
 * Whether it is a code of the person's app that was not used before. A code works once, also when it comes several
 * times at the same moment, and none works that is older than the last one. Recovery codes and mailed codes do not.
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
