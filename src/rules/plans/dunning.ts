/** Milliseconds. */
const DAY_MS = 86_400_000;

/** Days after a month began on which a payment that failed is tried again; then the subscription ends. Ours. */
export const DUNNING_DAYS = [1, 3, 5, 7] as const;

export type Dunning = { readonly next: 'retry'; readonly at: Date } | { readonly next: 'end' };

/**
 * What follows the payment of a month that failed for the `failures`th time. A day lies between two tries, also when the
 * first one came late.
 */
export function afterFailure(failures: number, monthBegan: Date, at: Date): Dunning {
  const day = DUNNING_DAYS[failures - 1];
  if (day === undefined) return { next: 'end' };
  return { next: 'retry', at: new Date(Math.max(monthBegan.getTime() + day * DAY_MS, at.getTime() + DAY_MS)) };
}

/** What is due of a subscription. */
export interface DueFacts {
  readonly status: 'pending' | 'starting' | 'active' | 'past_due' | 'ended';
  readonly dueAt: Date | null;
  readonly cancelsAtPeriodEnd: boolean;
}

export function whenDue({ status, dueAt, cancelsAtPeriodEnd }: DueFacts, at: Date): 'wait' | 'end' | 'charge' {
  if (status !== 'active' && status !== 'past_due') return 'wait';
  if (dueAt === null || dueAt > at) return 'wait';
  return cancelsAtPeriodEnd ? 'end' : 'charge';
}
