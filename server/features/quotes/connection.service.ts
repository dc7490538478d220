import type { CsgConnection } from '#contract/quotes.contract.ts';
import type { RateSource } from '../../adapters/quotes/quotes.ts';
import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { findConnection, findSealedKey, keepConnection, removeConnection } from './quotes.sql.ts';

/** Binds an agency's encrypted key to its account. */
export const quoteKeyOwner = (accountId: number): string => `csg:${accountId}`;

/** Decrypts the key; `null` when its encryption key is no longer among SECRET_KEYS. */
function openKey({ seal }: Deps, sealed: Buffer, accountId: number): string | null {
  try {
    return seal.open(sealed, quoteKeyOwner(accountId));
  } catch {
    return null;
  }
}

/**
 * Source of this agency's rates: its own key has priority.
 * @throws {Refusal} `conflict` when its key can no longer be decrypted.
 */
export async function sourceOf(deps: Deps, { accountId }: Identity): Promise<RateSource> {
  const sealed = await withAccount(deps.pool, { accountId }, findSealedKey);
  if (sealed === null || !deps.quotes.takesKeys) return deps.quotes.source(null);
  const key = openKey(deps, sealed, accountId);
  if (key !== null) return deps.quotes.source(key);
  const text = "Your agency's CSG key can no longer be read. Ask an administrator to reconnect CSG.";
  throw new Refusal('conflict', text);
}

/** Label of the source of rates. */
async function nameOfSource(deps: Deps, identity: Identity): Promise<string> {
  try {
    return (await sourceOf(deps, identity)).name;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return 'CSG, after reconnecting';
  }
}

/** An administrator's view of the agency's own account. */
export async function readConnection(deps: Deps, identity: Identity): Promise<CsgConnection> {
  const own = await withAccount(deps.pool, identity, findConnection);
  return {
    available: deps.quotes.takesKeys,
    source: await nameOfSource(deps, identity),
    own: own && { by: own.by, at: own.at.toISOString() },
  };
}

/**
 * Stores the agency's own key once CSG has accepted it; an empty one disconnects.
 * @throws {Refusal} `refused` under `api_key`, `conflict` if this server has no CSG, `unavailable`.
 */
export async function connectCsg(
  deps: Deps,
  { identity, requestId }: Caller,
  key: string,
): Promise<{ connected: boolean; source: string }> {
  const connected = key !== '';
  if (connected && !(await deps.quotes.tryKey(key))) throw refuseField('api_key', 'CSG rejected this key.');
  const before = await withAccount(deps.pool, identity, async (tx) => {
    const known = await findSealedKey(tx);
    const sealed = deps.seal.seal(key, quoteKeyOwner(identity.accountId));
    const changed = connected
      ? await keepConnection(tx, { sealed, userId: identity.userId, at: deps.now() }).then(() => true)
      : await removeConnection(tx);
    if (changed) await writeAudit(tx, identity, requestId, { action: 'quotes.authenticated', detail: { connected } });
    return known && openKey(deps, known, identity.accountId);
  });
  if (before !== null && before !== key) deps.quotes.forgetKey(before);
  return { connected, source: deps.quotes.source(connected ? key : null).name };
}
