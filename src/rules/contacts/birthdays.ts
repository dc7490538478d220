import { plusDays } from '../time/days.ts';

/** So many days from `first` on, each `YYYY-MM-DD`. */
export const datesFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => plusDays(first, at));

/**
 * Birthdays celebrated on these dates: month and day as one number (114 for January 14), with the date of each. In a
 * common year, a leap day is celebrated on March 1.
 */
export function celebratedOn(dates: readonly string[]): { days: number[]; dates: string[] } {
  const pairs = dates.flatMap((date) => {
    const day = Number(date.slice(5, 7)) * 100 + Number(date.slice(8));
    const leaping = day === 301 && plusDays(date, -1).endsWith('-28');
    return leaping ? [[229, date] as const, [day, date] as const] : [[day, date] as const];
  });
  return { days: pairs.map(([day]) => day), dates: pairs.map(([, date]) => date) };
}
