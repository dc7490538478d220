/** What an event says: ids, and names of changed fields. */
export interface WebhookMessage<Type extends string> {
  /** The same at each attempt: keep those that you have handled. */
  readonly id: string;
  readonly type: Type;
  /** When it happened. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The headers of a request: of `fetch`, or of Node.js. */
type Headers = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Seconds that the message may be old; absent: 300. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; absent: now. */
  readonly now?: number;
}

/** A request that can't be shown to come from the server. Answer it with 400, and don't act on it. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/**
 * Checks by Standard Webhooks that a request comes from the server and is new. `body` is the text as received, before it
 * is parsed. @throws {WebhookError}
 */
export async function verifySignature<Type extends string>(
  secret: string,
  headers: Headers,
  body: string,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookMessage<Type>> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookError('The message is too old, or the clocks differ.');
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), algorithm, false, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // While a secret is being replaced, there is one signature by each.
  for (const signature of headerOf(headers, 'webhook-signature').split(' ')) {
    const [version, given = ''] = signature.split(',');
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(given), signed))) {
      return { id, ...(JSON.parse(body) as Omit<WebhookMessage<Type>, 'id'>) };
    }
  }
  throw new WebhookError('No signature fits the secret.');
}

function headerOf(headers: Headers, name: string): string {
  const value =
    typeof headers['get'] === 'function' ? headers['get'](name) : (headers as Record<string, unknown>)[name];
  if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing.`);
  return value;
}

/** @throws {WebhookError} for what isn't base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookError("The secret or the signature isn't base64.");
  }
}
