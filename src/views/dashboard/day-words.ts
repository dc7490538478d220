import { formatCounted } from '../_kit/format/format-count.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';

const DAY_MS = 86_400_000;

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** How long ago something was due; both days `YYYY-MM-DD`. */
export const lateWords = (day: string, today: string): string =>
  `${formatCounted(daysBetween(day, today), 'day', 'days')} late`;

/** A day from today on as people say it; both days `YYYY-MM-DD`. */
export function dayWords(day: string, today: string): string {
  const away = daysBetween(today, day);
  if (away === 0) return 'Today';
  if (away === 1) return 'Tomorrow';
  return away < 7 ? (WEEKDAYS[new Date(day).getUTCDay()] ?? formatPlainDate(day)) : formatPlainDate(day);
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The day so many days behind another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
