import type { SharedRow } from '../feed/ics-calendar.ts';
import { overAt } from '../recurrence.ts';

/** A guest by address, or a contact by id. */
export type Guest = string | number;

/** What one guest is sent. */
export interface Told {
  readonly guest: Guest;
  readonly method: 'REQUEST' | 'CANCEL';
  readonly rows: readonly SharedRow[];
}

export const guestsOf = ({ guests, invites_contact: isContact, contact_id: contactId }: SharedRow): Guest[] => [
  ...guests,
  ...(isContact && contactId !== null ? [contactId] : []),
];

/** What a guest sees of events: notes, reminders and the other guests aren't theirs. */
const seenOf = (rows: readonly SharedRow[]): string =>
  JSON.stringify(
    rows.map((row) => [
      row.id,
      row.title,
      row.place,
      row.all_day,
      row.start_local,
      row.end_local,
      row.zone,
      row.rule,
      row.repeat_until,
      row.excluded,
      row.series_start,
    ]),
  );

const isOver = (row: SharedRow, now: Date): boolean => {
  const end = overAt(row);
  return end !== null && end <= now;
};

/**
 * What guests are sent after a change: an invitation to those who see something new, a cancellation to those who were
 * invited and no longer are, and nothing about events that are over. Rows are whole families: a series with the events
 * that were taken out of it, so that one message always has all of it.
 */
export function whoIsTold(before: readonly SharedRow[], after: readonly SharedRow[], now: Date): Told[] {
  const guests = new Set([...before, ...after].flatMap(guestsOf));
  return [...guests].flatMap((guest): Told[] => {
    const [was, is] = [before, after].map((rows) => rows.filter((row) => guestsOf(row).includes(guest)));
    if (was === undefined || is === undefined) return [];
    const method = is.length > 0 ? 'REQUEST' : 'CANCEL';
    const rows = is.length > 0 ? is : was;
    if (rows.every((row) => isOver(row, now))) return [];
    return method === 'REQUEST' && seenOf(was) === seenOf(is) ? [] : [{ guest, method, rows }];
  });
}
