import type { CalendarEvent, EventScope, EventType } from '#contract/events.contract.ts';
import { IANA_ZONES, ZONE_NAMES } from '#rules/time/time-zone.ts';
import { formatPlainDate, formatTime } from '../_kit/format/format-when.ts';

export const TYPE_LABELS: Readonly<Record<EventType, string>> = {
  appointment: 'Appointment',
  call: 'Call',
  follow_up: 'Follow-up',
  meeting: 'Meeting',
  other: 'Other',
};

export const TYPE_PLURALS: Readonly<Record<EventType, string>> = {
  appointment: 'Appointments',
  call: 'Calls',
  follow_up: 'Follow-ups',
  meeting: 'Meetings',
  other: 'Other',
};

export const SCOPE_LABELS: Readonly<Record<EventScope, string>> = {
  one: 'Only this event',
  following: 'This and following events',
  all: 'All events of the series',
};

const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
const weekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortFormat = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** "Thursday, November 19" */
export const dayWords = (day: string): string => dayFormat.format(new Date(day));
/** "Thu" */
export const weekdayWords = (day: string): string => weekdayFormat.format(new Date(day));
/** "November 2026" */
export const monthWords = (day: string): string => monthFormat.format(new Date(day));

/** "November 15 to 21, 2026", "November 29 to December 5, 2026". */
export function rangeWords(first: string, last: string): string {
  if (first === last) return `${shortFormat.format(new Date(first))}, ${first.slice(0, 4)}`;
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7);
  const end = isSameMonth ? String(Number(last.slice(8))) : shortFormat.format(new Date(last));
  return `${shortFormat.format(new Date(first))} to ${end}, ${last.slice(0, 4)}`;
}

/** "9 AM" of minutes since midnight. */
export const hourWords = (minute: number): string => `${(minute / 60) % 12 || 12} ${minute < 720 ? 'AM' : 'PM'}`;

/** "Central", or the city of a zone without a name here. */
export function zoneWords(zone: string): string {
  const known = Object.entries(IANA_ZONES).find(([, iana]) => iana === zone)?.[0];
  return known === undefined
    ? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
    : ZONE_NAMES[known as keyof typeof ZONE_NAMES];
}

/** "5:30 PM to 6:15 PM", "All day", "11/19/2026 to 11/21/2026". */
export function timeWords(event: CalendarEvent, zone: string): string {
  const { all_day: isAllDay, start_date: first, end_date: last } = event;
  if (!isAllDay) return `${formatTime(event.starts_at, zone)} to ${formatTime(event.ends_at, zone)}`;
  return first === last ? 'All day' : `${formatPlainDate(first)} to ${formatPlainDate(last)}`;
}

/** Type, contact and place: "Call, Rosalind Okafor, Tampa". */
export const aboutWords = ({ type, contact, place }: CalendarEvent): string =>
  [TYPE_LABELS[type], contact?.name, place].filter(Boolean).join(', ');

/** The first line of an event: with whom, or what. */
export const leadWords = ({ contact, title }: CalendarEvent): string => contact?.name ?? title;

/** The second line: what, and where. */
export const restWords = ({ type, contact, title, place }: CalendarEvent): string =>
  [contact === null || contact.name === title ? TYPE_LABELS[type] : title, place].filter(Boolean).join(', ');

/** The whole event in a sentence, for screen readers. */
export const eventSentence = (event: CalendarEvent, day: string, zone: string): string =>
  `${event.title}, ${dayWords(day)}, ${timeWords(event, zone)}, ${aboutWords(event)}${event.rule === '' ? '' : ', repeats'}`;

/** `MM/DD/YYYY`, as ranges of the calendar are asked for. */
export const rangeDate = (day: string): string => formatPlainDate(day);
