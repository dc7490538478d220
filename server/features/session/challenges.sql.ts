import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';

/** First step before a second one. */
export type FirstStep = 'password' | 'sso';

export interface Owner {
  account_id: number;
  user_id: number;
}

/** User of a challenge. `null`: unknown. */
export const findOwner = async (pool: Pool, hash: Buffer): Promise<Owner | null> =>
  (await outsideAccounts<Owner>(pool, 'select account_id, user_id from find_challenge($1)', [hash]))[0] ?? null;

export interface NewChallenge {
  readonly hash: Buffer;
  readonly accountId: number;
  readonly userId: number;
  readonly firstStep: FirstStep;
  readonly at: Date;
  readonly expiresAt: Date;
}

export const insertChallenge = (
  tx: Tx,
  { hash, accountId, userId, firstStep, at, expiresAt }: NewChallenge,
): Promise<unknown> =>
  tx.raw(
    `insert into sign_in_challenges (secret_hash, account_id, user_id, first_step, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [hash, accountId, userId, firstStep, at, expiresAt],
  );

/** Challenges that expired long ago. */
export const forgetChallenges = (tx: Tx, userId: number, before: Date) =>
  tx.raw('delete from sign_in_challenges where user_id = $1 and expires_at < $2', [userId, before]);

/** Counts a guess at an open challenge before it is looked at. False: it is over, or was guessed at too often. */
export async function countAttempt(tx: Tx, hash: Buffer, most: number, at: Date): Promise<boolean> {
  const rows = await tx.raw(
    `update sign_in_challenges set failures = failures + 1
     where secret_hash = $1 and used_at is null and expires_at > $3 and failures < $2 returning 1`,
    [hash, most, at],
  );
  return rows.length > 0;
}

interface OpenChallenge {
  first_step: FirstStep;
  /** Valid code that was sent last by e-mail or text; `null` for none. */
  code_hash: Buffer | null;
}

/** Claims the challenge; others wait for the outcome. `null`: used or expired. */
export async function lockChallenge(tx: Tx, hash: Buffer, at: Date): Promise<OpenChallenge | null> {
  const rows = await tx.raw<OpenChallenge>(
    `select first_step, case when code_expires_at > $2 then code_hash end as code_hash
     from sign_in_challenges where secret_hash = $1 and used_at is null and expires_at > $2 for update`,
    [hash, at],
  );
  return rows[0] ?? null;
}

export const closeChallenge = (tx: Tx, hash: Buffer, at: Date) =>
  tx.raw('update sign_in_challenges set used_at = $2 where secret_hash = $1', [hash, at]);

/** Another code takes the place of the one before. False: the challenge is over, or had its share of codes. */
export async function keepCode(
  tx: Tx,
  { hash, codeHash, most, at, until }: { hash: Buffer; codeHash: Buffer; most: number; at: Date; until: Date },
): Promise<boolean> {
  const rows = await tx.raw(
    `update sign_in_challenges set code_hash = $2, code_expires_at = least($5, expires_at), codes_sent = codes_sent + 1
     where secret_hash = $1 and used_at is null and expires_at > $4 and codes_sent < $3 returning 1`,
    [hash, codeHash, most, at, until],
  );
  return rows.length > 0;
}

/** Sign-ins of a person that wait for their second step. */
export const endOpenChallenges = (tx: Tx, userId: number, at: Date) =>
  tx.raw('update sign_in_challenges set used_at = $2 where user_id = $1 and used_at is null', [userId, at]);

export async function findPasswordHash(tx: Tx, userId: number): Promise<string> {
  const rows = await tx.raw<{ password_hash: string }>('select password_hash from users where id = $1', [userId]);
  return rows[0]?.password_hash ?? '';
}
