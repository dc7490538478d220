import { createHash } from 'node:crypto';
import { SESSION_IDLE_MIN } from '#contract/session.contract.ts';
import type { Role } from '#contract/access.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { outsideAccounts, preparedOutside } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { type DebtRow, debtsOfRow, type Identity } from '../identity.ts';
import { tokenOf } from './session-cookie.ts';

const MINUTE_MS = 60_000;

/** Time during which a rotated token answers 409 instead of 401. Source: decisions, "Identity on the wire". */
const REPLACED_MS = 10_000;

interface SessionRow {
  session_id: number;
  account_id: number;
  user_id: number;
  business_unit_id: number;
  actor_id: number;
  depth: number;
  roles: Role[];
  lower_roles: Role[][];
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  whole: boolean;
  sudo_until: Date | null;
  signer_sudo_until: Date | null;
  address_allowed: boolean;
  debts: DebtRow;
}

const FIND_SESSION = `select session_id, account_id, user_id, business_unit_id, actor_id, depth, roles, lower_roles,
         last_seen_at, expires_at, ended_at, whole, sudo_until, signer_sudo_until, address_allowed, debts
  from find_session($1, $2)`;

type Use = Pick<Deps, 'pool' | 'now' | 'log'>;

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Origin of a request and its credentials. */
export interface Caller {
  /** The Cookie header. */
  readonly cookie: string | undefined;
  readonly address: string;
  /** True for https; default false. */
  readonly secure?: boolean;
}

/**
 * Identity of a request's cookie. `null`: no session, an ended one, or an address that is not allowed.
 * @throws {Refusal} `identity_changed` when a rotation has just replaced its token.
 */
export async function authenticate(deps: Use, { cookie, address, secure = false }: Caller): Promise<Identity | null> {
  const token = tokenOf(cookie, secure);
  if (token === null) return null;
  const hash = hashOf(token);
  const [row] = await preparedOutside<SessionRow>(deps.pool, FIND_SESSION, [hash, address]);
  const at = deps.now();
  if (row === undefined || row.ended_at !== null) {
    await requireNotReplaced(deps, hash, at);
    return null;
  }

  const idle = at.getTime() - row.last_seen_at.getTime();
  if (!row.whole || !row.address_allowed || at >= row.expires_at || idle >= SESSION_IDLE_MIN * MINUTE_MS) return null;

  const identity = identityOf(row);
  if (idle >= MINUTE_MS) noteActivity(deps, identity);
  return identity;
}

async function requireNotReplaced(deps: Use, hash: Buffer, at: Date): Promise<void> {
  const [found] = await outsideAccounts<{ replaced_at: Date | null }>(
    deps.pool,
    'select find_replaced_token($1) as replaced_at',
    [hash],
  );
  const replacedAt = found?.replaced_at ?? null;
  if (replacedAt === null || at.getTime() - replacedAt.getTime() >= REPLACED_MS) return;
  throw new Refusal('identity_changed', "You're now logged in as another user in this browser. The page will reload.");
}

const identityOf = (row: SessionRow): Identity => ({
  sessionId: row.session_id,
  accountId: row.account_id,
  userId: row.user_id,
  businessUnitId: row.business_unit_id,
  actorId: row.actor_id,
  depth: row.depth,
  roles: row.roles,
  permissions: permissionsOf([row.roles, ...row.lower_roles]),
  via: 'session',
  sudoUntil: row.depth === 0 ? row.sudo_until : null,
  signerSudoUntil: row.signer_sudo_until,
  owes: debtsOfRow(row.debts, row.depth),
});

const beingNoted = new Set<number>();

/** Extends the idle timeout alongside the request, which neither waits for it nor fails with it. */
export function noteActivity(deps: Use, { sessionId }: Pick<Identity, 'sessionId'>): void {
  if (sessionId === 0 || beingNoted.has(sessionId)) return;
  beingNoted.add(sessionId);
  outsideAccounts(deps.pool, 'select note_activity($1, $2)', [sessionId, deps.now()])
    .catch((error: unknown) => deps.log.warn({ err: error }, 'activity of a session was not noted'))
    .finally(() => beingNoted.delete(sessionId));
}
