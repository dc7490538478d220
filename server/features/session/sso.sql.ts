import type { Role } from '#contract/access.contract.ts';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';

export interface NewAttempt {
  readonly stateHash: Buffer;
  readonly browserHash: Buffer;
  readonly nonce: string;
  readonly verifier: string;
  readonly expiresAt: Date;
}

export const insertAttempt = (pool: Pool, { stateHash, browserHash, nonce, verifier, expiresAt }: NewAttempt) =>
  outsideAccounts(
    pool,
    'insert into sso_attempts (state_hash, browser_hash, nonce, verifier, expires_at) values ($1, $2, $3, $4, $5)',
    [stateHash, browserHash, nonce, verifier, expiresAt],
  );

export const forgetAttempts = (pool: Pool, at: Date) =>
  outsideAccounts(pool, 'delete from sso_attempts where expires_at <= $1', [at]);

export interface AttemptRow {
  nonce: string;
  verifier: string;
  expires_at: Date;
}

/** Removes the attempt, so that it works once. `null` when there is none, or another browser started it. */
export async function takeAttempt(pool: Pool, stateHash: Buffer, browserHash: Buffer): Promise<AttemptRow | null> {
  const rows = await outsideAccounts<AttemptRow>(
    pool,
    `delete from sso_attempts where state_hash = $1 and browser_hash = $2 returning nonce, verifier, expires_at`,
    [stateHash, browserHash],
  );
  return rows[0] ?? null;
}

export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

export interface MeantRow {
  account_id: number;
  user_id: number;
  /** Previously linked to this subject. */
  linked: boolean;
}

/** `null`: no active user, or several with this address; an empty address finds linked users only. */
export async function findMeant(pool: Pool, { issuer, subject }: Subject, address: string): Promise<MeantRow | null> {
  const rows = await outsideAccounts<MeantRow>(pool, 'select * from find_sso_user($1, $2, $3)', [
    issuer,
    subject,
    address,
  ]);
  return rows[0] ?? null;
}

export interface CandidateRow {
  roles: Role[];
  active: boolean;
  /** Two-factor is set up: a second step is owed. */
  two_factor: boolean;
  /** The user may sign in from this address. */
  address_allowed: boolean;
}

export async function findCandidate(tx: Tx, userId: number, ip: string): Promise<CandidateRow | null> {
  const rows = await tx.raw<CandidateRow>(
    `select u.roles, u.active,
            exists (select from two_factors t where t.user_id = u.id and t.enabled_at is not null) as two_factor,
            not exists (select from auth_ips a where a.user_id = u.id)
              or exists (select from auth_ips a where a.user_id = u.id and a.network >>= $2) as address_allowed
     from users u where u.id = $1`,
    [userId, ip],
  );
  return rows[0] ?? null;
}

/** False: another subject of this issuer has got there first. */
export async function linkSubject(tx: Tx, userId: number, { issuer, subject }: Subject): Promise<boolean> {
  const rows = await tx.raw(
    `update users set sso_issuer = $2, sso_subject = $3
     where id = $1 and (sso_issuer is distinct from $2 or sso_subject = $3) returning 1`,
    [userId, issuer, subject],
  );
  return rows.length > 0;
}
