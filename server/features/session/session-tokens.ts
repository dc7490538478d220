import { randomBytes } from 'node:crypto';
import type { Role } from '#contract/access.contract.ts';
import { ADMIN_SESSION_MAX_H, SESSION_MAX_H, SUDO_MIN } from '#contract/session.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';
import { hashOf } from '../../http/authentication.ts';
import * as sql from './session.sql.ts';

/** Method of authentication: `code` is the app's, `sent` one by e-mail or text. */
export type SignInMethod = 'password' | 'code' | 'sent' | 'recovery' | 'sso';

/**
 * Methods that open sensitive actions immediately (promise P5): not those available through a stolen mailbox, a
 * recovery code or a provider.
 */
const OPENING: readonly SignInMethod[] = ['password', 'code'];

/** A token as in the cookie, and its stored form. */
export interface FreshToken {
  readonly token: string;
  readonly hash: Buffer;
}

/** 256 random bits (promise P1). */
export function freshToken(): FreshToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** Impossible token: replaces that of a session below the top. */
export const deadHash = (): Buffer => randomBytes(32);

/** Seconds after which a session ends in any case. */
export const sessionSeconds = (roles: readonly Role[]): number =>
  (roles.includes('admin') || roles.includes('sub_admin') ? ADMIN_SESSION_MAX_H : SESSION_MAX_H) * 3600;

export const sudoUntil = (at: Date): Date => new Date(at.getTime() + SUDO_MIN * 60_000);

export interface Opening {
  readonly accountId: number;
  readonly userId: number;
  readonly roles: readonly Role[];
  readonly method: SignInMethod;
  readonly ip: string;
  readonly userAgent: string;
}

/** Opens the bottom of a stack: a user has signed in. `seconds` is the lifetime of its cookie. */
export async function openSession(
  tx: Tx,
  { accountId, userId, roles, method, ip, userAgent }: Opening,
  at: Date,
): Promise<{ sessionId: number; token: string; seconds: number }> {
  const { token, hash } = freshToken();
  const seconds = sessionSeconds(roles);
  const sessionId = await sql.insertSession(tx, {
    accountId,
    userId,
    tokenHash: hash,
    at,
    expiresAt: new Date(at.getTime() + seconds * 1000),
    userAgent: userAgent.slice(0, 400),
    ip,
    method,
    sudoUntil: OPENING.includes(method) ? sudoUntil(at) : null,
  });
  return { sessionId, token, seconds };
}

const CHANGED = "You're now logged in as another user in this browser. The page will reload.";

/** @throws {Refusal} unless the session is the live top of its stack, which is then held until the commit. */
export async function requireTop(tx: Tx, sessionId: number, at: Date): Promise<void> {
  requireState(await sql.lockStack(tx, sessionId, at));
}

/** @throws {Refusal} `identity_changed` when another request was faster, `no_session` when the stack is over. */
export function requireState(state: 'top' | 'changed' | 'over'): void {
  if (state === 'changed') throw new Refusal('identity_changed', CHANGED);
  if (state === 'over') throw new Refusal('no_session', 'Please sign in.');
}

/** Lifetime of a cookie in seconds. */
export const secondsUntil = (end: Date, at: Date): number =>
  Math.max(1, Math.floor((end.getTime() - at.getTime()) / 1000));

/**
 * Gives a session another token; the old one is invalid from the commit on, and answers 409 for a while. `seconds` is
 * the lifetime of the cookie.
 * @throws {Refusal} unless the session is the live top of its stack.
 */
export async function rotateSession(tx: Tx, sessionId: number, at: Date): Promise<{ token: string; seconds: number }> {
  await requireTop(tx, sessionId, at);
  const { token, hash } = freshToken();
  return { token, seconds: secondsUntil(await sql.replaceToken(tx, sessionId, hash, at), at) };
}
