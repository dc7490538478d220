import type { Role } from '#contract/access.contract.ts';
import type { Marker } from '#contract/session.contract.ts';
import type { LoginType } from '#contract/users.contract.ts';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';

/** Account of a user. `null`: no user with this id. */
export async function findAccountOf(pool: Pool, sessionId: number, personId: number): Promise<number | null> {
  const rows = await outsideAccounts<{ person_account_id: number }>(
    pool,
    'select person_account_id from acting_reach($1, $2) limit 1',
    [sessionId, personId],
  );
  return rows[0]?.person_account_id ?? null;
}

/** Holds the stack and everything that decides whether it may take a step onto the person; see `lockStack`. */
export async function lockStep(
  tx: Tx,
  sessionId: number,
  personId: number,
  at: Date,
): Promise<'top' | 'changed' | 'over'> {
  const rows = await tx.raw<{ state: 'top' | 'changed' | 'over' }>('select lock_step($1, $2, $3) as state', [
    sessionId,
    personId,
    at,
  ]);
  return rows[0]?.state ?? 'over';
}

export interface ReachRow {
  person_roles: Role[];
  person_active: boolean;
  user_id: number;
  roles: Role[];
  /** Two-factor is required and not set up. */
  owes_two_factor: boolean;
  same_account: boolean;
  same_business_unit: boolean;
  below: boolean;
  assigned: boolean;
}

/** Relation of everyone in the stack to the user, starting with who signed in. */
export const findReach = (tx: Tx, sessionId: number, personId: number) =>
  tx.raw<ReachRow>('select * from acting_reach($1, $2)', [sessionId, personId]);

export interface Push {
  readonly below: number;
  readonly personId: number;
  readonly tokenHash: Buffer;
  readonly deadHash: Buffer;
  readonly at: Date;
  readonly until: Date;
  readonly marker: Marker;
  readonly loginType: LoginType;
  readonly reason: string;
}

/** Puts a session on top of the stack, and takes the token of the one below. `null`: that one is not the live top. */
export async function pushSession(tx: Tx, push: Push): Promise<number | null> {
  const rows = await tx.raw<{ id: number | null }>('select push_session($1, $2, $3, $4, $5, $6, $7, $8, $9) as id', [
    push.below,
    push.personId,
    push.tokenHash,
    push.deadHash,
    push.at,
    push.until,
    push.marker,
    push.loginType,
    push.reason,
  ]);
  return rows[0]?.id ?? null;
}

export interface Popped {
  session_id: number;
  account_id: number;
  user_id: number;
  expires_at: Date;
}

/** Ends the top and gives the session below it a token. `null` when it isn't the live top, or nothing is below. */
export async function popSession(tx: Tx, sessionId: number, tokenHash: Buffer, at: Date): Promise<Popped | null> {
  const rows = await tx.raw<Popped>('select * from pop_session($1, $2, $3)', [sessionId, tokenHash, at]);
  return rows[0] ?? null;
}

/** From here on the transaction works in another account: what concerns two of them is written in both. */
export const moveToAccount = (tx: Tx, accountId: number) =>
  tx.raw(`select set_config('app.account_id', $1::text, true)`, [accountId]);

export const revokeKeysOf = (tx: Tx, userId: number, at: Date) =>
  tx.raw('update api_keys set revoked_at = $2 where user_id = $1 and revoked_at is null', [userId, at]);

export const lockUser = (tx: Tx, userId: number) =>
  tx.raw('select from users where id = $1 for no key update', [userId]);
