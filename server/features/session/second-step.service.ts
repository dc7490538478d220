import { randomInt, timingSafeEqual } from 'node:crypto';
import { brandOf } from '#brands/brand.ts';
import type { Role } from '#contract/access.contract.ts';
import { CHALLENGE_ATTEMPTS, CHALLENGE_MIN } from '#contract/session.contract.ts';
import type { SecondStepDue } from '#contract/session/sign-in.contract.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import { hashOf } from '../../http/authentication.ts';
import { mailHappening } from '../mail/security-mails.ts';
import { findCodeWays, maskEmail, maskPhone } from '../two-factor/code-ways.ts';
import { spendRecoveryCode } from '../two-factor/recovery-codes.ts';
import { digitsOf, verifyCode } from '../two-factor/verify-code.ts';
import * as sql from './challenges.sql.ts';
import { type Client, enter, type SignedIn } from './session.service.ts';
import { freshToken, type SignInMethod } from './session-tokens.ts';
import { countGuess, countSuccess, take } from './sign-in-failures.ts';
import { findCandidate } from './sso.sql.ts';
import { tellLocked } from './tell-locked.ts';

/** Codes that are mailed or texted for one challenge. Ours. */
const SENDS = 3;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const WRONG = 'The code is incorrect or has expired. Try another code, or start the sign-in again.';
const OVER = 'This sign-in has expired. Start again.';

const wrong = () => refuseField('otp_code', WRONG);

/** A mailed or texted code counts only together with the challenge that it was sent for. */
const hashOfCode = (secret: string, digits: string): Buffer => hashOf(`${secret}:${digits}`);

interface Candidate {
  readonly accountId: number;
  readonly userId: number;
}

/** The first step succeeded and a second is required: no session exists yet. */
export const startSecondStep = (
  deps: Pick<Deps, 'pool' | 'now' | 'config'>,
  { accountId, userId }: Candidate,
  firstStep: sql.FirstStep,
): Promise<SecondStepDue> =>
  withAccount(deps.pool, { accountId }, async (tx) => {
    const at = deps.now();
    const { token, hash } = freshToken();
    const expiresAt = new Date(at.getTime() + CHALLENGE_MIN * MINUTE_MS);
    await sql.forgetChallenges(tx, userId, new Date(at.getTime() - DAY_MS));
    await sql.insertChallenge(tx, { hash, accountId, userId, firstStep, at, expiresAt });
    const ways = await findCodeWays(deps, tx, userId);
    return {
      otp_secret: token,
      last_otp_at: ways?.lastOtpAt?.toISOString() ?? null,
      methods: ways?.methods ?? [],
      email_hint: ways?.email ? maskEmail(ways.email) : null,
      phone_hint: ways?.phone ? maskPhone(ways.phone) : null,
    };
  });

export interface SecondStep {
  readonly otp_secret: string;
  readonly otp_code: string;
}

/** @throws {Refusal} `refused`, in the same words for a wrong code, a used one and a challenge that is over. */
export async function finishSecondStep(deps: Deps, step: SecondStep, client: Client): Promise<SignedIn> {
  const at = deps.now();
  const hash = hashOf(step.otp_secret);
  const owner = await sql.findOwner(deps.pool, hash);
  if (owner === null) throw wrong();
  const candidate = { accountId: owner.account_id, userId: owner.user_id };
  if (!(await withAccount(deps.pool, candidate, (tx) => sql.countAttempt(tx, hash, CHALLENGE_ATTEMPTS, at))))
    throw wrong();
  const guess = { what: 'code', who: candidate.userId, ip: client.ip } as const;
  const leave = await countGuess(deps.pool, guess, at);
  const proven = leave === 'none' ? null : await prove(deps, candidate, step, client);
  if (proven === null) {
    if (leave === 'last') tellLocked(deps, candidate);
    throw wrong();
  }
  await countSuccess(deps.pool, guess);
  const { method, ...person } = proven;
  return enter(deps, { ...candidate, ...person }, method, client);
}

/** Consumes both the code and the challenge, or neither. `null` when they are wrong. */
const prove = (
  deps: Deps,
  candidate: Candidate,
  { otp_secret: secret, otp_code: code }: SecondStep,
  { ip, requestId }: Client,
): Promise<{ roles: readonly Role[]; passwordHash: string; method: SignInMethod } | null> =>
  withAccount(deps.pool, candidate, async (tx) => {
    const { accountId, userId } = candidate;
    const at = deps.now();
    const hash = hashOf(secret);
    const challenge = await sql.lockChallenge(tx, hash, at);
    const found = await findCandidate(tx, userId, ip);
    if (challenge === null || found === null) return null;
    if (!found.active || !found.address_allowed || !found.two_factor) return null;
    const by = await kindOf(deps, tx, { userId, secret, code, codeHash: challenge.code_hash, at });
    if (by === null) return null;
    await sql.closeChallenge(tx, hash, at);
    if (by === 'recovery') {
      await mailHappening(deps, tx, candidate, 'recoveryCodeUsed');
      await writeAudit(tx, { accountId, actorId: userId, userId }, requestId, { action: 'twoFactor.recoveryUsed' });
    }
    const passwordHash = await sql.findPasswordHash(tx, userId);
    return { roles: found.roles, passwordHash, method: challenge.first_step === 'sso' ? 'sso' : by };
  });

interface Given {
  readonly userId: number;
  readonly secret: string;
  readonly code: string;
  readonly codeHash: Buffer | null;
  readonly at: Date;
}

/** Kind of the code, which is used up. `null`: not a code. */
async function kindOf(
  deps: Deps,
  tx: Tx,
  { userId, secret, code, codeHash, at }: Given,
): Promise<'code' | 'sent' | 'recovery' | null> {
  const digits = digitsOf(code);
  if (!/^\d{6}$/.test(digits)) return (await spendRecoveryCode(tx, userId, code, at)) ? 'recovery' : null;
  if (codeHash !== null && timingSafeEqual(codeHash, hashOfCode(secret, digits))) return 'sent';
  return (await verifyCode(deps, tx, userId, digits, at)) ? 'code' : null;
}

/**
 * Mails or texts a code for a challenge and answers where to, masked.
 * @throws {Refusal} `refused` when the challenge is over, there is nowhere to send to, or enough was sent.
 */
export async function sendCode(
  deps: Deps,
  { otp_secret: secret, method }: { otp_secret: string; method: 'email' | 'sms' },
  requestId: string,
): Promise<string> {
  const at = deps.now();
  const hash = hashOf(secret);
  const owner = await sql.findOwner(deps.pool, hash);
  if (owner === null) throw refuseField('otp_secret', OVER);
  const { account_id: accountId, user_id: userId } = owner;
  const mayBeSent = (await take(deps.pool, 'send', userId, at)) !== null;
  return withAccount(deps.pool, { accountId }, async (tx) => {
    const challenge = await sql.lockChallenge(tx, hash, at);
    if (challenge === null) throw refuseField('otp_secret', OVER);
    const ways = await findCodeWays(deps, tx, userId);
    const to = method === 'email' ? ways?.email : ways?.phone;
    if (to === undefined || to === null) throw refuseField('method', 'No address on file to send a code to.');
    const digits = String(randomInt(1_000_000)).padStart(6, '0');
    const until = new Date(at.getTime() + CHALLENGE_MIN * MINUTE_MS);
    const isKept = await sql.keepCode(tx, { hash, codeHash: hashOfCode(secret, digits), most: SENDS, at, until });
    if (!isKept || !mayBeSent) {
      throw refuseField('method', 'Too many codes sent. Wait a while, or use another method.');
    }
    await deliver(deps, tx, { accountId, method, to, digits });
    await writeAudit(tx, { accountId, actorId: userId, userId }, requestId, {
      action: 'twoFactor.codeSent',
      detail: { method },
    });
    return method === 'email' ? maskEmail(to) : maskPhone(to);
  });
}

interface Delivery {
  readonly accountId: number;
  readonly method: 'email' | 'sms';
  readonly to: string;
  readonly digits: string;
}

async function deliver(deps: Deps, tx: Tx, { accountId, method, to, digits }: Delivery): Promise<void> {
  const { name } = brandOf(deps.config.brand);
  const text = codeText(name, digits);
  const secrets = [digits];
  if (method === 'sms') await deps.texter.send(tx, accountId, { to, body: text, secrets, urgent: true });
  else await deps.mailer.send(tx, accountId, { ...codeMail(to, name, text), secrets });
}

/** The code of a second step, by e-mail and by text. */
export const codeText = (name: string, digits: string) =>
  `${digits} is your ${name} code. It works for ${CHALLENGE_MIN} minutes. Don't share it.`;

export const codeMail = (to: string, name: string, text: string) =>
  ({ to, subject: `${name}: your code`, text: `Hello,\n\n${text}\n`, urgent: true }) as const;

/** Requirements have changed: pending second steps are invalid. */
export const endChallenges = (tx: Tx, userId: number, at: Date) => sql.endOpenChallenges(tx, userId, at);
