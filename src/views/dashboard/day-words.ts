import { formatCounted } from '../_kit/format/format-count.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { daysBetween, weekdayOf } from '#rules/time/days.ts';

/** Time since something was due; both days `YYYY-MM-DD`. */
export const lateWords = (day: string, today: string): string =>
  `${formatCounted(daysBetween(day, today), 'day', 'days')} overdue`;

/** Label for today or a later day; both days `YYYY-MM-DD`. */
export function dayWords(day: string, today: string): string {
  const away = daysBetween(today, day);
  if (away === 0) return 'Today';
  if (away === 1) return 'Tomorrow';
  return away < 7 ? (WEEKDAYS[weekdayOf(day)] ?? formatPlainDate(day)) : formatPlainDate(day);
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
