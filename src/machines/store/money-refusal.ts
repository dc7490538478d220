import { UNREACHABLE } from '#rules/words/unreachable.ts';

/** Why money hasn't moved, for the page and for one field of it. */
export interface MoneyRefusal {
  readonly text: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** Reads what a port was rejected with: an `ApiError`, of which only the shape is known here. */
export function moneyRefusalOf(error: unknown): MoneyRefusal {
  const { kind, message, fields } = (error ?? {}) as {
    kind?: unknown;
    message?: unknown;
    fields?: MoneyRefusal['fields'];
  };
  return {
    text: kind === 'offline' || typeof message !== 'string' || message === '' ? UNREACHABLE : message,
    fields: fields ?? {},
  };
}

/** True when the money may have moved; then only the same key may be sent again. */
export const isOutcomeOpen = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'outcomeOpen' in error && error.outcomeOpen === true;
