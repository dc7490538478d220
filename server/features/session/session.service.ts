import { randomBytes } from 'node:crypto';
import type { CurrentUser, Display, Person } from '#contract/session.contract.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { hashOf, sessionSeconds } from '../../http/authentication.ts';
import type { Identity } from '../../identity.ts';
import { verifyPassword } from './password.ts';
import * as sql from './session.sql.ts';
import { clearFailures, countFailure, mayTry, mustWait } from './sign-in-failures.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface Client {
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** Who was signed in here before; that session ends. */
  readonly before: Identity | null;
}

export interface SignedIn {
  readonly token: string;
  /** Seconds until the session ends in any case. */
  readonly seconds: number;
  readonly user: CurrentUser;
}

const WRONG = 'The user name or the password is wrong. After several tries, wait a while before the next one.';

/** @throws {Refusal} `refused`, in the same words and time for a wrong name, a wrong password and too many tries. */
export async function signIn(deps: Deps, { username, password }: Credentials, client: Client): Promise<SignedIn> {
  const at = deps.now();
  const waiting = (await mustWait(deps.pool, client.ip, at)) || !(await mayTry(deps.pool, username, at));
  const found = await sql.findSignIn(deps.pool, username);
  const known = found !== null && found.active && !waiting ? found : null;
  const fits = await verifyPassword(known?.password_hash ?? null, password);
  if (known === null || !fits) {
    if (!waiting) await countFailure(deps.pool, client.ip, at);
    throw new Refusal('refused', WRONG, { fields: { password: [WRONG] } });
  }

  await clearFailures(deps.pool, username);
  if (client.before !== null) await replace(deps, client.before, client.requestId);
  const token = randomBytes(32).toString('base64url');
  const seconds = sessionSeconds(known.roles);
  const user = await withAccount(deps.pool, { accountId: known.account_id }, async (tx) => {
    const sessionId = await sql.insertSession(tx, {
      accountId: known.account_id,
      userId: known.user_id,
      tokenHash: hashOf(token),
      at,
      expiresAt: new Date(at.getTime() + seconds * 1000),
      userAgent: client.userAgent.slice(0, 400),
      ip: client.ip,
    });
    await sql.touchUser(tx, known.user_id, at);
    await sql.forgetOldKeys(tx, known.user_id, at);
    const fresh = { ...identityOf(known), sessionId };
    await writeAudit(tx, fresh, client.requestId, { action: 'session.signedIn', detail: { ip: client.ip } });
    return currentUser(tx, fresh);
  });
  return { token, seconds, user };
}

const identityOf = ({ account_id, user_id, roles }: sql.SignInRow) => ({
  accountId: account_id,
  userId: user_id,
  actorId: user_id,
  businessUnitId: 0,
  depth: 0,
  roles,
});

/** Ends what this browser had before; its late requests must not clear the new cookie. */
const replace = (deps: Deps, identity: Identity, requestId: string): Promise<void> =>
  withAccount(deps.pool, identity, async (tx) => {
    await sql.markReplaced(tx, identity.sessionId, deps.now());
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
  withAccount(deps.pool, identity, (tx) => currentUser(tx, identity));

async function currentUser(tx: Tx, { userId, sessionId }: Identity): Promise<CurrentUser> {
  const user = await sql.findUser(tx, userId);
  if (user === null) throw new Refusal('no_session', 'Please sign in.');
  const steps = await sql.findStack(tx, sessionId);
  return {
    ...user,
    admin: user.roles.includes('admin'),
    basic: user.roles.includes('basic'),
    manager: user.roles.includes('manager'),
    bu_admin: user.roles.includes('bu_admin'),
    identity: steps.map((step) => ({ ...step, since: step.since.toISOString() })),
  };
}

export const updateTheme = (deps: Deps, identity: Identity, display: sql.DisplayChange): Promise<Display> =>
  withAccount(deps.pool, identity, async (tx) => {
    const kept = await sql.updateDisplay(tx, identity.userId, display);
    if (kept === null) throw new Refusal('no_session', 'Please sign in.');
    return kept;
  });

/** Whom the user may give contacts to: the user first. */
export const listOwners = (deps: Deps, identity: Identity): Promise<Person[]> =>
  withAccount(deps.pool, identity, (tx) => sql.listBelow(tx, identity.userId));
