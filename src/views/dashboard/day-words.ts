import type { FollowUp } from '#contract/dashboard.contract.ts';
import { formatDate, formatTime } from '../_kit/format/format-when.ts';
import { formatCounted } from '../_kit/format/format-count.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { daysBetween, weekdayOf } from '#rules/time/days.ts';

/** "6 days ago": when something was due; both days `YYYY-MM-DD`. */
export const lateWords = (day: string, today: string): string =>
  `${formatCounted(daysBetween(day, today), 'day', 'days')} ago`;

/** Label for today or a later day; both days `YYYY-MM-DD`. */
export function dayWords(day: string, today: string): string {
  const away = daysBetween(today, day);
  if (away === 0) return 'Today';
  if (away === 1) return 'Tomorrow';
  return away < 7 ? (WEEKDAYS[weekdayOf(day)] ?? formatPlainDate(day)) : formatPlainDate(day);
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Why someone can't be called now, and from when they can, by the clock of `zone` (IANA). */
export function blockedWords({ reason, next_at: next }: FollowUp['call'], zone: string): string {
  return next === null ? reason : `${reason} Call from ${formatDate(next, zone)}, ${formatTime(next, zone)} on.`;
}
