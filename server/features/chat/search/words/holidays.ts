import { plusDays, weekdayOf } from '#rules/time/days.ts';
import { isHeard, type Text } from '../reading.ts';

/** The `nth` of a weekday in a month, counted from its end when negative; Sunday is 0. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): string {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  const one = plusDays(first, (weekday - weekdayOf(first) + 7) % 7);
  if (nth > 0) return plusDays(one, 7 * (nth - 1));
  const fifth = plusDays(one, 28);
  return fifth.slice(5, 7) === first.slice(5, 7) ? fifth : plusDays(one, 21);
}

/** Western Easter. Source: the anonymous Gregorian rule (Meeus, Astronomical Algorithms, chapter 8). */
function easter(year: number): string {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  return plusDays(`${year}-03-01`, 31 * Math.floor((h + l - 7 * m + 114) / 31 - 3) + ((h + l - 7 * m + 114) % 31));
}

const fixed = (day: string) => (year: number) => `${year}-${day}`;

/** Holidays by their names. */
const HOLIDAYS: readonly (readonly [string, (year: number) => string])[] = [
  ['thanksgiving day,thanksgiving', (year) => nthWeekday(year, 11, 4, 4)],
  ['christmas day,christmas,xmas', fixed('12-25')],
  ['christmas eve', fixed('12-24')],
  ['new years day,new years,new year', fixed('01-01')],
  ['new years eve', fixed('12-31')],
  ['labor day', (year) => nthWeekday(year, 9, 1, 1)],
  ['memorial day', (year) => nthWeekday(year, 5, 1, -1)],
  ['independence day', fixed('07-04')],
  ['halloween', fixed('10-31')],
  ['valentines day,valentines', fixed('02-14')],
  ['veterans day', fixed('11-11')],
  ['easter sunday,easter', easter],
];
const WAYS = HOLIDAYS.flatMap(([ways, of]) => ways.split(',').map((way) => ({ way: way.split(' '), of }))).toSorted(
  (a, b) => b.way.length - a.way.length,
);

export function holidayAt(text: Text, at: number): { of: (year: number) => string; to: number } | null {
  const found = WAYS.find(({ way }) => isHeard(text, way, at));
  return found ? { of: found.of, to: at + found.way.length } : null;
}

/** Words that only these days are called by. */
export const HOLIDAY_WORDS = ['thanksgiving', 'christmas', 'halloween', 'valentines', 'easter'];
