import type { TwoFactorStatus } from '#contract/two-factor.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface TwoFactorRow {
  /** Encrypted. `null` when not set up. */
  seed: Buffer | null;
  /** Encrypted; shown, but not yet confirmed by a code. */
  pending_seed: Buffer | null;
  enabled_at: Date | null;
}

/** `null`: nothing was ever set up. */
export async function findTwoFactor(tx: Tx, userId: number): Promise<TwoFactorRow | null> {
  const text = 'select seed, pending_seed, enabled_at from two_factors where user_id = $1';
  return (await tx.raw<TwoFactorRow>(text, [userId]))[0] ?? null;
}

/** False: this step, or a later one, was accepted before. The `where` makes a code work once. */
export async function acceptStep(tx: Tx, userId: number, step: number, at: Date): Promise<boolean> {
  const rows = await tx.raw(
    `update two_factors set last_step = $2, last_otp_at = $3
     where user_id = $1 and last_step < $2 and enabled_at is not null returning 1`,
    [userId, step, at],
  );
  return rows.length > 0;
}

export const keepPendingSeed = (tx: Tx, accountId: number, userId: number, sealed: Buffer) =>
  tx.raw(
    `insert into two_factors (user_id, account_id, pending_seed) values ($1, $2, $3)
     on conflict (user_id) do update set pending_seed = excluded.pending_seed`,
    [userId, accountId, sealed],
  );

/** The pending seed becomes the seed. False when the confirmed seed is no longer pending. */
export async function enableSeed(
  tx: Tx,
  { userId, sealed, step, at }: { userId: number; sealed: Buffer; step: number; at: Date },
): Promise<boolean> {
  const rows = await tx.raw(
    `update two_factors set seed = pending_seed, pending_seed = null, enabled_at = $3, last_otp_at = $3,
            last_step = greatest(last_step, $4)
     where user_id = $1 and pending_seed = $2 and (seed is null or last_step < $4) returning 1`,
    [userId, sealed, at, step],
  );
  return rows.length > 0;
}

/** The last step stays: no earlier code works with a seed that is set up again. */
export const removeSeeds = (tx: Tx, userId: number) =>
  tx.raw('update two_factors set seed = null, pending_seed = null, enabled_at = null where user_id = $1', [userId]);

export async function replaceRecoveryCodes(
  tx: Tx,
  accountId: number,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.raw('delete from recovery_codes where user_id = $1', [userId]);
  if (hashes.length === 0) return;
  await tx.raw('insert into recovery_codes (account_id, user_id, code_hash) select $1, $2, unnest($3::bytea[])', [
    accountId,
    userId,
    hashes,
  ]);
}

/** False: not one of theirs, or used. */
export async function takeRecoveryCode(tx: Tx, userId: number, hash: Buffer, at: Date): Promise<boolean> {
  const rows = await tx.raw(
    `update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null returning 1`,
    [userId, hash, at],
  );
  return rows.length > 0;
}

export async function countRecoveryCodes(tx: Tx, userId: number): Promise<number> {
  const text = 'select count(*)::int as codes from recovery_codes where user_id = $1 and used_at is null';
  return (await tx.raw<{ codes: number }>(text, [userId]))[0]?.codes ?? 0;
}

interface StatusRow {
  enabled_at: Date | null;
  required: boolean;
  method: TwoFactorStatus['method'];
  last_otp_at: Date | null;
}

export async function findStatus(tx: Tx, userId: number): Promise<StatusRow | null> {
  const rows = await tx.raw<StatusRow>(
    `select t.enabled_at, u.two_fa_required as required, u.two_fa_method as method, t.last_otp_at
     from users u left join two_factors t on t.user_id = u.id where u.id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

export const setMethod = (tx: Tx, userId: number, method: TwoFactorStatus['method']) =>
  tx.raw('update users set two_fa_method = $2 where id = $1', [userId, method]);

export interface Reachable {
  username: string;
  email: string;
  phone: string;
  two_fa_method: TwoFactorStatus['method'];
  last_otp_at: Date | null;
  /** No code is mailed before. `null`: always. */
  readonly mail_trusted_from: Date | null;
}

/** Destinations for messages to a user. */
export async function findReachable(tx: Tx, userId: number): Promise<Reachable | null> {
  const rows = await tx.raw<Reachable>(
    `select u.username, u.email, u.phone, u.two_fa_method, u.mail_trusted_from, t.last_otp_at
     from users u left join two_factors t on t.user_id = u.id where u.id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

/** Without two-factor a short password is the only protection: the next page requires another one. */
export const requireLongPassword = (tx: Tx, userId: number) =>
  tx.raw('update users set change_password = true where id = $1 and password_short', [userId]);
