/** Codes of failures: those of the server's refusals, and three of our own for a call that had no readable answer. */
export const ERROR_CODES = [
  'terms_due',
  'payment_due',
  'password_due',
  'two_factor_due',
  'unreadable',
  'no_session',
  'access_denied',
  'sudo_required',
  'not_found',
  'conflict',
  'identity_changed',
  'contact_changed',
  'record_changed',
  'in_progress',
  'refused',
  'too_many',
  'unavailable',
  'failed',
  'wrong_method',
  'unreachable',
  'timeout',
  'unknown',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** A call that failed: refused by the server, or without an answer. */
export class BellwetherError extends Error {
  override readonly name = 'BellwetherError';
  readonly code: ErrorCode;
  /** Of HTTP; `null`: there was no answer. */
  readonly status: number | null;
  /** Messages by field of the input; empty unless the input was refused. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Finds the call in the server's log. */
  readonly requestId: string;
  /** Seconds until another attempt makes sense; `null`: the server didn't say. */
  readonly retryAfter: number | null;

  constructor(message: string, about: Omit<BellwetherError, 'name' | 'message' | 'stack'>) {
    super(message, { cause: about.cause });
    this.code = about.code;
    this.status = about.status;
    this.fields = about.fields;
    this.requestId = about.requestId;
    this.retryAfter = about.retryAfter;
  }
}

/** Says why there was no answer. */
export const withoutAnswer = (code: 'unreachable' | 'timeout', requestId: string, cause: unknown): BellwetherError =>
  new BellwetherError(code === 'timeout' ? 'The server took too long.' : "The server can't be reached.", {
    code,
    status: null,
    fields: {},
    requestId,
    retryAfter: null,
    cause,
  });

/** Reads a refusal. What stands between client and server may answer as well, in words of its own. */
export async function errorOf(response: Response, sentId: string): Promise<BellwetherError> {
  const { status, headers } = response;
  const body = recordOf(await response.json().catch(() => null));
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  const code = ERROR_CODES.find((known) => known === body['code']) ?? 'unknown';
  return new BellwetherError(textOf(body['error']) ?? `The server answered ${status}.`, {
    code,
    status,
    fields: Object.fromEntries(
      Object.entries(recordOf(body['errors'])).map(([field, said]) => [field, [said].flat().map(String)]),
    ),
    requestId: textOf(body['request_id']) ?? headers.get('x-request-id') ?? sentId,
    retryAfter: Number.isNaN(seconds) ? null : seconds,
  });
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
