import {
  endOfMonth,
  fromAbsolute,
  getDayOfWeek,
  parseDate,
  startOfMonth,
  startOfWeek,
  startOfYear,
  toCalendarDate,
} from '@internationalized/date';

/** Arithmetic with days. A day is text, `YYYY-MM-DD`: it has no zone and never shifts. */

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Weeks of the product begin on Sunday. */
const WEEK = ['en-US', 'sun'] as const;

/** The day an instant falls on in an IANA zone. */
export const dayIn = (zone: string, at: Date | number): string =>
  toCalendarDate(fromAbsolute(Number(at), zone)).toString();

/** The day that is over for no user yet: what is kept until a day stays until that day is over in Hawaii. */
export const dayStillRunning = (at: Date): string => dayIn('Pacific/Honolulu', at);

/** The day of an instant in UTC. */
export const utcDay = (at: Date | number): string => dayIn('UTC', at);

export const plusDays = (day: string, days: number): string => parseDate(day).add({ days }).toString();

/** The same day of another month, or its last day when the month is shorter. */
export const plusMonths = (day: string, months: number): string => parseDate(day).add({ months }).toString();

export const plusYears = (day: string, years: number): string => parseDate(day).add({ years }).toString();

export function plus(day: string, count: number, unit: Unit): string {
  if (unit === 'quarter') return plusMonths(day, 3 * count);
  return parseDate(day)
    .add({ [`${unit}s`]: count })
    .toString();
}

/** The first day of the unit that contains a day. */
export function startOf(day: string, unit: Unit): string {
  const date = parseDate(day);
  if (unit === 'week') return startOfWeek(date, ...WEEK).toString();
  if (unit === 'year') return startOfYear(date).toString();
  if (unit === 'day') return day;
  const months = unit === 'quarter' ? (date.month - 1) % 3 : 0;
  return startOfMonth(date.subtract({ months })).toString();
}

export const lastOfMonth = (day: string): string => endOfMonth(parseDate(day)).toString();

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => getDayOfWeek(parseDate(day), ...WEEK);

/** Days from one day to another; negative when the other is earlier. */
export const daysBetween = (from: string, to: string): number => parseDate(to).compare(parseDate(from));

/** The same day of another year; March 1 for February 29 where a year has none. */
export function anniversary(day: string, year: number): string {
  const { month, day: ofMonth } = parseDate(day);
  const date = parseDate(`${String(year).padStart(4, '0')}-01-01`).set({ month, day: ofMonth });
  return (date.day === ofMonth ? date : date.add({ days: 1 })).toString();
}
