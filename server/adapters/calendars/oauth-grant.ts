import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { OAuthClient } from '../../config/integrations.ts';
import { readText } from '../read-text.ts';
import { RemoteFault } from './calendar-port.ts';
import { retryAfterOf } from './provider-rest.ts';

/** Tokens of a grant. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  /** When the access token ends, ISO. */
  readonly ends: string;
  /** When it was given, ISO. */
  readonly given: string;
}

export interface Granted {
  readonly tokens: Tokens;
  /** Scopes granted; `null`: the provider doesn't say, so those that were asked. */
  readonly scopes: readonly string[] | null;
}

const SILENCE_MS = 15_000;
const MOST_BYTES = 2 ** 16;
/** Seconds of a token whose answer names none. Source: RFC 6749, 5.1 leaves it to the client; providers take an hour. */
const USUAL_SECONDS = 3_600;

const Answer = z.object({
  access_token: z.string(),
  refresh_token: z.optional(z.string()),
  expires_in: z.optional(z.coerce.number()),
  scope: z.optional(z.string()),
});

/** The S256 challenge of a verifier. Source: RFC 7636, 4.2. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Address where a person grants access. */
export function authorizeUrl(
  { authorizeUrl: address, clientId }: OAuthClient,
  asked: { readonly redirectUri: string; readonly state: string; readonly verifier: string; readonly scopes: string },
  more: Readonly<Record<string, string>>,
): string {
  const url = new URL(address);
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: asked.redirectUri,
    scope: asked.scopes,
    state: asked.state,
    code_challenge: challengeOf(asked.verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

async function askTokens(client: OAuthClient, form: Record<string, string>): Promise<z.output<typeof Answer>> {
  const response = await fetch(client.tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ ...form, client_id: client.clientId, client_secret: client.clientSecret }),
    redirect: 'error',
    signal: AbortSignal.timeout(SILENCE_MS),
  }).catch((cause: unknown) => {
    throw new RemoteFault('away', 'No answer.', { cause });
  });
  const text = await readText(response, MOST_BYTES).catch(() => null);
  let body: unknown = null;
  try {
    body = JSON.parse(text ?? '');
  } catch {
    // Handled below: no answer has this shape.
  }
  if (response.ok) {
    const read = Answer.safeParse(body);
    if (read.success) return read.data;
    throw new RemoteFault('away', "An answer that can't be read.");
  }
  const told = (body as { error?: unknown } | null)?.error;
  const error = typeof told === 'string' ? told : '';
  if (error === 'invalid_grant') throw new RemoteFault('grant_gone', error);
  if (response.status === 429 || response.status >= 500)
    throw new RemoteFault(response.status === 429 ? 'quota' : 'away', error || `HTTP ${response.status}`, {
      retryAfterMs: retryAfterOf(response.headers.get('retry-after'), Date.now()),
    });
  throw new RemoteFault('refused', error || `HTTP ${response.status}`);
}

function grantedOf(answer: z.output<typeof Answer>, refresh: string | null, now: Date): Granted {
  const { access_token: access, refresh_token: next, expires_in: seconds = USUAL_SECONDS, scope } = answer;
  const kept = next ?? refresh;
  if (kept === null) throw new RemoteFault('refused', 'No refresh token.');
  const ends = new Date(now.getTime() + seconds * 1_000).toISOString();
  return {
    tokens: { access, refresh: kept, ends, given: now.toISOString() },
    scopes: scope === undefined ? null : scope.split(/[ ,]+/),
  };
}

/** Trades a code for tokens. @throws {RemoteFault} `grant_gone` for a code that was used or isn't ours. */
export const exchangeCode = async (
  client: OAuthClient,
  { code, redirectUri, verifier }: { readonly code: string; readonly redirectUri: string; readonly verifier: string },
  now: Date,
): Promise<Granted> =>
  grantedOf(
    await askTokens(client, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
    null,
    now,
  );

/** Trades a refresh token for new tokens; the old one may be worth nothing then. @throws {RemoteFault} */
export const refreshTokens = async (client: OAuthClient, { refresh }: Tokens, now: Date): Promise<Tokens> =>
  grantedOf(await askTokens(client, { grant_type: 'refresh_token', refresh_token: refresh }), refresh, now).tokens;

/** Ends a grant at the provider, as far as it answers. */
export async function revokeGrant({ revokeUrl }: OAuthClient, { refresh }: Tokens): Promise<void> {
  if (revokeUrl === null) return;
  await fetch(revokeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: refresh }),
    redirect: 'error',
    signal: AbortSignal.timeout(SILENCE_MS),
  }).catch(() => undefined);
}

/** True once four fifths of a token's life are over. */
export const isWorn = ({ ends, given }: Tokens, now: Date): boolean =>
  now.getTime() >= Date.parse(given) + (Date.parse(ends) - Date.parse(given)) * 0.8;
