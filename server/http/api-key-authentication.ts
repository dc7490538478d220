import type { Permission, Role } from '#contract/access.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { outsideAccounts, withAccount } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type DebtRow, debtsOfRow, type Identity } from '../identity.ts';
import { hashOf } from './authentication.ts';

/** An API key or token, as programs send it: `bw_` and 256 random bits (promise P1). */
const BEARER = /^Bearer (bw_[\w-]{43})$/;

/** Milliseconds between two updates of a key's last use. Our choice. */
const NOTE_EVERY_MS = 60_000;

interface KeyRow {
  key_id: number;
  account_id: number;
  user_id: number;
  business_unit_id: number;
  roles: Role[];
  scopes: Permission[] | null;
  last_used_at: Date | null;
  per_minute: number | null;
  address_allowed: boolean;
  debts: DebtRow;
}

/** Identity of an Authorization header. `null`: unknown key, revoked, or used from an address that is not allowed. */
export async function authenticateKey(
  deps: Pick<Deps, 'pool' | 'now' | 'log'>,
  authorization: string,
  address: string,
): Promise<Identity | null> {
  const key = BEARER.exec(authorization)?.[1];
  if (key === undefined) return null;
  const [row] = await outsideAccounts<KeyRow>(deps.pool, 'select * from find_api_key($1, $2)', [hashOf(key), address]);
  if (row === undefined || !row.address_allowed) return null;
  noteUse(deps, row, address);
  return {
    sessionId: 0,
    keyId: row.key_id,
    keyPerMinute: row.per_minute,
    accountId: row.account_id,
    userId: row.user_id,
    businessUnitId: row.business_unit_id,
    actorId: row.user_id,
    depth: 0,
    roles: row.roles,
    permissions: permissionsOf([row.roles]).filter((permission) => row.scopes?.includes(permission) ?? true),
    via: 'apiKey',
    sudoUntil: null,
    signerSudoUntil: null,
    owes: debtsOfRow(row.debts, 0),
  };
}

/** Alongside the request, which neither waits for it nor fails with it. */
function noteUse({ pool, now, log }: Pick<Deps, 'pool' | 'now' | 'log'>, row: KeyRow, address: string): void {
  const at = now();
  if (row.last_used_at !== null && at.getTime() - row.last_used_at.getTime() < NOTE_EVERY_MS) return;
  withAccount(pool, { accountId: row.account_id }, (tx) =>
    tx.raw('update api_keys set last_used_at = $2, last_used_ip = $3 where id = $1', [row.key_id, at, address]),
  ).catch((error: unknown) => log.warn({ err: error }, 'the use of a key was not noted'));
}
