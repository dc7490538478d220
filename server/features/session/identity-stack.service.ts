import { ACTING_MAX_MIN, type CurrentUser, type Marker } from '#contract/session.contract.ts';
import type { LoginType } from '#contract/users.contract.ts';
import { markerOf, mayActFor } from '#rules/access/acting.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { type Identity, requirePermission } from '../../identity.ts';
import * as sql from './identity-stack.sql.ts';
import { deadHash, freshToken, requireState, secondsUntil } from './session-tokens.ts';
import { currentUser, type SignedIn } from './session.service.ts';
import { endStack, findStack, lockStack } from './session.sql.ts';

type Use = Pick<Deps, 'pool' | 'now' | 'config'>;

export interface ActingRequest {
  readonly loginType: LoginType;
  readonly reason: string;
}

export interface ActingBegun extends SignedIn {
  readonly marker: Marker;
}

const nobody = () => new Refusal('not_found', 'User not found.');

/**
 * Logs in as a user in the downline: they become the top of the stack, with a separate token for 60 minutes at most.
 * The endpoint checks that the signed-in user re-authenticated recently.
 * @throws {Refusal} `not_found` for a user out of reach, `access_denied` with the reason when no level of the stack may
 * do it, `identity_changed` when another request of this session was first, `no_session` when the stack is over.
 */
export async function actFor(
  deps: Use,
  identity: Identity,
  targetId: number,
  { loginType, reason }: ActingRequest,
  requestId: string,
): Promise<ActingBegun> {
  requirePermission(identity, 'users.actAs');
  if (identity.via !== 'session') throw new Refusal('access_denied', "API keys can't log in as other users.");
  requireWay(identity, loginType);
  const accountId = await sql.findAccountOf(deps.pool, identity.sessionId, targetId);
  if (accountId === null) throw nobody();
  return withAccount(deps.pool, { accountId }, async (tx) => {
    const at = deps.now();
    requireState(await sql.lockStep(tx, identity.sessionId, targetId, at));
    const marker = await requireStep(tx, identity, targetId, loginType);
    const { token, hash } = freshToken();
    const sessionId = await sql.pushSession(tx, {
      below: identity.sessionId,
      personId: targetId,
      tokenHash: hash,
      deadHash: deadHash(),
      at,
      until: new Date(at.getTime() + ACTING_MAX_MIN * 60_000),
      marker,
      loginType,
      reason,
    });
    if (sessionId === null) requireState('changed');
    const step = { accountId, actorId: identity.actorId, userId: targetId, sessionId: sessionId ?? 0 };
    const user = await currentUser(deps, tx, step);
    await auditStep(tx, [step, identity], requestId, {
      action: 'session.actingBegun',
      subjectType: 'user',
      subjectId: targetId,
      detail: { reason, marker, login_type: loginType },
    });
    return { token, seconds: secondsUntil(endOf(user), at), user, marker };
  });
}

/**
 * Refusals independent of the user come before any lookup: the answer does not reveal who exists.
 * @throws {Refusal} `access_denied`
 */
function requireWay({ userId, roles, depth }: Identity, loginType: LoginType): void {
  const everywhere = { sameAccount: true, sameBusinessUnit: true, below: true, assigned: true };
  const levels = Array.from({ length: depth + 1 }, () => ({ userId, roles, ...everywhere }));
  const answer = mayActFor({ levels, target: { userId: 0, roles: [], active: true }, loginType });
  if (!answer.allowed) throw new Refusal('access_denied', answer.reason);
}

/** Uses the current roles, places and assignments; `lockStep` locks them until the commit. */
async function requireStep(tx: Tx, identity: Identity, targetId: number, loginType: LoginType): Promise<Marker> {
  const rows = await sql.findReach(tx, identity.sessionId, targetId);
  const [first] = rows;
  if (first === undefined) throw nobody();
  // No one bypasses a guard of their own account by acting for another (promise P4).
  if (first.owes_two_factor) throw new Refusal('access_denied', 'Set up two-factor authentication first.');
  const levels = rows.map((row) => ({
    userId: row.user_id,
    roles: row.roles,
    sameAccount: row.same_account,
    sameBusinessUnit: row.same_business_unit,
    below: row.below,
    assigned: row.assigned,
  }));
  requirePermission({ permissions: permissionsOf(levels.map(({ roles }) => roles)) }, 'users.actAs');
  const target = { userId: targetId, roles: first.person_roles, active: first.person_active };
  const answer = mayActFor({ levels, target, loginType });
  if (!answer.allowed) {
    const outOfReach = answer.obstacle === 'reach' || answer.obstacle === 'loginType';
    throw outOfReach ? nobody() : new Refusal('access_denied', answer.reason);
  }
  const marker = markerOf(levels.at(-1)?.roles ?? [], loginType);
  if (marker === null) throw new Refusal('access_denied', 'Access denied!');
  return marker;
}

/** Latest end of the stack's top. */
const endOf = ({ identity }: CurrentUser): Date => new Date(identity.at(-1)?.expires_at ?? 0);

type Place = Parameters<typeof writeAudit>[1];

/** A step is written in the account that it leads to, and in the one that it comes from when that is another. */
async function auditStep(
  tx: Tx,
  [here, there]: readonly [Place, Place],
  requestId: string,
  entry: Parameters<typeof writeAudit>[3],
): Promise<void> {
  await writeAudit(tx, here, requestId, entry);
  if (here.accountId === there.accountId) return;
  await sql.moveToAccount(tx, there.accountId);
  await writeAudit(tx, there, requestId, entry);
}

/**
 * Goes back from the top of the stack to the session directly below it, which gets a new token.
 * @throws {Refusal} `not_found` when `sessionId` is not that one, `identity_changed` when another request was faster,
 * `no_session` when it is over by now: then the whole stack ends (promise P6).
 */
export async function leave(deps: Use, identity: Identity, sessionId: number, requestId: string): Promise<SignedIn> {
  const at = deps.now();
  const left = await withAccount(deps.pool, identity, async (tx) => {
    const below = (await findStack(tx, identity.sessionId)).at(-2);
    if (below === undefined || below.session_id !== sessionId) {
      throw new Refusal('not_found', 'No session to return to.');
    }
    const state = await lockStack(tx, identity.sessionId, at);
    if (state === 'over') {
      await endStack(tx, identity.sessionId, at);
      await writeAudit(tx, identity, requestId, { action: 'session.left', detail: { below: 'over' } });
      return null;
    }
    requireState(state);
    const { token, hash } = freshToken();
    const popped = await sql.popSession(tx, identity.sessionId, hash, at);
    if (popped === null) return null;
    const { session_id: backId, account_id: accountId, user_id: userId, expires_at: expiresAt } = popped;
    const back = { accountId, actorId: identity.actorId, userId, sessionId: backId };
    await auditStep(tx, [identity, back], requestId, {
      action: 'session.left',
      subjectType: 'user',
      subjectId: identity.userId,
    });
    await sql.moveToAccount(tx, accountId);
    return { token, seconds: secondsUntil(expiresAt, at), user: await currentUser(deps, tx, back) };
  });
  if (left === null) throw new Refusal('no_session', 'Please sign in.');
  return left;
}
