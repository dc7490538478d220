import type { EventRow } from '../events.sql.ts';
import { instantOf } from '../recurrence.ts';
import { asText, dateOf, escaped, localTime, quoted, utcTime } from './ics-text.ts';
import { vtimezone } from './vtimezone.ts';

export interface Party {
  readonly name: string;
  readonly address: string;
}

/** An event as other calendars get it. */
export interface SharedRow extends EventRow {
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface Shared {
  readonly rows: readonly SharedRow[];
  /** Ends the unique ids of events: the host of the installation. */
  readonly host: string;
  readonly now: Date;
  /** `PUBLISH` for a feed; an invitation, its change, or its end. */
  readonly method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  /** Name of the calendar. Absent: an invitation has none. */
  readonly name?: string;
  /** Says when alone. */
  readonly busyOnly?: boolean;
  /** Present in an invitation: who invites, and who is invited. Notes stay inside then. */
  readonly parties?: { readonly organizer: Party; readonly guest: Party };
}

/** The series of a row in the same calendar, which leaves out the start that the row replaces. */
const seriesOf = (row: SharedRow, rows: readonly SharedRow[]): SharedRow | undefined =>
  rows.find(
    ({ id, excluded }) => id === row.series_id && row.series_start !== null && excluded.includes(row.series_start),
  );

/** A start as a property: a date, a time in the zone of a series, or a moment. */
function timeOf(
  name: string,
  local: string,
  { all_day: isAllDay, zone, rule }: Pick<SharedRow, 'all_day' | 'zone' | 'rule'>,
) {
  if (isAllDay) return `${name};VALUE=DATE:${dateOf(local)}`;
  if (rule !== '') return `${name};TZID=${zone}:${localTime(local)}`;
  return `${name}:${utcTime(instantOf(local, zone))}`;
}

function ruleLine({ rule, repeat_until: until, all_day: isAllDay, zone }: SharedRow): string {
  if (until === null) return `RRULE:${rule}`;
  const end = isAllDay ? dateOf(until) : utcTime(instantOf(`${until}T23:59`, zone));
  return `RRULE:${rule};UNTIL=${end}`;
}

/** What repeats, what it leaves out, and what a changed event of a series replaces. */
function repetitionOf(row: SharedRow, { rows }: Shared): string[] {
  if (row.rule !== '') {
    const replaced = new Set(rows.filter((one) => seriesOf(one, rows)?.id === row.id).map((one) => one.series_start));
    const left = row.excluded.filter((start) => !replaced.has(start));
    return [ruleLine(row), ...left.map((start) => timeOf('EXDATE', start, row))];
  }
  const series = seriesOf(row, rows);
  return series === undefined || row.series_start === null ? [] : [timeOf('RECURRENCE-ID', row.series_start, series)];
}

function partyLines({ parties }: Shared): string[] {
  if (parties === undefined) return [];
  const { organizer, guest } = parties;
  return [
    `ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.address}`,
    `ATTENDEE;CN=${quoted(guest.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${guest.address}`,
  ];
}

/** The end of one event; that of a series lasts as long as its first one. */
const endOf = (row: SharedRow): string =>
  row.rule === '' || row.all_day
    ? timeOf('DTEND', row.end_local, row)
    : `DURATION:PT${(instantOf(row.end_local, row.zone).getTime() - instantOf(row.start_local, row.zone).getTime()) / 60_000}M`;

function eventLines(row: SharedRow, shared: Shared): string[] {
  const { host, busyOnly: isBusyOnly = false, method, parties } = shared;
  const uid = seriesOf(row, shared.rows)?.id ?? row.id;
  const text = (name: string, value: string) => (isBusyOnly || value === '' ? [] : [`${name}:${escaped(value)}`]);
  return [
    'BEGIN:VEVENT',
    `UID:event-${uid}@${host}`,
    `DTSTAMP:${utcTime(row.updated_at)}`,
    `CREATED:${utcTime(row.created_at)}`,
    `LAST-MODIFIED:${utcTime(row.updated_at)}`,
    `SEQUENCE:${row.version - (method === 'CANCEL' ? 0 : 1)}`,
    timeOf('DTSTART', row.start_local, row),
    endOf(row),
    ...repetitionOf(row, shared),
    `SUMMARY:${isBusyOnly ? 'Busy' : escaped(row.title)}`,
    ...text('LOCATION', row.place),
    ...(parties === undefined ? text('DESCRIPTION', row.notes) : []),
    ...partyLines(shared),
    ...(isBusyOnly ? ['CLASS:PRIVATE'] : []),
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${row.type === 'follow_up' ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ];
}

/** Zones of series, each from the year of its earliest one. */
function zoneLines({ rows, now }: Shared): string[] {
  const years = new Map<string, number>();
  for (const { rule, all_day: isAllDay, zone, start_local: start } of rows) {
    if (rule === '' || isAllDay) continue;
    const year = Number(start.slice(0, 4));
    years.set(zone, Math.min(years.get(zone) ?? year, year));
  }
  return [...years].flatMap(([zone, year]) => vtimezone(zone, year, now));
}

/**
 * Events as a calendar of RFC 5545. One event is in UTC, which no reader can get wrong; a series is in its zone, so that
 * it stays on its clock. An event of a series that was changed has the UID of the series and the start that it replaces.
 */
export function icsCalendar(shared: Shared): string {
  const { name, method, rows } = shared;
  return asText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bellwether//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name === undefined
      ? []
      : [
          `NAME:${escaped(name)}`,
          `X-WR-CALNAME:${escaped(name)}`,
          'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
          'X-PUBLISHED-TTL:PT1H',
        ]),
    ...zoneLines(shared),
    ...rows.flatMap((row) => eventLines(row, shared)),
    'END:VCALENDAR',
  ]);
}
