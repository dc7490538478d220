import { lastOfMonth, plusDays, plusMonths, startOf } from '../time/days.ts';
import { birthday65 } from './turning-65.ts';

/** From the first day to the last one, both `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Legal source of each period. */
export const ENROLMENT_SOURCES = {
  /** One reaches an age on the day before the birthday. */
  age: '20 CFR 404.102',
  initial: '42 CFR 407.14',
  /** People who already receive Social Security are enrolled automatically. */
  automatic: '42 CFR 407.17',
  /** Part B begins with the first month of eligibility for who has enrolled before it. */
  start: '42 CFR 407.25',
  yearly: '42 CFR 422.62(a)',
  medigap: 'Social Security Act 1882(s)(2)',
} as const;

/** First day of the month in which a person turns 65; for birthdays on the first of a month, the month before. */
function month65(dob: string): string {
  const birthday = birthday65(dob);
  // A person born on February 29 turns 65 on the day before March 1, and so in February.
  return startOf(plusDays(birthday, -1), 'month');
}

/** First day on which age makes a person eligible for Medicare. Source: `start`, `age`. */
export const medicareStart = (dob: string): string => month65(dob);

/** The first day of Part B for who enrolls on a day: the month after it, once the first month has begun. Source: `start`. */
export function enrolledStart(dob: string, on: string): string {
  const start = medicareStart(dob);
  return start > on ? start : plusMonths(startOf(on, 'month'), 1);
}

/** The seven months around the 65th birthday. Source: `initial`. */
export const initialEnrolment = (dob: string): Period => ({
  from: plusMonths(month65(dob), -3),
  to: lastOfMonth(plusMonths(month65(dob), 3)),
});

/** Six months from the first one with Part B at 65, which is taken to begin at 65. Source: `medigap`. */
export const medigapOpenEnrolment = (dob: string): Period => ({
  from: month65(dob),
  to: lastOfMonth(plusMonths(month65(dob), 5)),
});

/** Everyone on Medicare may change their plan. Source: `yearly` (2). */
export const annualEnrolment = (year: number): Period => ({ from: `${year}-10-15`, to: `${year}-12-07` });

/** People in a Medicare Advantage plan may change it once. Source: `yearly` (3). */
export const advantageOpenEnrolment = (year: number): Period => ({ from: `${year}-01-01`, to: `${year}-03-31` });

export type YearlyPeriod = Period & { readonly kind: 'annual' | 'advantage' };

/** The yearly period that is now, or the next one. `inAdvantage`: they have a Medicare Advantage plan. */
export function yearlyEnrolment(today: string, inAdvantage: boolean): YearlyPeriod {
  const year = Number(today.slice(0, 4));
  const periods: YearlyPeriod[] = [year, year + 1].flatMap((each) => [
    ...(inAdvantage ? [{ kind: 'advantage' as const, ...advantageOpenEnrolment(each) }] : []),
    { kind: 'annual' as const, ...annualEnrolment(each) },
  ]);
  const next = periods.find(({ to }) => to >= today);
  if (next === undefined) throw new RangeError('A year has its periods.');
  return next;
}

export const isWithin = ({ from, to }: Period, day: string): boolean => from <= day && day <= to;
