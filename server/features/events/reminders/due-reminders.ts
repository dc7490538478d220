import { instantOf, nextOccurrence, type Occurrence, occurrencesIn, type Schedule } from '../recurrence.ts';

const MINUTE_MS = 60_000;
/** An event that began longer ago is over for a reminder, in ms. Ours. */
const LATE_MS = 5 * MINUTE_MS;
const DAY_START = 'T00:00';
/** When an event that lasts all day counts as starting. Ours: a reminder at midnight helps no one. */
const WORK_START = 'T09:00';
const WORK_STARTED = 'T09:01';

/** One event that is about to begin. */
export interface DueReminder {
  readonly occurrence: Occurrence;
  /** Minutes before the start; of several that are due, the last. */
  readonly minutes: number;
}

/** The schedule that reminders count from. */
function anchored(schedule: Schedule): Schedule {
  if (!schedule.all_day) return schedule;
  const day = schedule.start_local.slice(0, 10);
  return {
    ...schedule,
    all_day: false,
    start_local: `${day}${WORK_START}`,
    end_local: `${day}${WORK_STARTED}`,
    excluded: schedule.excluded.map((start) => `${start.slice(0, 10)}${WORK_START}`),
  };
}

/** An occurrence as its key has it. */
function shownAs(schedule: Schedule, one: Occurrence): Occurrence {
  if (!schedule.all_day) return one;
  const start = `${one.start_local.slice(0, 10)}${DAY_START}`;
  return { ...one, start_local: start, starts_at: instantOf(start, schedule.zone) };
}

/**
 * Reminders after one moment and up to another, in ms, one an event, by start. Those of events that began
 * minutes ago are left out. A reminder that is minutes before a start is so on the time line, also when clocks change in between.
 */
export function dueReminders(
  schedule: Schedule,
  minutes: readonly number[],
  after: number,
  now: number,
): DueReminder[] {
  const base = anchored(schedule);
  const found = new Map<string, DueReminder>();
  for (const before of minutes.toSorted((a, b) => b - a)) {
    const lead = before * MINUTE_MS;
    for (const one of occurrencesIn(base, after + lead, now + lead + 1)) {
      const start = one.starts_at.getTime();
      const isDue = start - lead > after && start - lead <= now;
      if (isDue && start > now - LATE_MS)
        found.set(one.start_local, { occurrence: shownAs(schedule, one), minutes: before });
    }
  }
  return [...found.values()].toSorted((a, b) => a.occurrence.starts_at.getTime() - b.occurrence.starts_at.getTime());
}

/** When the next reminder after a moment is due; `null`: none. */
export function nextReminder(schedule: Schedule, minutes: readonly number[], now: number): Date | null {
  const base = anchored(schedule);
  const times = minutes.flatMap((before) => {
    const lead = before * MINUTE_MS;
    const next = nextOccurrence(base, new Date(now + lead + 1));
    return next === null ? [] : [next.starts_at.getTime() - lead];
  });
  return times.length === 0 ? null : new Date(Math.min(...times));
}
