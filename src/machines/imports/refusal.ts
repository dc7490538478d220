/** Reason for a refusal, as displayed. */
export interface Refusal {
  readonly text: string;
  readonly missing: boolean;
  /** Whether a retry may succeed. */
  readonly again: boolean;
  /** `null`: no answer came, so there is nothing to look up. */
  readonly requestId: string | null;
}

const UNREACHABLE = "Can't reach the server. Your work is safe. Try again.";

/** Reads what a port was rejected with: an `ApiError`, of which only the shape is known here. */
export function refusalOf(error: unknown): Refusal {
  const { kind, message, requestId } = (error ?? {}) as { kind?: unknown; message?: unknown; requestId?: unknown };
  return {
    text: kind === 'offline' || typeof message !== 'string' || message === '' ? UNREACHABLE : message,
    missing: kind === 'notFound',
    again: kind === 'offline' || kind === 'server',
    requestId: typeof requestId === 'string' ? requestId : null,
  };
}

/** Refusals of the browser itself. */
export const localRefusal = (text: string | null): Refusal => ({
  text: text ?? '',
  missing: false,
  again: false,
  requestId: null,
});
