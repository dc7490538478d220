import { createHash } from 'node:crypto';
import { ADMIN_SESSION_MAX_H, SESSION_IDLE_MIN, SESSION_MAX_H } from '#contract/session.contract.ts';
import type { Role } from '#contract/access.contract.ts';
import { withAccount } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import type { Identity } from '../identity.ts';
import { tokenOf } from './session-cookie.ts';

const MINUTE_MS = 60_000;

/** How long the token that a rotation replaced answers 409 instead of 401. Source: decisions, "Identity on the wire". */
const REPLACED_MS = 10_000;

interface SessionRow {
  session_id: number;
  account_id: number;
  user_id: number;
  business_unit_id: number;
  actor_id: number;
  depth: number;
  roles: Role[];
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  replaced_at: Date | null;
  active: boolean;
}

// A named statement is planned once a connection.
const FIND_SESSION = {
  name: 'find_session',
  text: `select session_id, account_id, user_id, business_unit_id, actor_id, depth, roles, last_seen_at, expires_at,
                ended_at, replaced_at, active
         from find_session($1)`,
};

type Use = Pick<Deps, 'pool' | 'now' | 'log'>;

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Seconds after which a session ends in any case. */
export const sessionSeconds = (roles: readonly Role[]): number =>
  (roles.includes('admin') || roles.includes('sub_admin') ? ADMIN_SESSION_MAX_H : SESSION_MAX_H) * 3600;

/**
 * Who a Cookie header stands for. `null`: no session, or one that is over. `secure`: the request came over https.
 * @throws {Refusal} `identity_changed` when a rotation has just replaced its token.
 */
export async function authenticate(
  deps: Use,
  cookieHeader: string | undefined,
  secure = false,
): Promise<Identity | null> {
  const token = tokenOf(cookieHeader, secure);
  if (token === null) return null;
  const { rows } = await deps.pool.query<SessionRow>({ ...FIND_SESSION, values: [hashOf(token)] });
  const row = rows[0];
  if (row === undefined) return null;

  const at = deps.now().getTime();
  if (row.replaced_at !== null && at - row.replaced_at.getTime() < REPLACED_MS) {
    throw new Refusal('identity_changed', 'You now act for somebody else in this browser: the page loads again.');
  }
  const idle = at - row.last_seen_at.getTime();
  const over = row.ended_at !== null || row.replaced_at !== null || !row.active;
  if (over || at >= row.expires_at.getTime() || idle >= SESSION_IDLE_MIN * MINUTE_MS) return null;

  const identity = identityOf(row);
  if (idle >= MINUTE_MS) noteActivity(deps, identity);
  return identity;
}

const identityOf = (row: SessionRow): Identity => ({
  sessionId: row.session_id,
  accountId: row.account_id,
  userId: row.user_id,
  businessUnitId: row.business_unit_id,
  actorId: row.actor_id,
  depth: row.depth,
  roles: row.roles,
});

const beingNoted = new Set<number>();

/** Moves the idle timeout, beside the request: it neither waits for this nor fails with it. */
export function noteActivity(deps: Use, identity: Identity): void {
  const { sessionId, userId } = identity;
  if (beingNoted.has(sessionId)) return;
  beingNoted.add(sessionId);
  withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    await tx.raw('update sessions set last_seen_at = $2 where id = $1 and ended_at is null', [sessionId, at]);
    await tx.raw('update users set last_seen_at = $2 where id = $1', [userId, at]);
  })
    .catch((error: unknown) => deps.log.warn({ err: error }, 'activity of a session was not noted'))
    .finally(() => beingNoted.delete(sessionId));
}
