import { parseDateTime, toZoned } from '@internationalized/date';
import type { CalendarEvent } from '#contract/events.contract.ts';
import { dayIn, daysBetween, lastOfMonth, plusDays, plusMonths, startOf, weekdayOf } from '../time/days.ts';
import { wallClocks } from '../time/zoned-time.ts';

/** What a calendar shows of time, without a screen. A day is `YYYY-MM-DD`. */

export const CALENDAR_VIEWS = ['month', 'week', 'day', 'agenda'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** Days of an agenda. Ours: two weeks. */
const AGENDA_DAYS = 14;
const DAY_MINUTES = 1_440;
/** A shorter event is drawn this long, so that its title can be read. */
export const LEAST_MINUTES = 25;

const days = (first: string, count: number): string[] => Array.from({ length: count }, (_, at) => plusDays(first, at));

/** The days that a view shows around a day: a month fills its weeks. */
export function daysOf(view: CalendarView, day: string): string[] {
  if (view === 'day') return [day];
  if (view === 'week') return days(startOf(day, 'week'), 7);
  if (view === 'agenda') return days(day, AGENDA_DAYS);
  const first = startOf(startOf(day, 'month'), 'week');
  const last = plusDays(startOf(lastOfMonth(day), 'week'), 6);
  return days(first, daysBetween(first, last) + 1);
}

/** The day that the next (1) or the previous (-1) view is around. */
export function turned(view: CalendarView, day: string, by: 1 | -1): string {
  if (view === 'month') return startOf(plusMonths(day, by), 'month');
  return plusDays(day, by * { week: 7, day: 1, agenda: AGENDA_DAYS }[view]);
}

/** A part of an event on one day of the reader. */
export interface Block {
  readonly event: CalendarEvent;
  /** Minutes since midnight on the clock. */
  readonly from: number;
  readonly to: number;
}

const clock = wallClocks();

/** True when an event is among the days above the hours: a whole day, or longer than one. */
export const isLong = ({ all_day: isAllDay, starts_at: start, ends_at: end }: CalendarEvent): boolean =>
  isAllDay || Date.parse(end) - Date.parse(start) >= DAY_MINUTES * 60_000;

/** First and last day of an event for a reader in a zone. */
export function spanOf(event: CalendarEvent, zone: string): readonly [first: string, last: string] {
  if (event.all_day) return [event.start_date, event.end_date];
  // An event until midnight isn't on the next day.
  const last = Math.max(Date.parse(event.starts_at), Date.parse(event.ends_at) - 1);
  return [dayIn(zone, Date.parse(event.starts_at)), dayIn(zone, last)];
}

export const isOn = (event: CalendarEvent, day: string, zone: string): boolean => {
  const [first, last] = spanOf(event, zone);
  return first <= day && day <= last;
};

/** Events of a day with hours, as parts of it. */
export function blocksOn(events: readonly CalendarEvent[], day: string, zone: string): Block[] {
  return events
    .filter((event) => !isLong(event) && isOn(event, day, zone))
    .map((event) => {
      const [start, end] = [clock(zone, Date.parse(event.starts_at)), clock(zone, Date.parse(event.ends_at))];
      return {
        event,
        from: start.day === day ? start.minute : 0,
        to: end.day === day ? end.minute : DAY_MINUTES,
      };
    });
}

export interface Placed extends Block {
  /** Left to right, from 0. */
  readonly column: number;
  /** Columns of all events that it overlaps, directly or by others. */
  readonly columns: number;
}

const shownTo = ({ from, to }: Block): number => Math.max(to, from + LEAST_MINUTES);

/** Puts overlapping events side by side: by start, longer ones first, each in the first free column of its cluster. */
export function placed(blocks: readonly Block[]): Placed[] {
  const sorted = blocks.toSorted((a, b) => a.from - b.from || b.to - a.to || a.event.id - b.event.id);
  const done: Placed[] = [];
  let cluster: (Block & { readonly column: number })[] = [];
  let ends: number[] = [];
  const close = () => {
    done.push(...cluster.map((block) => ({ ...block, columns: ends.length })));
    cluster = [];
    ends = [];
  };
  for (const block of sorted) {
    if (ends.every((end) => end <= block.from)) close();
    const free = ends.findIndex((end) => end <= block.from);
    const column = free === -1 ? ends.length : free;
    ends[column] = shownTo(block);
    cluster.push({ ...block, column });
  }
  close();
  return done;
}

interface Timed {
  readonly starts_at: string;
  readonly ends_at: string;
}

/** Events with hours that an event overlaps, without itself; `key` null: it is new. */
export const conflictsOf = (
  events: readonly CalendarEvent[],
  { starts_at: start, ends_at: end }: Timed,
  key: string | null,
): CalendarEvent[] =>
  events.filter(
    (one) =>
      !one.all_day &&
      one.key !== key &&
      Date.parse(one.starts_at) < Date.parse(end) &&
      Date.parse(one.ends_at) > Date.parse(start),
  );

type Times = Pick<CalendarEvent, 'start_date' | 'start_time' | 'end_date' | 'end_time'>;

/** What is moved: the event, or one of its ends. */
export type Edge = 'both' | 'start' | 'end';

/** Minutes that an event keeps when one of its ends is moved. Ours. */
const SHORTEST_MINUTES = 15;

/** An event with hours so many minutes later on its clock; `null`: it would end before it begins. */
export function movedBy(event: Times, minutes: number, edge: Edge = 'both'): Times | null {
  const start = parseDateTime(`${event.start_date}T${event.start_time ?? '00:00'}`);
  const end = parseDateTime(`${event.end_date}T${event.end_time ?? '00:00'}`);
  const next = {
    start: edge === 'end' ? start : start.add({ minutes }),
    end: edge === 'start' ? end : end.add({ minutes }),
  };
  if (next.end.compare(next.start.add({ minutes: SHORTEST_MINUTES })) < 0) return null;
  const [from, to] = [next.start.toString(), next.end.toString()];
  return {
    start_date: from.slice(0, 10),
    start_time: from.slice(11, 16),
    end_date: to.slice(0, 10),
    end_time: to.slice(11, 16),
  };
}

/** The instants of times on the clock of a zone; `null` while one is missing. */
export function instantsOf({ start_date, start_time, end_date, end_time }: Times, zone: string): Timed | null {
  if (!start_time || !end_time || !start_date || !end_date) return null;
  const at = (day: string, time: string) =>
    toZoned(parseDateTime(`${day}T${time}`), zone)
      .toDate()
      .toISOString();
  return { starts_at: at(start_date, start_time), ends_at: at(end_date, end_time) };
}

export const isWeekend = (day: string): boolean => [0, 6].includes(weekdayOf(day));
