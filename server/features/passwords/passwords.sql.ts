import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';

export interface Person {
  account_id: number;
  user_id: number;
  username: string;
  email: string;
}

/** Users with this user name or e-mail address. */
export const findPeople = (pool: Pool, wanted: string) =>
  outsideAccounts<Person>(pool, 'select account_id, user_id, username, email from find_people_to_reset($1)', [wanted]);

export interface Owner {
  account_id: number;
  user_id: number;
}

/** User of a token. `null`: unknown. */
export const findOwner = async (pool: Pool, hash: Buffer): Promise<Owner | null> =>
  (await outsideAccounts<Owner>(pool, 'select account_id, user_id from find_password_reset($1)', [hash]))[0] ?? null;

export interface NewReset {
  readonly hash: Buffer;
  readonly accountId: number;
  readonly userId: number;
  readonly at: Date;
  readonly expiresAt: Date;
}

export const insertReset = (tx: Tx, { hash, accountId, userId, at, expiresAt }: NewReset) =>
  tx.raw(
    `insert into password_resets (token_hash, account_id, user_id, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
    [hash, accountId, userId, at, expiresAt],
  );

/** Every token of a person stops to work. */
export async function endResets(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx.raw('update password_resets set used_at = $2 where user_id = $1 and used_at is null', [userId, at]);
}

/** No code is mailed to the person before. */
export const trustMailFrom = (tx: Tx, userId: number, from: Date) =>
  tx.raw('update users set mail_trusted_from = $2 where id = $1', [userId, from]);

/** Tokens of a person that are over. */
export const forgetResets = (tx: Tx, userId: number, at: Date) =>
  tx.raw('delete from password_resets where user_id = $1 and expires_at < $2', [userId, at]);

/** Uses a token up. False: it was used, or is over. The `where` makes it work once. */
export async function takeReset(tx: Tx, hash: Buffer, at: Date): Promise<boolean> {
  const rows = await tx.raw(
    `update password_resets set used_at = $2 where token_hash = $1 and used_at is null and expires_at > $2 returning 1`,
    [hash, at],
  );
  return rows.length > 0;
}

export async function isResetOpen(tx: Tx, hash: Buffer, at: Date): Promise<boolean> {
  const rows = await tx.raw(
    'select 1 from password_resets where token_hash = $1 and used_at is null and expires_at > $2',
    [hash, at],
  );
  return rows.length > 0;
}

export interface Subject {
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  active: boolean;
  two_factor: boolean;
}

export async function findSubject(tx: Tx, userId: number): Promise<Subject | null> {
  const rows = await tx.raw<Subject>(
    `select u.username, u.email, u.first_name, u.last_name, u.active,
            exists (select from two_factors t where t.user_id = u.id and t.enabled_at is not null) as two_factor
     from users u where u.id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

/** `isShort`: it would not be long enough without two-factor. */
export const setPassword = (
  tx: Tx,
  { userId, passwordHash, isShort, at }: { userId: number; passwordHash: string; isShort: boolean; at: Date },
) =>
  tx.raw(
    `update users set password_hash = $2, password_short = $3, password_changed_at = $4,
            change_password = $3 and not exists (
              select from two_factors t where t.user_id = users.id and t.enabled_at is not null)
     where id = $1`,
    [userId, passwordHash, isShort, at],
  );
