/** Kinds of failed requests, for machines to branch on. */
export type ApiErrorKind =
  | 'offline' // no response: DNS, TLS, dropped; also our own abort after the last unsubscribe
  | 'unauthorized' // 401: the session has ended
  | 'forbidden' // 403
  | 'proof_due' // 403: re-authentication was required and not given
  | 'notFound' // 404
  | 'conflict' // 409: the state doesn't allow it
  | 'rejected' // other 4xx: the server refused the input
  | 'server' // 5xx
  | 'contract'; // 2xx whose body doesn't match the schema: a bug on one side

export interface ApiErrorDetails {
  /** The wire's code; by kind when the response had none: `aborted`, `unreachable`, `unreadable`. */
  readonly code: string;
  /** One sentence to show. */
  readonly message: string;
  /** The words of the status, `Internal Server Error`. Absent: no answer came. */
  readonly statusText?: string;
  /** Messages by field of the request; empty unless the input was refused. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** The number that the server's log has too, where the request came that far. `null`: the page ended it itself. */
  readonly requestId?: string | null | undefined;
  /** Seconds until a retry makes sense. `null` when the server didn't say. */
  readonly retryAfter?: number | null;
  readonly cause?: unknown;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly code: string;
  readonly statusText: string | null;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string | null;
  readonly retryAfter: number | null;

  constructor(kind: ApiErrorKind, details: ApiErrorDetails) {
    super(details.message, { cause: details.cause });
    this.kind = kind;
    this.code = details.code;
    this.statusText = details.statusText ?? null;
    this.fields = details.fields ?? {};
    this.requestId = details.requestId ?? null;
    this.retryAfter = details.retryAfter ?? null;
  }

  /**
   * Returns whether a write that failed this way may have taken effect. If so, the request is repeated with the same
   * idempotency key, never with a new one.
   */
  get outcomeOpen(): boolean {
    return ['offline', 'server', 'contract'].includes(this.kind) || this.code === 'in_progress';
  }
}

/** Returns the thrown value as an ApiError; anything else is a bug in the client. */
export const asApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError
    ? thrown
    : new ApiError('contract', { code: 'unexpected', message: REQUEST_FAILED, cause: thrown });

/** Texts of core §8. */
export const REQUEST_FAILED = 'Request failed';
export const ACCESS_DENIED = 'Access denied!';

export const UNREACHABLE = 'The server cannot be reached.';
