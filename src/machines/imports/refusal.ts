import { UNREACHABLE } from '#rules/words/unreachable.ts';

/** Reason for a refusal, as displayed. */
export interface Refusal {
  readonly text: string;
  readonly missing: boolean;
  /** Whether a retry may succeed. */
  readonly again: boolean;
  /** `null`: no answer came, so there is nothing to look up. */
  readonly requestId: string | null;
  /** The wallet can't pay for it. */
  readonly isShort?: true;
  /** Known on this side, without a text. Absent: the text says it. */
  readonly fault?: LocalFault;
}

/** Why a file is not even sent, or a mapping not checked. */
export type LocalFault =
  | { readonly kind: 'empty'; readonly name: string }
  | { readonly kind: 'tooBig'; readonly name: string; readonly megabytes: number }
  | { readonly kind: 'nothingMatched' | 'nobodyMatched' };

/** Reads what a port was rejected with: an `ApiError`, of which only the shape is known here. */
export function refusalOf(error: unknown): Refusal {
  const { kind, message, requestId, fields } = (error ?? {}) as {
    kind?: unknown;
    message?: unknown;
    requestId?: unknown;
    fields?: Readonly<Record<string, unknown>>;
  };
  return {
    text: kind === 'offline' || typeof message !== 'string' || message === '' ? UNREACHABLE : message,
    missing: kind === 'notFound',
    again: kind === 'offline' || kind === 'server',
    requestId: typeof requestId === 'string' ? requestId : null,
    ...(fields !== undefined && 'wallet' in fields && { isShort: true }),
  };
}

/** Refusals of the browser itself. */
export const localRefusal = (fault: LocalFault | null): Refusal => ({
  text: '',
  missing: false,
  again: false,
  requestId: null,
  ...(fault && { fault }),
});
