import { renderSVG } from 'uqr';
import { brandOf } from '#brands/brand.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { TwoFactorSetUp, TwoFactorStatus } from '#contract/two-factor.contract.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { mailHappening } from '../mail/security-mails.ts';
import { endChallenges } from '../session/second-step.service.ts';
import { currentUser, type SignedIn } from '../session/session.service.ts';
import { rotateSession } from '../session/session-tokens.ts';
import { findCodeWays } from './code-ways.ts';
import { giveRecoveryCodes } from './recovery-codes.ts';
import { newSeed, stepOf, uriOf } from './totp.ts';
import * as sql from './two-factor.sql.ts';
import { digitsOf, sealOwner } from './verify-code.ts';

const NOWHERE = {
  app: 'App codes are always available.',
  email: 'No e-mail address on file for codes.',
  sms: 'No phone number on file for codes. Add one in your profile first.',
} as const;

export const readStatus = (deps: Deps, identity: Identity): Promise<TwoFactorStatus> =>
  withAccount(deps.pool, identity, (tx) => statusOf(tx, identity.userId));

async function statusOf(tx: Tx, userId: number): Promise<TwoFactorStatus> {
  const found = await sql.findStatus(tx, userId);
  if (found === null) throw new Refusal('no_session', 'Please sign in.');
  return {
    enabled: found.enabled_at !== null,
    required: found.required,
    method: found.method,
    recovery_codes_left: await sql.countRecoveryCodes(tx, userId),
    enabled_at: found.enabled_at?.toISOString() ?? null,
    last_otp_at: found.last_otp_at?.toISOString() ?? null,
  };
}

/** A new seed, which counts once a code has proven it. What is set up stays as it is until then. */
export const beginSetUp = (deps: Deps, identity: Identity, requestId: string): Promise<TwoFactorSetUp> =>
  withAccount(deps.pool, identity, async (tx) => {
    const { accountId, userId } = identity;
    const person = await sql.findReachable(tx, userId);
    if (person === null) throw new Refusal('no_session', 'Please sign in.');
    const seed = newSeed();
    await sql.keepPendingSeed(tx, accountId, userId, deps.seal.seal(seed, sealOwner(userId)));
    await writeAudit(tx, identity, requestId, { action: 'twoFactor.begun' });
    const uri = uriOf(seed, brandOf(deps.config.brand).name, person.username);
    const svg = renderSVG(uri, { ecc: 'M', border: 2 });
    return { uri, seed, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
  });

export interface Enabled extends SignedIn {
  readonly codes: string[];
}

/**
 * Confirms the seed by its first code: from now on a sign-in requires one. The session gets another token.
 * @throws {Refusal} `refused` for a wrong code, `conflict` without a pending setup.
 */
export const enable = (deps: Deps, identity: Identity, code: string, requestId: string): Promise<Enabled> =>
  withAccount(deps.pool, identity, async (tx) => {
    const { accountId, userId, sessionId } = identity;
    const at = deps.now();
    const sealed = (await sql.findTwoFactor(tx, userId))?.pending_seed ?? null;
    if (sealed === null) throw new Refusal('conflict', 'Show the QR code first.');
    const step = stepOf(deps.seal.open(sealed, sealOwner(userId)), digitsOf(code), at);
    if (step === null || !(await sql.enableSeed(tx, { userId, sealed, step, at }))) {
      throw refuseField('otp_code', "Incorrect code. Check that your phone's clock is correct, and try the next code.");
    }
    const codes = await giveRecoveryCodes(tx, accountId, userId);
    await endChallenges(tx, userId, at);
    const { token, seconds } = await rotateSession(tx, sessionId, at);
    await mailHappening(deps, tx, identity, 'twoFactorEnabled');
    await writeAudit(tx, identity, requestId, { action: 'twoFactor.enabled' });
    return { token, seconds, codes, user: await currentUser(deps, tx, identity) };
  });

/** A password that is too short without a second factor has to be changed then. */
export const disable = (deps: Deps, identity: Identity, requestId: string): Promise<CurrentUser> =>
  withAccount(deps.pool, identity, async (tx) => {
    const { accountId, userId } = identity;
    await endChallenges(tx, userId, deps.now());
    await sql.removeSeeds(tx, userId);
    await sql.replaceRecoveryCodes(tx, accountId, userId, []);
    await sql.requireLongPassword(tx, userId);
    await mailHappening(deps, tx, identity, 'twoFactorDisabled');
    await writeAudit(tx, identity, requestId, { action: 'twoFactor.disabled' });
    return currentUser(deps, tx, identity);
  });

/** @throws {Refusal} `conflict` when two-factor is not enabled. */
export const renewCodes = (deps: Deps, identity: Identity, requestId: string): Promise<string[]> =>
  withAccount(deps.pool, identity, async (tx) => {
    const { accountId, userId } = identity;
    if (!(await statusOf(tx, userId)).enabled) throw new Refusal('conflict', "Two-factor isn't enabled.");
    const codes = await giveRecoveryCodes(tx, accountId, userId);
    await mailHappening(deps, tx, identity, 'recoveryCodesRenewed');
    await writeAudit(tx, identity, requestId, { action: 'twoFactor.codesRenewed' });
    return codes;
  });

/** @throws {Refusal} `refused` for texts without a number to send them to. */
export const chooseMethod = (
  deps: Deps,
  identity: Identity,
  method: TwoFactorStatus['method'],
  requestId: string,
): Promise<TwoFactorStatus> =>
  withAccount(deps.pool, identity, async (tx) => {
    const { userId } = identity;
    const ways = await findCodeWays(deps, tx, userId);
    if (ways?.methods.includes(method) !== true) throw refuseField('method', NOWHERE[method]);
    await sql.setMethod(tx, userId, method);
    await writeAudit(tx, identity, requestId, { action: 'twoFactor.methodChanged', detail: { method } });
    return statusOf(tx, userId);
  });
