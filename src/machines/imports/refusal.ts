/** Why something asked for did not happen, as a person may read it. */
export interface Refusal {
  readonly text: string;
  readonly missing: boolean;
  /** Whether the same may go well in a moment. */
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

/** What the browser itself refuses. */
export const localRefusal = (text: string | null): Refusal => ({
  text: text ?? '',
  missing: false,
  again: false,
  requestId: null,
});
