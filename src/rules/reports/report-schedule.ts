import type { ReportScheduleFields } from '#contract/reports/schedule.contract.ts';
import { dayIn, plusDays, weekdayOf } from '#rules/time/days.ts';
import { clockWords, instantAt } from '#rules/time/zoned-time.ts';

/** As `weekdayOf` counts. */
export const WEEKDAY_WORDS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Days within which every schedule comes round: a month. */
const ROUND_DAYS = 32;

function isDue({ cadence, weekday, day: ofMonth }: ReportScheduleFields, day: string): boolean {
  const at = weekdayOf(day);
  switch (cadence) {
    case 'daily':
      return true;
    case 'weekdays':
      return at !== 0 && at !== 6;
    case 'weekly':
      return at === weekday;
    case 'monthly':
      return Number(day.slice(8)) === ofMonth;
  }
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The first moment after another, in ms, at which the clocks of a zone show what a schedule says. */
export function nextSending(schedule: ReportScheduleFields, zone: string, after: number): number {
  const today = dayIn(zone, after);
  for (let ahead = 0; ahead <= ROUND_DAYS; ahead += 1) {
    const day = plusDays(today, ahead);
    if (!isDue(schedule, day)) continue;
    const at = instantAt(zone, day, minuteOf(schedule.time));
    if (at > after) return at;
  }
  throw new Error(`No day within ${ROUND_DAYS} fits a schedule.`);
}

/** `every Monday at 8:00 AM` */
export function scheduleWords({ cadence, weekday, day, time }: ReportScheduleFields): string {
  const when = {
    daily: 'every day',
    weekdays: 'Monday through Friday',
    weekly: `every ${WEEKDAY_WORDS[weekday]}`,
    monthly: `on day ${day} of each month`,
  }[cadence];
  return `${when} at ${clockWords(time)}`;
}
