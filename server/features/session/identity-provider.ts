import * as oidc from 'openid-client';
import type { SsoConfig } from '../../config/services.ts';
import { Refusal } from '../../errors.ts';

/** Seconds until an unresponsive identity provider counts as down. Our choice. */
const TIMEOUT_S = 5;

/** Milliseconds between two reads of a provider's metadata. Our choice. */
const DISCOVERY_MS = 3_600_000;

/** Seconds until a retry makes sense. Our choice. */
const RETRY_SECONDS = 5;

const AWAY = "The identity provider isn't responding. Try again in a moment.";
const NOT_CONFIRMED = "The identity provider didn't confirm this sign-in. Start again.";

/** Errors of a response that proves nothing: a wrong nonce, issuer, audience, signature, or a used code. */
const UNTRUSTED = /^OAUTH_(INVALID_RESPONSE|KEY_SELECTION|JWT_|JSON_ATTRIBUTE)/;

/** A sign-in under way, as this browser began it. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** Proves that the same client started the sign-in and exchanges the code (PKCE). */
  readonly verifier: string;
  readonly redirectUri: string;
}

/** Parameters of a returning browser. */
export interface Returned {
  readonly code: string;
  /** Absent when the provider doesn't send its issuer. */
  readonly iss?: string | undefined;
}

export interface Email {
  readonly address: string;
  readonly verified: boolean;
}

/** A person authenticated by the provider. */
export interface Proven {
  readonly issuer: string;
  /** The provider's own name for them, which stays when their address changes. */
  readonly subject: string;
  /** `null` when the provider returns none. @throws {Refusal} like `identify`. */
  email(): Promise<Email | null>;
}

export interface IdentityProvider {
  /** Address for the browser. @throws {Refusal} `unavailable`. */
  addressFor(attempt: Attempt): Promise<string>;
  /** @throws {Refusal} `refused` when the response proves nothing, `unavailable` without a response. */
  identify(attempt: Attempt, returned: Returned): Promise<Proven>;
}

interface Surroundings {
  readonly now: () => Date;
  readonly timeoutSeconds?: number;
}

/** Speaks OpenID Connect with one provider. Its metadata is read on first use and cached. */
export function createIdentityProvider(
  settings: SsoConfig,
  { now, timeoutSeconds = TIMEOUT_S }: Surroundings,
): IdentityProvider {
  let known: { readonly found: Promise<oidc.Configuration>; readonly until: number } | null = null;

  const configuration = async (): Promise<oidc.Configuration> => {
    const at = now().getTime();
    const asked = known !== null && at < known.until ? known : null;
    const current = asked ?? (known = { found: discover(settings, timeoutSeconds), until: at + DISCOVERY_MS });
    try {
      return await current.found;
    } catch (error) {
      if (known === current) known = null;
      throw error;
    }
  };

  return {
    addressFor: async ({ state, nonce, verifier, redirectUri }) => {
      const parameters = {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      return oidc.buildAuthorizationUrl(await configuration(), parameters).href;
    },
    identify: async ({ state, nonce, verifier, redirectUri }, { code, iss }) => {
      const found = await configuration();
      const address = URL.parse(redirectUri);
      if (address === null) throw new Refusal('refused', NOT_CONFIRMED);
      address.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      const tokens = await answered(oidc.authorizationCodeGrant(found, address, checks));
      const claims = tokens.claims();
      if (claims === undefined) throw new Refusal('refused', NOT_CONFIRMED);
      const { iss: issuer, sub: subject } = claims;
      return { issuer, subject, email: () => emailOf(found, claims, tokens.access_token) };
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: SsoConfig, timeout: number): Promise<oidc.Configuration> {
  const at = new URL(issuer);
  const execute = [oidc.enableNonRepudiationChecks];
  if (at.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
  return answered(oidc.discovery(at, clientId, undefined, authenticateBy(clientSecret), { execute, timeout }));
}

/** By the way that the provider takes; one that names none takes the Authorization header (OpenID Connect Discovery). */
function authenticateBy(secret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? inBody : inHeader)(server, ...rest);
}

/** Some providers send the address with the token, others only from userinfo. */
async function emailOf(found: oidc.Configuration, claims: oidc.IDToken, accessToken: string): Promise<Email | null> {
  const isAskable = claims['email'] === undefined && found.serverMetadata().userinfo_endpoint !== undefined;
  const { email: address, email_verified: verified } = isAskable
    ? await answered(oidc.fetchUserInfo(found, accessToken, claims.sub))
    : claims;
  return typeof address === 'string' && address !== '' ? { address, verified: verified === true } : null;
}

/** @throws {Refusal} in place of any error. */
async function answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    const { code = '' } = cause as { code?: string };
    const isUsedCode = cause instanceof oidc.ResponseBodyError && cause.error === 'invalid_grant';
    if (isUsedCode || UNTRUSTED.test(code)) throw new Refusal('refused', NOT_CONFIRMED, { cause });
    throw new Refusal('unavailable', AWAY, { retryAfter: RETRY_SECONDS, cause });
  }
}
