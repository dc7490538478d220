import { plusDays } from '#rules/time/days.ts';
import type { Span } from '../reading.ts';
import { wordTable } from '../../word-table.ts';

/** First month of each, by the calendar of the weather service: three whole months. */
const FIRST_MONTHS = wordTable<number>({ spring: 3, summer: 6, fall: 9, autumn: 9, winter: 12 });

/** Days before a season in which `next spring` may also be the one after it. Ours. */
const NEAR_DAYS = 90;

const dated = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-01`;

/**
 * Days of `last summer` (-1), `this fall` (0) or `next spring` (1); `null`: it is none, or not clear which one.
 */
export function seasonSpan(word: string, near: number, today: string): Span | null {
  const month = FIRST_MONTHS[word];
  if (month === undefined) return null;
  const of = (year: number): Span => ({
    first: dated(year, month),
    last: plusDays(month === 12 ? dated(year + 1, 3) : dated(year, month + 3), -1),
  });
  const year = Number(today.slice(0, 4));
  const all = [year - 2, year - 1, year, year + 1].map(of);
  const isNow = ({ first, last }: Span) => first <= today && today <= (last ?? '');
  if (near === 0) return all.find(isNow) ?? null;
  if (near < 0) return all.findLast(({ last }) => (last ?? '') < today) ?? null;
  const next = all.find(({ first }) => first > today) ?? null;
  return next !== null && next.first > plusDays(today, NEAR_DAYS) ? next : null;
}
