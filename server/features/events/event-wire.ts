import { setImmediate } from 'node:timers/promises';
import type { CalendarEvent } from '#contract/events.contract.ts';
import { whereabouts } from '#rules/places/whereabouts.ts';
import type { ShownRow } from './events.sql.ts';
import { timesOf } from './event-plan.ts';
import { type Occurrence, occurrencesIn } from './recurrence.ts';

/** The zone of a contact, where state, ZIP code and number leave one. */
function contactOf({ contact }: ShownRow): CalendarEvent['contact'] {
  if (contact === null) return null;
  const { id, number, name, phone, state, city, zip_code } = contact;
  const { states, zones } = whereabouts({ state, city, zip_code, phone });
  return { id, number, name, phone, zone: states.length > 0 && zones.length === 1 ? (zones[0] ?? null) : null };
}

/** One event of a row as the contract has it. */
export function eventOf(row: ShownRow, one: Occurrence, mayChange: boolean): CalendarEvent {
  const { id, version, type, title, place, notes, zone, rule, user_id, user_name } = row;
  return {
    id,
    version,
    key: rule === '' ? String(id) : `${id}@${one.start_local}`,
    occurrence: rule === '' ? null : one.start_local,
    type,
    title,
    place,
    notes,
    reminders: row.reminders === null ? null : [...row.reminders],
    guests: [...row.guests],
    invites_contact: row.invites_contact,
    ...timesOf({ all_day: row.all_day, ...one }),
    zone,
    rule,
    repeat_until: row.repeat_until,
    starts_at: one.starts_at.toISOString(),
    ends_at: one.ends_at.toISOString(),
    contact: contactOf(row),
    user: { id: user_id, name: user_name },
    may_change: mayChange,
  };
}

const byStart = (a: CalendarEvent, b: CalendarEvent) =>
  a.starts_at.localeCompare(b.starts_at) || b.ends_at.localeCompare(a.ends_at) || a.id - b.id;

/** Days of an event that lasts all day count as they are, whatever the zone of the reader. */
export interface Span {
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly first: string;
  readonly last: string;
}

const DAY_MS = 86_400_000;

/** Events of rows that touch a span, by their start. A series takes up to 60 ms, so others get a turn after each. */
export async function eventsIn(
  rows: readonly ShownRow[],
  span: Span,
  mayChange: (userId: number) => boolean,
): Promise<CalendarEvent[]> {
  const found: CalendarEvent[] = [];
  for (const row of rows) {
    const slack = row.all_day ? DAY_MS + DAY_MS / 2 : 0;
    const events = occurrencesIn(row, span.from - slack, span.to + slack).map((one) =>
      eventOf(row, one, mayChange(row.user_id)),
    );
    found.push(...events.filter((event) => !event.all_day || isWithin(event, span)));
    if (row.rule !== '') await setImmediate();
  }
  return found.toSorted(byStart);
}

const isWithin = ({ start_date: start, end_date: end }: CalendarEvent, { first, last }: Span): boolean =>
  start <= last && end >= first;
