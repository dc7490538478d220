import { TERMS_EFFECTIVE } from '#brands/legal-pages.ts';
import type { Role } from '#contract/access.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import { flagsOf } from '#rules/access/account-type.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { userFilesOf } from '../profile/user-files.ts';
import { readDialerFields } from '../phone/dialer.service.ts';
import { openSession, type SignInMethod } from './session-tokens.ts';
import * as sql from './session.sql.ts';

export interface Client {
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** User signed in here before; that session ends. */
  readonly before: Identity | null;
}

export interface SignedIn {
  readonly token: string;
  /** Seconds until the session ends in any case. */
  readonly seconds: number;
  readonly user: CurrentUser;
}

/** The user changed between authentication and session. */
const CHANGED = 'This sign-in just changed. Start again.';

interface Candidate {
  readonly accountId: number;
  readonly userId: number;
  readonly roles: readonly Role[];
  /** Hash of the verified password; absent without one. */
  readonly passwordHash?: string;
}

/**
 * Opens the session of an authenticated user, replacing this browser's earlier one.
 * @throws {Refusal} `refused` when they have since been deactivated or changed their password.
 */
export async function enter(deps: Deps, candidate: Candidate, method: SignInMethod, client: Client): Promise<SignedIn> {
  const at = deps.now();
  if (client.before?.via === 'session') await replace(deps, client.before, client.requestId);
  return withAccount(deps.pool, candidate, async (tx) => {
    if (!(await sql.lockCandidate(tx, candidate.userId, candidate.passwordHash ?? null)))
      throw new Refusal('refused', CHANGED);
    const { ip, userAgent, requestId } = client;
    const { sessionId, token, seconds } = await openSession(tx, { ...candidate, method, ip, userAgent }, at);
    await sql.touchUser(tx, candidate.userId, at);
    const { userId, accountId } = candidate;
    await writeAudit(tx, { accountId, actorId: userId, userId }, requestId, {
      action: 'session.signedIn',
      detail: { ip, method },
    });
    return { token, seconds, user: await currentUser(deps, tx, { userId, sessionId }) };
  });
}

/** Ends what this browser had before; its late requests must not clear the new cookie. */
const replace = (deps: Deps, identity: Identity, requestId: string): Promise<void> =>
  withAccount(deps.pool, identity, async (tx) => {
    await sql.retireToken(tx, identity.sessionId, deps.now());
    await sql.endStack(tx, identity.sessionId, deps.now());
    await writeAudit(tx, identity, requestId, { action: 'session.signedOut' });
  });

/** Ends the whole stack of sessions. */
export const signOut = (deps: Deps, identity: Identity, requestId: string): Promise<void> =>
  withAccount(deps.pool, identity, async (tx) => {
    await sql.endStack(tx, identity.sessionId, deps.now());
    await writeAudit(tx, identity, requestId, { action: 'session.signedOut' });
  });

export const readMe = (deps: Deps, identity: Identity): Promise<CurrentUser> =>
  withAccount(deps.pool, identity, (tx) => currentUser(deps, tx, identity));

/** @throws {Refusal} `no_session` when the user doesn't exist. */
export async function currentUser(
  deps: Pick<Deps, 'config' | 'now'>,
  tx: Tx,
  { userId, sessionId, keyId }: Pick<Identity, 'userId' | 'sessionId' | 'keyId'>,
): Promise<CurrentUser> {
  const user = await sql.findUser(tx, userId);
  if (user === null) throw new Refusal('no_session', 'Please sign in.');
  const steps = await sql.findStack(tx, sessionId);
  const { profile: dialerProfile, ...dialer } = await readDialerFields(tx, userId, deps.now());
  const { personal_photo, logo, ...files } = await userFilesOf(deps, tx, {
    accountId: user.company.id,
    userId,
    sessionId,
    ...(keyId !== undefined && { keyId }),
  });
  const { tos_accepted: accepted, last_otp_at: lastOtpAt, ...rest } = user;
  const stack = steps.map(({ roles }) => roles);
  return {
    ...rest,
    ...dialer,
    profile: { ...rest.profile, ...dialerProfile, personal_photo, logo },
    webpage: { ...rest.webpage, ...files },
    ...flagsOf(user.roles),
    permissions: permissionsOf(stack.length === 0 ? [user.roles] : stack),
    tos: accepted !== null,
    updated_tos: accepted !== null && accepted >= TERMS_EFFECTIVE,
    last_otp_at: lastOtpAt?.toISOString() ?? null,
    identity: steps.map(({ roles: _roles, ended_at: _ended, active: _active, ...step }) => ({
      ...step,
      since: step.since.toISOString(),
      expires_at: step.expires_at.toISOString(),
    })),
  };
}
