import type { CalendarEvent, EventFields } from '#contract/events.contract.ts';
import { movedBy } from '#rules/events/calendar-view.ts';

/** What the form of a new event begins with. */
export type NewEvent = Omit<EventFields, 'contact_id'> & Pick<CalendarEvent, 'contact'>;

/** Minutes of a new event. Ours: most calls and visits take at least that. */
const LASTS = 30;

/** A new event on a local start or a day, for a contact or none. */
export function newEventAt(at: string, zone: string, contact: CalendarEvent['contact']): NewEvent {
  const [day = at, time = '09:00'] = at.split('T');
  const start = { start_date: day, start_time: time, end_date: day, end_time: time };
  return {
    ...(movedBy(start, LASTS, 'end') ?? start),
    type: 'appointment',
    title: contact === null ? '' : contact.name,
    all_day: false,
    zone,
    rule: '',
    repeat_until: null,
    place: '',
    notes: '',
    reminders: null,
    guests: [],
    invites_contact: false,
    contact,
  };
}
