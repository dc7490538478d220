import type { FlowSchedule } from '#contract/workflows/definition.contract.ts';
import { EVERY_ZONE } from '../places/us-places.ts';
import { dayIn, plusDays, weekdayOf } from '../time/days.ts';
import { clockText, clockWords, instantAt } from '../time/zoned-time.ts';

/** A day of a schedule, and the instant at which clocks show its minute. */
export interface ScheduledDay {
  readonly day: string;
  /** In ms. */
  readonly at: number;
}

type When = Pick<FlowSchedule, 'weekdays' | 'minute'>;

/**
 * Days of a schedule in an IANA zone whose instants fall after `after` and until `until`, in ms. A minute that a day lacks,
 * when clocks go forward, is an hour later; one that it has twice is the first.
 */
export function scheduledDays({ weekdays, minute }: When, zone: string, after: number, until: number): ScheduledDay[] {
  const found: ScheduledDay[] = [];
  for (let day = dayIn(zone, after); day <= dayIn(zone, until); day = plusDays(day, 1)) {
    const at = instantAt(zone, day, minute);
    if (weekdays.includes(weekdayOf(day)) && at > after && at <= until) found.push({ day, at });
  }
  return found;
}

/** The same in all zones, each instant once, the first one first. */
export function scheduledAnywhere(schedule: When, after: number, until: number): ScheduledDay[] {
  const days = EVERY_ZONE.flatMap((zone) => scheduledDays(schedule, zone, after, until));
  return [...new Map(days.map((one) => [one.at, one])).values()].toSorted((a, b) => a.at - b.at);
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** "Mon, Fri at 9:00 AM" */
export const scheduleWords = ({ weekdays, minute }: When): string =>
  `${weekdays.length === DAYS.length ? 'Every day' : weekdays.map((day) => DAYS[day]).join(', ')} at ${clockWords(clockText(minute))}`;
