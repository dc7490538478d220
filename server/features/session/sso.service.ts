import type { SecondStepDue } from '#contract/session/sign-in.contract.ts';
import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { hashOf } from '../../http/authentication.ts';
import type { IdentityProvider, Proven, Returned } from './identity-provider.ts';
import { startSecondStep } from './second-step.service.ts';
import { type Client, enter, type SignedIn } from './session.service.ts';
import { freshToken } from './session-tokens.ts';
import * as sql from './sso.sql.ts';

/** Minutes that a sign-in at the identity provider may take. Ours: as long as a second step. */
export const SSO_MIN = 10;

const STALE = 'This sign-in has expired, or it was started in another browser. Start again.';

/** Begins a sign-in in a browser and answers where it is to go. @throws {Refusal} `unavailable`. */
export async function startSso(
  deps: Pick<Deps, 'pool' | 'now'>,
  provider: IdentityProvider,
  { browser, redirectUri }: { readonly browser: string; readonly redirectUri: string },
): Promise<string> {
  const at = deps.now();
  const [state, nonce, verifier] = [freshToken(), freshToken().token, freshToken().token];
  const address = await provider.addressFor({ state: state.token, nonce, verifier, redirectUri });
  await sql.forgetAttempts(deps.pool, at);
  await sql.insertAttempt(deps.pool, {
    stateHash: state.hash,
    browserHash: hashOf(browser),
    nonce,
    verifier,
    expiresAt: new Date(at.getTime() + SSO_MIN * 60_000),
  });
  return address;
}

/** A browser that comes back from the provider. */
export interface Return extends Returned {
  readonly state: string;
  /** The mark of the browser. `null`: it has none. */
  readonly browser: string | null;
  /** Return address of the provider. */
  readonly redirectUri: string;
}

/**
 * Finishes a sign-in: the authenticated user gets a session, or the required second step.
 * @throws {Refusal} `refused` with a message, `unavailable` when the provider is down.
 */
export async function finishSso(
  deps: Deps,
  provider: IdentityProvider,
  { state, browser, redirectUri, ...returned }: Return,
  client: Client,
): Promise<SignedIn | SecondStepDue> {
  const attempt = browser === null ? null : await sql.takeAttempt(deps.pool, hashOf(state), hashOf(browser));
  if (attempt === null || attempt.expires_at <= deps.now()) throw new Refusal('refused', STALE);
  const { nonce, verifier } = attempt;
  const proven = await provider
    .identify({ state, nonce, verifier, redirectUri }, returned)
    .catch((error: unknown) => noteReason(deps, error));
  const meant = await findPerson(deps, proven);
  const candidate = await welcome(deps, proven, meant, client);
  return candidate.twoFactor ? startSecondStep(deps, candidate, 'sso') : enter(deps, candidate, 'sso', client);
}

/** Logs the error for administrators, without any personal data. */
function noteReason({ log }: Pick<Deps, 'log'>, error: unknown): never {
  if (error instanceof Refusal && error.code === 'refused') {
    log.warn({ reason: (error.cause as { code?: string } | undefined)?.code }, 'an identity provider proved nobody');
  }
  throw error;
}

/** User that the provider means: by their link, otherwise by a verified address that only one user has. */
async function findPerson({ pool }: Pick<Deps, 'pool'>, proven: Proven): Promise<sql.MeantRow> {
  const linked = await sql.findMeant(pool, proven, '');
  if (linked !== null) return linked;
  const email = await proven.email();
  if (email === null) throw new Refusal('refused', "The identity provider didn't share your e-mail address.");
  if (!email.verified) {
    throw new Refusal('refused', `The identity provider hasn't verified ${email.address}.`);
  }
  const found = await sql.findMeant(pool, proven, email.address);
  if (found !== null) return found;
  throw new Refusal('refused', `No account uses ${email.address}. Contact your administrator.`);
}

/** Checks that the user may sign in, and links the provider's subject at the first sign-in. */
const welcome = (deps: Deps, proven: Proven, meant: sql.MeantRow, { ip, requestId }: Client) =>
  withAccount(deps.pool, { accountId: meant.account_id }, async (tx) => {
    const { account_id: accountId, user_id: userId } = meant;
    const found = await sql.findCandidate(tx, userId, ip);
    if (found === null) throw new Refusal('refused', STALE);
    if (!found.address_allowed) throw new Refusal('refused', "You can't sign in from this network address.");
    if (!meant.linked) {
      if (!(await sql.linkSubject(tx, userId, proven))) throw new Refusal('refused', STALE);
      const { issuer } = proven;
      await writeAudit(tx, { accountId, actorId: userId, userId }, requestId, {
        action: 'session.ssoLinked',
        detail: { issuer },
      });
    }
    return { accountId, userId, roles: found.roles, twoFactor: found.two_factor };
  });
