import { RemoteFault } from './calendar-port.ts';
import { readText } from '../read-text.ts';

/** Milliseconds for one call. Ours. */
const SILENCE_MS = 15_000;
/** Answers stay far below. In bytes, ours. */
const MOST_BYTES = 8 * 2 ** 20;
const MOST_WORDS = 200;

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Milliseconds of a `Retry-After`, in seconds or as a date; `null`: none. */
export function retryAfterOf(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Reasons of Google's 403 that mean "later". Source: Calendar API, "Handle API errors". */
const QUOTA_REASONS = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);

interface Told {
  readonly text: string;
  readonly reason: string;
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

function toldIn(body: unknown): Told {
  const error = (body as { error?: unknown } | null)?.error;
  if (typeof error === 'string') {
    const text = (body as { error_description?: unknown }).error_description;
    return { text: typeof text === 'string' ? text : error, reason: error };
  }
  const { message, code, errors } = (error ?? {}) as { message?: unknown; code?: unknown; errors?: unknown };
  const [first] = Array.isArray(errors) ? (errors as { reason?: unknown }[]) : [];
  return {
    text: textIn(message),
    reason: textIn(first?.reason) || textIn(code),
  };
}

/** A status as a fault. */
function faultOf(response: Response, told: Told): RemoteFault {
  const { status } = response;
  const text = told.text.slice(0, MOST_WORDS) || `HTTP ${status}`;
  const wait = retryAfterOf(response.headers.get('retry-after'), Date.now());
  if (status === 401) return new RemoteFault('token_expired', text);
  if (status === 429 || (status === 403 && QUOTA_REASONS.has(told.reason)))
    return new RemoteFault('quota', text, { retryAfterMs: wait });
  if (status === 404) return new RemoteFault('missing', text);
  // Google says 410 of a deleted event, too; who asks knows what they have asked for.
  if (status === 410) return new RemoteFault('cursor_gone', text);
  if (status === 409 || status === 412) return new RemoteFault('changed', text);
  if (status >= 500) return new RemoteFault('away', text, { retryAfterMs: wait });
  return new RemoteFault('refused', text);
}

/** Asks a provider's API with a bearer token; the answer is JSON, or `null` without a body. @throws {RemoteFault} */
export async function askProvider(url: string, bearer: string, asked: Asked = {}): Promise<unknown> {
  const { method = 'GET', body, headers = {} } = asked;
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(SILENCE_MS),
  }).catch((cause: unknown) => {
    throw new RemoteFault('away', 'No answer.', { cause });
  });
  const text = await readText(response, MOST_BYTES).catch(() => null);
  const read = parsed(text);
  if (!response.ok) throw faultOf(response, toldIn(read));
  if (read === undefined) throw new RemoteFault('away', "An answer that can't be read.");
  return read;
}

/** `undefined`: no JSON. */
function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
