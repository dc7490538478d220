import { setTimeout as sleep } from 'node:timers/promises';
import { brandOf } from '#brands/brand.ts';
import { PASSWORD_MIN, RESET_MIN } from '#contract/passwords.contract.ts';
import { passwordFaults, passwordLength } from '#rules/access/password.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { hashOf } from '../../http/authentication.ts';
import type { Identity } from '../../identity.ts';
import { mailHappening } from '../mail/security-mails.ts';
import { hashPassword } from '../session/password.ts';
import { revokePerson } from '../session/revoke-person.ts';
import { freshToken, rotateSession } from '../session/session-tokens.ts';
import { clearGuesses, take } from '../session/sign-in-failures.ts';
import { isCommon } from './blocklist.ts';
import { PASSWORD_TEXTS } from './password-links.ts';
import * as sql from './passwords.sql.ts';

const MINUTE_MS = 60_000;

/** Milliseconds that every reset request takes, for any user. Our choice: far above the actual work. */
const ANSWER_MS = 250;

const OVER = 'This link has expired or was already used. Request a new one.';

/**
 * E-mails a link under `origin` to everyone with this user name or address. Neither the reply nor its time reveals
 * whether it exists.
 */
export async function requestReset(
  deps: Deps,
  { wanted, origin }: { wanted: string; origin: string },
  requestId: string,
): Promise<void> {
  const people = async () => {
    for (const person of await sql.findPeople(deps.pool, wanted)) await mailLink(deps, { person, origin }, requestId);
  };
  await Promise.all([people(), sleep(ANSWER_MS)]);
}

async function mailLink(
  deps: Deps,
  { person, origin }: { person: sql.Person; origin: string },
  requestId: string,
): Promise<void> {
  const { account_id: accountId, user_id: userId, username, email } = person;
  const at = deps.now();
  if (email === '' || (await take(deps.pool, 'reset', userId, at)) === null) return;
  const { token, hash } = freshToken();
  const { name } = brandOf(deps.config.brand);
  await withAccount(deps.pool, { accountId }, async (tx) => {
    await sql.forgetResets(tx, userId, at);
    await sql.insertReset(tx, {
      hash,
      accountId,
      userId,
      at,
      expiresAt: new Date(at.getTime() + RESET_MIN * MINUTE_MS),
    });
    await deps.mailer.send(tx, accountId, {
      to: email,
      urgent: true,
      ...PASSWORD_TEXTS.reset({ name, username, origin, token }),
      secrets: [token],
    });
    await writeAudit(tx, { accountId, actorId: userId, userId }, requestId, { action: 'password.resetRequested' });
  });
}

/** @throws {Refusal} `refused` with what is wrong with a new password of this person. */
async function requireGood(deps: Deps, password: string, subject: sql.Subject): Promise<void> {
  const { name, key } = brandOf(deps.config.brand);
  const { username, email, first_name: first, last_name: last, two_factor: hasTwoFactor } = subject;
  const faults = passwordFaults(password, { hasTwoFactor, forbidden: [username, email, first, last, name, key] });
  if (faults.length === 0 && (await isCommon(password))) faults.push('This password is too common.');
  const [worst] = faults;
  if (worst !== undefined) throw new Refusal('refused', worst, { fields: { password: faults } });
}

interface Change {
  readonly userId: number;
  readonly accountId: number;
  readonly password: string;
  readonly passwordHash: string;
  readonly subject: sql.Subject;
  /** The bottom of the stack that stays; absent: none does. */
  readonly exceptSession?: number;
}

/**
 * Hours for which a mailbox doesn't count as a second factor after a reset by e-mail or a change of the address. Our
 * choice.
 */
const DISTRUST_H = 24;

/** Invalidates the links e-mailed to a user; for a day no codes go to their address. */
export async function distrustMail(tx: Tx, userId: number, at: Date): Promise<void> {
  await sql.endResets(tx, userId, at);
  await sql.trustMailFrom(tx, userId, new Date(at.getTime() + DISTRUST_H * 3_600_000));
}

/** Sets a password and ends everything that depended on the old one. */
async function change(deps: Deps, tx: Tx, wanted: Change): Promise<void> {
  const { userId, accountId, password, passwordHash, subject, exceptSession } = wanted;
  const at = deps.now();
  const isShort = passwordLength(password) < PASSWORD_MIN;
  await sql.setPassword(tx, { userId, passwordHash, isShort, at });
  await revokePerson(tx, userId, at, exceptSession === undefined ? {} : { exceptSession });
  await clearGuesses(tx, { userId, username: subject.username });
  await mailHappening(deps, tx, { accountId, userId }, 'passwordChanged');
}

/**
 * Sets a new password with the token of a mail and answers whose; a sign-in follows as ever.
 * @throws {Refusal} `refused` when the token is over, or for the password; the token then works on.
 */
export async function resetByToken(
  deps: Deps,
  { token, password }: { token: string; password: string },
  requestId: string,
): Promise<{ readonly userId: number; readonly username: string }> {
  const at = deps.now();
  const hash = hashOf(token);
  const owner = await sql.findOwner(deps.pool, hash);
  if (owner === null) throw refuseField('token', OVER);
  const { account_id: accountId, user_id: userId } = owner;
  const subject = await withAccount(deps.pool, { accountId }, async (tx) =>
    (await sql.isResetOpen(tx, hash, at)) ? sql.findSubject(tx, userId) : null,
  );
  if (subject?.active !== true) throw refuseField('token', OVER);
  await requireGood(deps, password, subject);
  const passwordHash = await hashPassword(password);
  return withAccount(deps.pool, { accountId }, async (tx) => {
    if (!(await sql.takeReset(tx, hash, at))) throw refuseField('token', OVER);
    await change(deps, tx, { userId, accountId, password, passwordHash, subject });
    await distrustMail(tx, userId, at);
    await writeAudit(tx, { accountId, actorId: userId, userId }, requestId, { action: 'password.reset' });
    return { userId, username: subject.username };
  });
}

/**
 * Changes the current user's password. This session continues with a new token; all others, and the API keys, end.
 * @throws {Refusal} `not_found` for anyone else's, `refused` for the password, and what `rotateSession` throws.
 */
export async function updatePassword(
  deps: Deps,
  identity: Identity,
  { id, password }: { id: number; password: string },
  requestId: string,
): Promise<{ token: string; seconds: number }> {
  const { userId, accountId, sessionId } = identity;
  if (id !== userId) throw new Refusal('not_found', 'User not found.');
  const subject = await withAccount(deps.pool, identity, (tx) => sql.findSubject(tx, userId));
  if (subject === null) throw new Refusal('no_session', 'Please sign in.');
  await requireGood(deps, password, subject);
  const passwordHash = await hashPassword(password);
  return withAccount(deps.pool, identity, async (tx) => {
    const rotated = await rotateSession(tx, sessionId, deps.now());
    await change(deps, tx, { userId, accountId, password, passwordHash, subject, exceptSession: sessionId });
    await writeAudit(tx, identity, requestId, { action: 'password.changed' });
    return rotated;
  });
}
