import { fromAbsolute, startOfMonth, toCalendarDate, toZoned } from '@internationalized/date';
import { changeDue, type Due, type Period, type Share, shareLeft } from '../billing/billing-period.ts';

/** The calendar month of a zone that contains an instant: allocations start again with it, and so do payments. */
export function monthAround(zone: string, at: Date): Period {
  const first = startOfMonth(toCalendarDate(fromAbsolute(at.getTime(), zone)));
  return { start: toZoned(first, zone).toDate(), end: toZoned(first.add({ months: 1 }), zone).toDate() };
}

/** Cents a month for licenses of a plan. */
export interface Priced {
  readonly priceCents: number;
  readonly quantity: number;
}

export const monthlyCents = ({ priceCents, quantity }: Priced): number => priceCents * quantity;

export interface PlanQuote extends Due {
  readonly share: Share;
  readonly period: Period;
}

/**
 * Price of a new subscription (`from` is `null`), or of a change, for the rest of a month in whole days, today included.
 * Preview and charge are this one function.
 */
export function quotePlan(
  { from, to, creditCents }: { readonly from: Priced | null; readonly to: Priced; readonly creditCents: number },
  period: Period,
  at: Date,
): PlanQuote {
  const share = shareLeft(period, at);
  const prices = { fromCents: from === null ? 0 : monthlyCents(from), toCents: monthlyCents(to), creditCents };
  return { ...changeDue(prices, share), share, period };
}
