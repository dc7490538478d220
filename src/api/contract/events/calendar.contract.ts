import * as z from 'zod/mini';
import { Id, Instant } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';

// ---- constants -------------------------------------------------------------

/** Minutes before an event that its form offers. Ours. */
export const REMINDER_CHOICES = [0, 5, 15, 30, 60, 120, 1_440, 10_080] as const;
/** Minutes of a calendar that has chosen none. Ours. */
export const DEFAULT_REMINDERS: readonly number[] = [15];
/** Reminders of one event at most. Ours. */
export const MAX_REMINDERS = 5;
/** Minutes before an event at most: four weeks. Ours. */
const MAX_REMINDER_MINUTES = 40_320;
/** Guests of one event at most. Ours: an appointment, not a mailing. */
export const MAX_GUESTS = 20;

// ---- schemas ---------------------------------------------------------------

/** Minutes before the start. An event that lasts all day counts as starting at 9 AM. */
export const Reminders = z
  .array(z.int().check(z.minimum(0), z.maximum(MAX_REMINDER_MINUTES)))
  .check(z.maxLength(MAX_REMINDERS, `Choose up to ${MAX_REMINDERS} reminders.`));

const Feed = z.object({
  made_at: Instant,
  /** When another calendar last read it; `null`: never. */
  read_at: z.nullable(Instant),
  /** It says when, and not with whom or about what. */
  busy_only: z.boolean(),
});

export const CalendarSettings = z.object({
  reminders: Reminders,
  /** Reminders also come by e-mail. */
  remind_by_email: z.boolean(),
  /** `null`: no other calendar can read this one. */
  feed: z.nullable(Feed),
});
export type CalendarSettings = z.output<typeof CalendarSettings>;

export const CalendarChoices = z.strictObject({ reminders: Reminders, remind_by_email: z.boolean() });
export type CalendarChoices = z.output<typeof CalendarChoices>;

// ---- broadcasts (channel "NotificationsChannel") -----------------------------
// Stream: `user:<id>` of the owner of the calendar.

export const CalendarBroadcast = z.discriminatedUnion('type', [
  /** An event is about to begin. Once a reminder; the stream may repeat it. */
  z.object({
    type: z.literal('event.due'),
    event_id: Id,
    /** `key` in a list of events. */
    key: z.string(),
    title: z.string(),
    starts_at: Instant,
    /** Before the start. */
    minutes: z.int(),
    /** First day, `YYYY-MM-DD`, of an event that lasts all day; else `null`. */
    day: z.nullable(z.string()),
    /** It is about Medicare plans, and the person has not agreed to its scope. */
    needs_soa: z.boolean(),
  }),
  /** A visitor booked an appointment, moved or canceled it. Once; the stream may repeat it. */
  z.object({
    type: z.literal('booking.changed'),
    booking_id: Id,
    what: z.enum(['booked', 'moved', 'cancelled']),
    /** `null`: it is no longer in the calendar. */
    event_id: z.nullable(Id),
    /** Of the type of appointment. */
    title: z.string(),
    /** Of the visitor. */
    name: z.string(),
    starts_at: Instant,
  }),
]);
export type CalendarBroadcast = z.output<typeof CalendarBroadcast>;

// ---- endpoints -------------------------------------------------------------

const own = { access: 'contacts.read', feature: 'events' } as const;
const writes = { ...own, access: 'contacts.write', effect: 'write', idempotent: true, rate: 'write' } as const;

export const readCalendarSettings = endpoint({
  ...own,
  name: 'readCalendarSettings',
  method: 'GET',
  path: '/v1/events/settings',
  summary: 'Read the reminders and the private address of your calendar',
  effect: 'read',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: CalendarSettings }),
});

export const updateCalendarSettings = endpoint({
  ...writes,
  name: 'updateCalendarSettings',
  method: 'PUT',
  path: '/v1/events/settings',
  summary: 'Choose the reminders of events without reminders of their own',
  audit: 'calendar.updated',
  body: CalendarChoices,
  reply: z.object({ data: CalendarSettings }),
});

export const createCalendarFeed = endpoint({
  ...writes,
  name: 'createCalendarFeed',
  method: 'POST',
  path: '/v1/events/feed',
  summary:
    'Make a private address under which other calendars read yours; it replaces the one before and is returned once',
  audit: 'calendar.feed_created',
  body: z.strictObject({ busy_only: z.boolean() }),
  reply: z.object({ data: CalendarSettings, meta: z.object({ url: z.string() }) }),
});

export const deleteCalendarFeed = endpoint({
  ...writes,
  name: 'deleteCalendarFeed',
  method: 'DELETE',
  path: '/v1/events/feed',
  summary: 'Remove the private address; calendars that read it stop getting changes',
  audit: 'calendar.feed_deleted',
  reply: z.object({ data: CalendarSettings }),
});
