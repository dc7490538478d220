import type { CurrentAccount, CurrentUser, IdentityStep } from '#contract/session.contract.ts';

export interface Identity {
  readonly user: CurrentUser;
  readonly account: CurrentAccount;
}

/**
 * Milliseconds before the end at which a log-in as someone else exits by itself. Our choice: afterwards the server
 * knows no way back.
 */
export const LEAVE_EARLY_MS = 5_000;

type Stack = readonly IdentityStep[];

export const isActing = (stack: Stack): boolean => stack.length > 1;

/** User of the step below the top. `null`: not logged in as someone else. */
export const stepBelow = (stack: Stack): IdentityStep | null => (isActing(stack) ? (stack.at(-2) ?? null) : null);

/**
 * Milliseconds until the top of the stack ends. Never more than it lasts in all; that much too when this clock says
 * that it is over, since the server has just said that it is not: then the clock is wrong.
 */
export function leftOf(stack: Stack, now: number): number {
  const top = stack.at(-1);
  if (top === undefined) return Number.POSITIVE_INFINITY;
  const ends = Date.parse(top.expires_at);
  const whole = ends - Date.parse(top.since);
  const left = ends - now;
  return left <= 0 ? whole : Math.min(left, whole);
}
