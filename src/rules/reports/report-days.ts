import type { ReportDefinition } from '#contract/reports/definition.contract.ts';
import { daysBetween, lastOfMonth, plusDays, plusMonths, plusYears, startOf } from '../time/days.ts';

export interface Days {
  readonly from: string;
  /** Included. */
  readonly to: string;
}

const of = (from: string, to: string): Days => ({ from, to });

/** The days of a period for a reader whose day it is. `null`: a custom period without days. */
export function periodDays(
  { period, from, to }: Pick<ReportDefinition, 'period' | 'from' | 'to'>,
  today: string,
): Days | null {
  switch (period) {
    case 'last_7_days':
      return of(plusDays(today, -6), today);
    case 'last_30_days':
      return of(plusDays(today, -29), today);
    case 'last_90_days':
      return of(plusDays(today, -89), today);
    case 'this_month':
      return of(startOf(today, 'month'), today);
    case 'last_month': {
      const first = plusMonths(startOf(today, 'month'), -1);
      return of(first, lastOfMonth(first));
    }
    case 'this_quarter':
      return of(startOf(today, 'quarter'), today);
    case 'this_year':
      return of(startOf(today, 'year'), today);
    case 'last_year': {
      const first = plusYears(startOf(today, 'year'), -1);
      return of(first, plusDays(startOf(today, 'year'), -1));
    }
    case 'next_30_days':
      return of(today, plusDays(today, 29));
    case 'next_90_days':
      return of(today, plusDays(today, 89));
    case 'custom':
      return from === null || to === null ? null : of(from, to);
  }
}

/**
 * The days to compare with: as many days just before, or the same days a year earlier. A period of whole months is
 * compared with the whole months before it.
 */
export function comparedDays({ compare }: Pick<ReportDefinition, 'compare'>, { from, to }: Days): Days | null {
  if (compare === 'none') return null;
  if (compare === 'previous_year') return of(plusYears(from, -1), plusYears(to, -1));
  const isWholeMonths = from === startOf(from, 'month') && to === lastOfMonth(to);
  if (!isWholeMonths) return of(plusDays(from, -1 - daysBetween(from, to)), plusDays(from, -1));
  const months = monthsIn(from, to);
  return of(plusMonths(from, -months), plusDays(from, -1));
}

const monthsIn = (from: string, to: string): number => {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth + 1;
};
