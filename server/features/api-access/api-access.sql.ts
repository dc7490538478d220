import type { Permission } from '#contract/access.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface KeyRow {
  id: number;
  name: string;
  prefix: string;
  scopes: Permission[];
  created_at: Date;
  last_used_at: Date | null;
  last_used_ip: string | null;
}

const KEY = 'id, name, prefix, scopes, created_at, last_used_at, host(last_used_ip) as last_used_ip';
const OWN_KEY = `user_id = $1 and kind = 'key' and revoked_at is null`;

/** Newest first. */
export const findKeys = (tx: Tx, userId: number) =>
  tx.raw<KeyRow>(`select ${KEY} from api_keys where ${OWN_KEY} order by id desc`, [userId]);

/** `null` when it isn't theirs, or revoked. */
export async function findKey(tx: Tx, userId: number, id: number): Promise<KeyRow | null> {
  return (await tx.raw<KeyRow>(`select ${KEY} from api_keys where ${OWN_KEY} and id = $2`, [userId, id]))[0] ?? null;
}

export interface NewKey {
  readonly accountId: number;
  readonly userId: number;
  readonly kind: 'key' | 'token';
  readonly name: string;
  readonly prefix: string;
  readonly tokenHash: Buffer;
  /** `null`: all that its person may do. */
  readonly scopes: readonly Permission[] | null;
  readonly at: Date;
}

export async function insertKey(tx: Tx, key: NewKey): Promise<KeyRow | null> {
  const rows = await tx.raw<KeyRow>(
    `insert into api_keys (account_id, user_id, kind, name, prefix, token_hash, scopes, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${KEY}`,
    [key.accountId, key.userId, key.kind, key.name, key.prefix, key.tokenHash, key.scopes, key.at],
  );
  return rows[0] ?? null;
}

/** Fields that are `null` stay unchanged. Returns `null` when the key is not theirs, or revoked. */
export async function changeKey(
  tx: Tx,
  userId: number,
  id: number,
  { name, scopes }: { name: string | null; scopes: readonly Permission[] | null },
): Promise<KeyRow | null> {
  const rows = await tx.raw<KeyRow>(
    `update api_keys set name = coalesce($3, name), scopes = coalesce($4, scopes) where ${OWN_KEY} and id = $2
     returning ${KEY}`,
    [userId, id, name, scopes],
  );
  return rows[0] ?? null;
}

/** False when it isn't theirs, or already revoked. */
export async function revokeKey(tx: Tx, userId: number, id: number, at: Date): Promise<boolean> {
  const rows = await tx.raw(`update api_keys set revoked_at = $3 where ${OWN_KEY} and id = $2 returning id`, [
    userId,
    id,
    at,
  ]);
  return rows.length > 0;
}

export interface TokenRow {
  prefix: string;
  created_at: Date;
  last_used_at: Date | null;
}

const OWN_TOKEN = `user_id = $1 and kind = 'token' and revoked_at is null`;

/** `null`: they have none. */
export async function findToken(tx: Tx, userId: number): Promise<TokenRow | null> {
  const rows = await tx.raw<TokenRow>(`select prefix, created_at, last_used_at from api_keys where ${OWN_TOKEN}`, [
    userId,
  ]);
  return rows[0] ?? null;
}

export const revokeToken = (tx: Tx, userId: number, at: Date) =>
  tx.raw(`update api_keys set revoked_at = $2 where ${OWN_TOKEN}`, [userId, at]);

/** Serializes concurrent key creation: there is one token, and the number of keys is limited. */
export const lockKeysOf = (tx: Tx, userId: number) =>
  tx.raw('select from users where id = $1 for no key update', [userId]);
