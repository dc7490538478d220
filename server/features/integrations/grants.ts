import { RemoteFault } from '../../adapters/calendars/calendar-port.ts';
import { isWorn, refreshTokens, type Tokens } from '../../adapters/calendars/oauth-grant.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { type AuthorizationRow, lockRow, storeSealed } from './integrations.sql.ts';

type Use = Pick<Deps, 'pool' | 'config' | 'now' | 'seal'>;

/** Binds encrypted tokens to their integration. */
export const grantOwner = (id: number): string => `authorization:${id}`;

/** What is sealed of a key that doesn't expire. */
export const sealKey = ({ seal }: Pick<Deps, 'seal'>, id: number, key: string): Buffer =>
  seal.seal(key, grantOwner(id));

export const sealTokens = ({ seal }: Pick<Deps, 'seal'>, id: number, tokens: Tokens): Buffer =>
  seal.seal(JSON.stringify(tokens), grantOwner(id));

/** @throws {RemoteFault} `grant_gone` when it is gone, or its key is no longer among SECRET_KEYS. */
function open({ seal }: Pick<Deps, 'seal'>, { id, sealed }: AuthorizationRow): string {
  if (sealed === null) throw new RemoteFault('grant_gone', 'Disconnected.');
  try {
    return seal.open(sealed, grantOwner(id));
  } catch (cause) {
    throw new RemoteFault('grant_gone', "Its secret can't be read.", { cause });
  }
}

export const tokensOf = (use: Pick<Deps, 'seal'>, row: AuthorizationRow): Tokens =>
  JSON.parse(open(use, row)) as Tokens;

/**
 * A token that the provider takes. One process refreshes a grant at a time: it locks the row, reads it again, and stores
 * the new tokens before anyone uses them, since providers may take each refresh token only once.
 * @param refused a token that the provider didn't take; absent: none.
 * @throws {RemoteFault} `grant_gone` once the owner has to sign in again.
 */
export async function bearerOf(
  use: Use,
  { id, type, account_id: accountId }: Pick<AuthorizationRow, 'id' | 'type' | 'account_id'>,
  refused: string | null = null,
): Promise<string> {
  return withAccount(use.pool, { accountId }, async (tx) => {
    const row = await lockRow(tx, id);
    if (row === null) throw new RemoteFault('grant_gone', 'Disconnected.');
    if (type === 'calendly') {
      const key = open(use, row);
      if (key === refused) throw new RemoteFault('grant_gone', 'The key is no longer valid.');
      return key;
    }
    const tokens = tokensOf(use, row);
    // Another process may have refreshed them while this one waited for the row.
    if (tokens.access !== refused && !isWorn(tokens, use.now())) return tokens.access;
    const client = type === 'demio' ? null : use.config.integrations.clients[type];
    if (client === null) throw new RemoteFault('refused', "The provider isn't set up on this server.");
    const next = await refreshTokens(client, tokens, use.now());
    await storeSealed(tx, id, sealTokens(use, id, next));
    return next.access;
  });
}
