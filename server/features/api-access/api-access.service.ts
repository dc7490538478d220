import { randomBytes } from 'node:crypto';
import type { Permission } from '#contract/access.contract.ts';
import type { ApiKey, ApiToken } from '#contract/api-access.contract.ts';
import { scopesOf } from '#rules/access/permissions.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import { writeAudit } from '../../audit.ts';
import type { Deps } from '../../deps.ts';
import { refuseField, Refusal } from '../../errors.ts';
import { hashOf } from '../../http/authentication.ts';
import type { Identity } from '../../identity.ts';
import { named } from '../../resource/columns.ts';
import * as sql from './api-access.sql.ts';

/** Characters of a key that are stored to recognize it: `bw_` and five more of 43. Our choice. */
const PREFIX_LENGTH = 8;
/** Keys that one person has at most. Ours. */
const MAX_KEYS = 50;

type Use = Pick<Deps, 'pool' | 'now'>;

/** 256 random bits (promise P1), and the stored parts. */
function freshKey(): { key: string; prefix: string; tokenHash: Buffer } {
  const key = `bw_${randomBytes(32).toString('base64url')}`;
  return { key, prefix: key.slice(0, PREFIX_LENGTH), tokenHash: hashOf(key) };
}

const unknownKey = () => new Refusal('not_found', 'API key not found.');

const keyOf = (row: sql.KeyRow): ApiKey => ({
  ...row,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

const tokenOf = (row: sql.TokenRow | null): ApiToken => ({
  masked: row === null ? null : `${row.prefix}••••••••`,
  created_at: row?.created_at.toISOString() ?? null,
  last_used_at: row?.last_used_at?.toISOString() ?? null,
});

/** @throws {Refusal} `refused` when a scope is more than the person may do themselves. */
function requireScopes({ permissions }: Identity, scopes: readonly Permission[]): Permission[] {
  const own = scopesOf(permissions);
  const beyond = scopes.filter((scope) => !own.includes(scope));
  if (beyond.length > 0)
    throw refuseField('scopes', `You can't grant permissions you don't have: ${beyond.join(', ')}.`);
  return own.filter((permission) => scopes.includes(permission));
}

export const listKeys = (deps: Use, identity: Identity): Promise<ApiKey[]> =>
  withAccount(deps.pool, identity, async (tx) => (await sql.findKeys(tx, identity.userId)).map(keyOf));

/** @throws {Refusal} `not_found` when it isn't theirs, or revoked. */
export const readKey = (deps: Use, identity: Identity, id: number): Promise<ApiKey> =>
  withAccount(deps.pool, identity, async (tx) => {
    const found = await sql.findKey(tx, identity.userId, id);
    if (found === null) throw unknownKey();
    return keyOf(found);
  });

/** @throws {Refusal} `refused` when nothing is left of it. */
const cleanName = (name: string): string => String(named(name, { field: 'name', label: 'key' }));

/**
 * The only response that contains the key itself.
 * @throws {Refusal} `refused` for a scope that they lack themselves, and when they have too many keys.
 */
export const createKey = (
  deps: Use,
  identity: Identity,
  { name, scopes }: { name: string; scopes: readonly Permission[] },
  requestId: string,
): Promise<{ key: string; api_key: ApiKey }> =>
  withAccount(deps.pool, identity, async (tx) => {
    const own = requireScopes(identity, scopes);
    await sql.lockKeysOf(tx, identity.userId);
    const { length } = await sql.findKeys(tx, identity.userId);
    if (length >= MAX_KEYS)
      throw refuseField('name', `You've reached the limit of ${MAX_KEYS} keys. Revoke one you no longer use.`);
    const { key, prefix, tokenHash } = freshKey();
    const row = await sql.insertKey(tx, {
      ...placeOf(identity, deps),
      kind: 'key',
      name: cleanName(name),
      prefix,
      tokenHash,
      scopes: own,
    });
    if (row === null) throw new Error("The key wasn't saved.");
    await auditKey(tx, identity, requestId, 'apiKey.created', row.id, { name: row.name, scopes: own });
    return { key, api_key: keyOf(row) };
  });

/** @throws {Refusal} `not_found` when it isn't theirs, `refused` for a scope that they lack themselves. */
export const changeKey = (
  deps: Use,
  identity: Identity,
  id: number,
  { name, scopes }: { name?: string | undefined; scopes?: readonly Permission[] | undefined },
  requestId: string,
): Promise<ApiKey> =>
  withAccount(deps.pool, identity, async (tx) => {
    const own = scopes === undefined ? null : requireScopes(identity, scopes);
    const row = await sql.changeKey(tx, identity.userId, id, {
      name: name === undefined ? null : cleanName(name),
      scopes: own,
    });
    if (row === null) throw unknownKey();
    await auditKey(tx, identity, requestId, 'apiKey.changed', id, { name: row.name, scopes: row.scopes });
    return keyOf(row);
  });

/** @throws {Refusal} `not_found` when it isn't theirs, or already revoked. */
export const revokeKey = (deps: Use, identity: Identity, id: number, requestId: string): Promise<void> =>
  withAccount(deps.pool, identity, async (tx) => {
    if (!(await sql.revokeKey(tx, identity.userId, id, deps.now()))) throw unknownKey();
    await auditKey(tx, identity, requestId, 'apiKey.revoked', id, {});
  });

export const showToken = (deps: Use, identity: Identity): Promise<ApiToken> =>
  withAccount(deps.pool, identity, async (tx) => tokenOf(await sql.findToken(tx, identity.userId)));

/** The only response that contains the token itself; the old one is invalid from the commit on. */
export const refreshToken = (
  deps: Use,
  identity: Identity,
  requestId: string,
): Promise<{ token: string; api_token: ApiToken }> =>
  withAccount(deps.pool, identity, async (tx) => {
    const place = placeOf(identity, deps);
    await sql.lockKeysOf(tx, identity.userId);
    await sql.revokeToken(tx, identity.userId, place.at);
    const { key: token, prefix, tokenHash } = freshKey();
    const row = await sql.insertKey(tx, { ...place, kind: 'token', name: '', prefix, tokenHash, scopes: null });
    await auditKey(tx, identity, requestId, 'apiToken.refreshed', row?.id ?? 0, {});
    return { token, api_token: tokenOf(row) };
  });

const placeOf = ({ accountId, userId }: Identity, { now }: Use) => ({ accountId, userId, at: now() });

const auditKey = (
  tx: Tx,
  identity: Identity,
  requestId: string,
  action: string,
  id: number,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => writeAudit(tx, identity, requestId, { action, subjectType: 'apiKey', subjectId: id, detail });
