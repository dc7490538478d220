import { fromAbsolute, parseDate, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';
import { RRuleTemporal } from 'rrule-temporal';

/**
 * Series of events. What clocks show is text, `YYYY-MM-DDTHH:MM`: a rule is expanded on it, without a zone, and each
 * start becomes an instant of its own. So 9:00 stays 9:00 across a change of clocks.
 */
export interface Schedule {
  readonly all_day: boolean;
  /** Of the first event. All day: midnights, the end excluded. */
  readonly start_local: string;
  readonly end_local: string;
  readonly zone: string;
  /** RFC 5545, without `UNTIL`; empty: it doesn't repeat. */
  readonly rule: string;
  /** The last day on which it may begin; `null`: no end. */
  readonly repeat_until: string | null;
  /** Local starts left out. */
  readonly excluded: readonly string[];
}

/** One event of a series. */
export interface Occurrence {
  readonly start_local: string;
  readonly end_local: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** More than clocks of any zone differ from UTC. */
const SLACK_MS = 28 * 3_600_000;

/** Local text as if it were UTC, in ms, to count with. */
const floating = (local: string): number => parseDateTime(local).toDate('UTC').getTime();
const localOf = (ms: number): string => new Date(ms).toISOString().slice(0, 16);

/** Local text, so many ms later on the clock. */
export const shifted = (local: string, ms: number): string => localOf(floating(local) + ms);

/** Milliseconds on the clock from one local time to another. */
export const gapBetween = (from: string, to: string): number => floating(to) - floating(from);

/** The instant at which clocks of a zone show this; the later one where they skip it, the first where they repeat it. */
export const instantOf = (local: string, zone: string): Date => toZoned(parseDateTime(local), zone).toDate();

/** What clocks of a zone show at an instant. */
export const localAt = (at: Date, zone: string): string =>
  toCalendarDateTime(fromAbsolute(at.getTime(), zone)).toString().slice(0, 16);

const basic = (local: string): string => `${local.replaceAll(/[-:]/g, '')}00Z`;

const UNTIL_END = 'T23:59';

function ruleOf({ start_local: start, rule, repeat_until: until }: Schedule): RRuleTemporal {
  const ends = until === null ? '' : `;UNTIL=${basic(`${until}${UNTIL_END}`)}`;
  return new RRuleTemporal({ rruleString: `DTSTART:${basic(start)}\nRRULE:${rule}${ends}`, cache: false });
}

const textOf = (date: { toString(): string }): string => date.toString().slice(0, 16);

/** Local starts from one to another, both included. */
function startsBetween(schedule: Schedule, from: string, to: string): string[] {
  const { start_local: start, rule, excluded } = schedule;
  if (rule === '') return start >= from && start <= to ? [start] : [];
  const [after, before] = [new Date(floating(from)), new Date(floating(to))];
  const starts = ruleOf(schedule).between(after, before, true).map(textOf);
  return starts.filter((one) => !excluded.includes(one));
}

function occurrenceOf(schedule: Schedule, start: string): Occurrence {
  const { all_day: isAllDay, start_local: first, end_local: last, zone } = schedule;
  const starts = instantOf(start, zone);
  // An event lasts as long as the first one (RFC 5545, 3.8.5.3); one of days ends at midnight.
  const end = shifted(start, gapBetween(first, last));
  const lasts = instantOf(last, zone).getTime() - instantOf(first, zone).getTime();
  const ends = isAllDay ? instantOf(end, zone) : new Date(starts.getTime() + lasts);
  return { start_local: start, end_local: isAllDay ? end : localAt(ends, zone), starts_at: starts, ends_at: ends };
}

/** The first event of a series, also one that is left out. */
export const firstOf = (schedule: Schedule): Occurrence => occurrenceOf(schedule, schedule.start_local);

/** The event of a series that begins so by its rule; `null`: there is none. */
export const occurrenceAt = (schedule: Schedule, start: string): Occurrence | null =>
  startsBetween(schedule, start, start).includes(start) ? occurrenceOf(schedule, start) : null;

/** Events that touch a span of time, given in ms; its end is excluded. */
export function occurrencesIn(schedule: Schedule, from: number, to: number): Occurrence[] {
  const lasts = gapBetween(schedule.start_local, schedule.end_local);
  const starts = startsBetween(schedule, localOf(from - lasts - SLACK_MS), localOf(to + SLACK_MS));
  return starts
    .map((start) => occurrenceOf(schedule, start))
    .filter(({ starts_at: starts_, ends_at: ends }) => starts_.getTime() < to && ends.getTime() > from);
}

/** The first event that begins at or after an instant. `null`: there is none. */
export function nextOccurrence(schedule: Schedule, from: Date): Occurrence | null {
  if (schedule.rule === '') {
    const only = occurrenceOf(schedule, schedule.start_local);
    return only.starts_at >= from ? only : null;
  }
  const rule = ruleOf(schedule);
  let place = Math.max(from.getTime() - SLACK_MS, floating(schedule.start_local) - 1);
  for (;;) {
    const start = nextStart(rule, place);
    if (start === null) return null;
    const found = occurrenceOf(schedule, start);
    if (!schedule.excluded.includes(start) && found.starts_at >= from) return found;
    place = floating(start);
  }
}

/** The first local start after a time; `null`: none, also of a rule that no day ever meets. */
function nextStart(rule: RRuleTemporal, after: number): string | null {
  try {
    const next = rule.next(new Date(after));
    return next === null ? null : textOf(next);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Maximum iterations')) return null;
    throw error;
  }
}

/** True when a series has events before one of them. */
export const hasEarlier = (schedule: Schedule, start: string): boolean =>
  startsBetween(schedule, schedule.start_local, shifted(start, -MINUTE_MS)).length > 0;

/** The end of the last event; `null`: it repeats without an end. */
export function overAt(schedule: Schedule): Date | null {
  const { rule, repeat_until: until, start_local: start } = schedule;
  if (rule === '') return occurrenceOf(schedule, start).ends_at;
  const count = /(?:^|;)COUNT=(\d+)/.exec(rule);
  if (until === null && count === null) return null;
  // The end of the last day needs no search, and nothing is lost when the last event is earlier.
  if (until !== null) {
    const lasts = Math.max(DAY_MS, gapBetween(start, schedule.end_local));
    return instantOf(shifted(`${until}T00:00`, DAY_MS + lasts), schedule.zone);
  }
  const last = ruleOf(schedule).all().at(-1);
  return last === undefined ? null : occurrenceOf(schedule, textOf(last)).ends_at;
}

/** The same series from its first event on; `null`: it has none. */
export function fromFirst(schedule: Schedule): { start_local: string; end_local: string } | null {
  const { rule, start_local: start, end_local: end } = schedule;
  if (rule === '') return { start_local: start, end_local: end };
  const first = nextStart(ruleOf(schedule), floating(start) - 1);
  return first === null ? null : { start_local: first, end_local: shifted(end, gapBetween(start, first)) };
}

/** The rule of the events from one on: those before it don't count any more. */
export function ruleFrom(schedule: Schedule, start: string): string {
  const before = startsBetween({ ...schedule, excluded: [] }, schedule.start_local, shifted(start, -MINUTE_MS)).length;
  return schedule.rule.replace(
    /(^|;)COUNT=(\d+)/,
    (_whole, mark: string, count: string) => `${mark}COUNT=${Math.max(1, Number(count) - before)}`,
  );
}

/** The rule without a number of events, for a series that ends by a day. */
export const uncounted = (rule: string): string => rule.replace(/;COUNT=\d+|^COUNT=\d+;/, '');

export const dayBefore = (local: string): string => parseDate(local.slice(0, 10)).subtract({ days: 1 }).toString();
