import { randomInt } from 'node:crypto';
import type { Tx } from '../../db/tx.ts';
import { hashOf } from '../../http/authentication.ts';
import { replaceRecoveryCodes, takeRecoveryCode } from './two-factor.sql.ts';

/** Number of codes. Source: promise P4. */
export const RECOVERY_CODES = 10;

/** Excludes characters that look alike. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/** 24 letters of 31 are 118 bits, enough for a quick hash. Source: promise P4. */
const GROUPS = 6;
const GROUP = 4;

const letter = (): string => LETTERS.charAt(randomInt(LETTERS.length));

/** `k3fv-9w2n-…`, six groups. */
const newCode = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP }, letter).join('')).join('-');

const hashOfCode = (code: string): Buffer => hashOf(code.toLowerCase().replaceAll(/[^a-z\d]/g, ''));

/** Replaces a user's codes with ten new ones; only their hashes are stored. */
export async function giveRecoveryCodes(tx: Tx, accountId: number, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await replaceRecoveryCodes(tx, accountId, userId, codes.map(hashOfCode));
  return codes;
}

/** True for one of their unused codes. */
export const spendRecoveryCode = (tx: Tx, userId: number, code: string, at: Date): Promise<boolean> =>
  takeRecoveryCode(tx, userId, hashOfCode(code), at);
