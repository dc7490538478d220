import type { OrderStatus, OrderType, PlanKind, PlanSubscription, PlanUsage } from '#contract/plans/plan.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { UNITS } from '#rules/plans/plan-words.ts';
import { formatCount, formatCounted } from '../_kit/format/format-count.ts';
import { formatPlainDate } from '../_kit/format/format-when.ts';

/** Payer of the current user's usage. */
export const SOURCES: Readonly<Record<NonNullable<PlanUsage['source']>, string>> = {
  company: 'Paid by your company',
  manager: 'Paid by your manager',
  self: 'Your own plan',
  enabled: 'Included by your administrator',
};

/** Title of a subscription by its type. */
export const TYPES: Readonly<Record<OrderType, string>> = {
  self_pay: 'Your plan',
  manager_pay: 'Team licenses',
  company: 'Company plan',
};

export const ORDER_WORDS: Readonly<
  Record<OrderStatus, { readonly word: string; readonly tone: 'good' | 'warn' | 'bad' | 'info' }>
> = {
  open: { word: 'Open', tone: 'info' },
  paid: { word: 'Paid', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  canceled: { word: 'Canceled', tone: 'warn' },
};

export const monthly = (cents: number): string => `${dollars(cents)}/mo`;

export const licensesOf = (count: number): string => formatCounted(count, 'license', 'licenses');

/** "500 minutes a month". */
export const includes = (kind: PlanKind, allocation: number | null): string =>
  allocation === null ? `Unlimited ${UNITS[kind].many}` : `${units(kind, allocation)} a month`;

export const units = (kind: PlanKind, count: number): string => formatCounted(count, UNITS[kind].one, UNITS[kind].many);

/** "120 of 1,000 segments used". */
export const usedOf = (kind: PlanKind, { used, allocation }: Pick<PlanUsage, 'used' | 'allocation'>): string =>
  allocation === null ? `${units(kind, used)} used` : `${formatCount(used)} of ${units(kind, allocation)} used`;

/** Says what the month comes to at today's pace. */
export function forecastOf(kind: PlanKind, usage: Pick<PlanUsage, 'used' | 'allocation' | 'expected' | 'runs_out_on'>) {
  const { used, allocation, expected, runs_out_on: out } = usage;
  if (allocation !== null && used >= allocation) return 'Everything for this month is used.';
  if (out !== null) return `At this pace, you'll run out on ${formatPlainDate(out)}.`;
  if (used === 0) return 'Nothing used yet this month.';
  return `At this pace, you'll use about ${units(kind, expected)} this month.`;
}

/** The day until which a subscription is paid; empty for one that hasn't started. */
export const untilOf = ({ period_ends_on: end }: Pick<PlanSubscription, 'period_ends_on'>): string =>
  end === null ? '' : formatPlainDate(end);

export const pricePerMonth = ({ plan, quantity, order_type: type }: PlanSubscription): string =>
  type === 'manager_pay' ? `${monthly(plan.price_cents)} each, ${licensesOf(quantity)}` : monthly(plan.price_cents);
