import type { DebtCode } from '#rules/access/debts.ts';

/** Reason for a refusal, in the vocabulary of the wire. `http/error-reply.ts` maps it to a status. */
export type RefusalCode =
  | DebtCode // 403: an obligation comes first
  | 'unreadable' // 400: the request can't be parsed
  | 'no_session' // 401
  | 'access_denied' // 403: the role lacks the permission
  | 'sudo_required' // 403: re-authentication is required
  | 'not_found' // 404: unknown, or someone else's
  | 'conflict' // 409: the state doesn't allow it
  | 'identity_changed' // 409: the tab's identity is no longer signed in here
  | 'contact_changed' // 409: someone changed the contact since it was read
  | 'record_changed' // 409: the same, of another record
  | 'in_progress' // 409: a request with the same idempotency key is running
  | 'refused' // 422: the input, by field
  | 'too_many' // 429
  | 'unavailable'; // 503

/** An error that the caller can act on. Any other thrown error is a bug and returns 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  /** Messages by field of the request. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Seconds until a retry makes sense; only with `too_many`, `unavailable` and `in_progress`. */
  readonly retryAfter: number | null;

  constructor(
    code: RefusalCode,
    message: string,
    options: { fields?: Record<string, readonly string[]>; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? {};
    this.retryAfter = options.retryAfter ?? null;
  }
}

export const refuseField = (field: string, message: string) =>
  new Refusal('refused', message, { fields: { [field]: [message] } });
