/** Reckoning with days, `YYYY-MM-DD`. */

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

const at = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

export function plusDays(day: string, count: number): string {
  const date = at(day);
  date.setUTCDate(date.getUTCDate() + count);
  return dayOf(date);
}

/** The same day of another month, or its last day when there is none. */
export function plusMonths(day: string, count: number): string {
  const first = at(`${day.slice(0, 8)}01`);
  first.setUTCMonth(first.getUTCMonth() + count);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(Number(day.slice(8)), last));
  return dayOf(first);
}

export const plusYears = (day: string, count: number): string => plusMonths(day, 12 * count);

export function plus(day: string, count: number, unit: Unit): string {
  if (unit === 'day') return plusDays(day, count);
  if (unit === 'week') return plusDays(day, 7 * count);
  return plusMonths(day, count * { month: 1, quarter: 3, year: 12 }[unit]);
}

/** The first day of the unit that a day lies in; weeks begin on Sunday. */
export function startOf(day: string, unit: Unit): string {
  if (unit === 'day') return day;
  if (unit === 'week') return plusDays(day, -at(day).getUTCDay());
  const month =
    unit === 'month'
      ? Number(day.slice(5, 7))
      : unit === 'year'
        ? 1
        : 3 * Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1;
  return `${day.slice(0, 5)}${String(month).padStart(2, '0')}-01`;
}

/** Sunday is 0. */
export const weekdayOf = (day: string): number => at(day).getUTCDay();
