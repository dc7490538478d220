import * as z from 'zod/mini';
import { Id, Instant, KnownVersion, PathId, PlainDate, WallTime } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { MAX_GUESTS, Reminders } from './events/calendar.contract.ts';
import { type About, resource } from './resource.ts';

// ---- constants -------------------------------------------------------------

export const EVENT_TYPES = ['appointment', 'call', 'follow_up', 'meeting', 'other'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Which events of a series a change is for. */
export const EVENT_SCOPES = ['one', 'following', 'all'] as const;
export type EventScope = (typeof EVENT_SCOPES)[number];

export const EVENT_CHANGES = ['created', 'moved', 'changed', 'deleted'] as const;
export type EventChange = (typeof EVENT_CHANGES)[number];

/** Days of a range at most. Ours: the six weeks that a month shows, and a quarter of an agenda. */
export const MAX_RANGE_DAYS = 100;
/** Days around now whose events a contact's page shows. Ours. */
export const CONTACT_PAST_DAYS = 90;
export const CONTACT_AHEAD_DAYS = 365;
/** Days back that the history shows, and entries of each kind. Ours. */
export const HISTORY_DAYS = 90;
export const HISTORY_MAX = 100;
/** Days for which a change can be undone and is in the history. Ours. */
export const CHANGES_KEPT_DAYS = 365;
/** Events of one user that a range answers at most. Ours: far more than anyone can attend. */
export const MAX_EVENTS = 2_000;

/** Series of a calendar that aren't over, at most. Ours: many times what a person has. */
export const MAX_SERIES = 200;

// ---- schemas ---------------------------------------------------------------

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));
const EventDay = PlainDate.check(
  z.refine((day) => day >= '1990-01-01' && day <= '2099-12-31', 'Enter a year from 1990 to 2099.'),
);

/** Writable fields of an event. Times are those of clocks in `zone`. */
export const EventFields = z.object({
  type: z.enum(EVENT_TYPES),
  title: text(160).check(z.minLength(1, 'Enter a title.')),
  all_day: z.boolean(),
  start_date: EventDay,
  /** `null` of an event that lasts all day. */
  start_time: z.nullable(WallTime),
  /** The last day. */
  end_date: EventDay,
  end_time: z.nullable(WallTime),
  /** IANA. */
  zone: text(60),
  /** A recurrence rule of RFC 5545 without `UNTIL`, such as `FREQ=WEEKLY;BYDAY=MO`; empty: it doesn't repeat. */
  rule: text(200),
  /** The last day on which it may begin again; `null`: no end. */
  repeat_until: z.nullable(EventDay),
  contact_id: z.nullable(Id),
  place: text(200),
  notes: text(4_000),
  /** `null`: those of the calendar. */
  reminders: z.nullable(Reminders),
  /** E-mail addresses that get an invitation, its changes, and its end. */
  guests: z
    .array(z.string().check(z.trim(), z.maxLength(254, 'Use at most 254 characters.')))
    .check(z.maxLength(MAX_GUESTS, `Invite up to ${MAX_GUESTS} guests.`)),
  /** The contact is invited, too. */
  invites_contact: z.boolean(),
});
export type EventFields = z.output<typeof EventFields>;

/** An event as a form has it: times are text, empty without one, and so is the rule, `none` without one. */
export const EventForm = z.object({
  ...z.omit(EventFields, { start_time: true, end_time: true, rule: true }).shape,
  start_time: z.string(),
  end_time: z.string(),
  rule: z.string(),
  scope: z.enum(EVENT_SCOPES),
});
export type EventForm = z.output<typeof EventForm>;

export const CalendarEvent = z.extend(z.omit(EventFields, { contact_id: true }), {
  id: Id,
  /** Unique in a list: one event of a series shares its `id` with the others. */
  key: z.string(),
  /** Counts changes; an update that names an older one is refused. */
  version: z.int(),
  /** When this event of a series begins by its rule, `YYYY-MM-DDTHH:MM` in `zone`; `null`: it doesn't repeat. */
  occurrence: z.nullable(z.string()),
  starts_at: Instant,
  ends_at: Instant,
  /** `null`: none, or one that the current user can't see. `zone` is `null` where a state or number has several. */
  contact: z.nullable(
    z.object({ id: Id, number: Id, name: z.string(), phone: z.nullable(z.string()), zone: z.nullable(z.string()) }),
  ),
  /** The owner of its calendar. */
  user: z.object({ id: Id, name: z.string() }),
  may_change: z.boolean(),
});
export type CalendarEvent = z.output<typeof CalendarEvent>;

const EventHistory = z.object({
  /** Events of the last days that are over, newest first. */
  past: z.array(CalendarEvent),
  /** Newest first. */
  changes: z.array(
    z.object({
      id: Id,
      at: Instant,
      action: z.enum(EVENT_CHANGES),
      title: z.string(),
      type: z.enum(EVENT_TYPES),
      /** Start before and after it; `null`: none. */
      from_at: z.nullable(Instant),
      to_at: z.nullable(Instant),
      by: z.object({ id: Id, name: z.string() }),
      undone: z.boolean(),
      /** False once an event was changed again. */
      may_undo: z.boolean(),
    }),
  ),
});
export type EventHistory = z.output<typeof EventHistory>;

/** `MM/DD/YYYY`, as core §3 has it. */
const RangeDate = z
  .string()
  .check(z.regex(/^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])\/(19|20)\d\d$/, 'Enter a date like 11/22/2026.'));

/** User whose calendar is meant; 1: the current user. */
const DownlineUser = z._default(z.coerce.number().check(z.int(), z.positive()), 1);

const Range = z.strictObject({
  start_date: RangeDate,
  end_date: RangeDate,
  downline_user_id: DownlineUser,
  q: z.optional(text(200)),
  /** Types, separated by commas; absent: all. */
  types_list: z.optional(
    z
      .string()
      .check(
        z.regex(
          new RegExp(`^(${EVENT_TYPES.join('|')})(,(${EVENT_TYPES.join('|')}))*$`),
          'Name types of events, separated by commas.',
        ),
      ),
  ),
  /** Only events of the current user that aren't over; filters don't apply. */
  today_events: z.optional(z.enum(['true', 'false'])),
  /** IANA zone in which the days of the range begin and end; absent: that of the current user. */
  zone: z.optional(text(60)),
});

const Place = {
  /** Which events of a series; absent: this one. */
  scope: z._default(z.enum(EVENT_SCOPES), 'one'),
  /** `occurrence` of the event that was opened; needed for a series. */
  occurrence: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Invalid occurrence.'))),
};

const Created = z.strictObject({
  ...z.partial(EventFields).shape,
  title: EventFields.shape.title,
  start_date: EventFields.shape.start_date,
  /** In whose calendar; 1: the current user's. */
  downline_user_id: z._default(Id, 1),
});

const Changed = z.strictObject({
  ...z.partial(EventFields).shape,
  ...Place,
  version: z.optional(KnownVersion),
});

const Written = z.object({
  data: CalendarEvent,
  meta: z.object({
    change_id: Id,
    /** Why the contact got no invitation; `null`: they got it, or none was due. */
    not_invited: z.nullable(z.string()),
  }),
});
const Params = z.strictObject({ id: PathId });

// ---- endpoints -------------------------------------------------------------

const reads = ({ access, feature }: About) =>
  ({
    effect: 'read',
    method: 'GET',
    access: access.read,
    feature: feature ?? 'events',
    idempotent: false,
    rate: 'read',
    audit: null,
  }) as const;

const writes = ({ access, feature }: About) =>
  ({
    effect: 'write',
    access: access.write,
    feature: feature ?? 'events',
    idempotent: true,
    rate: 'write',
  }) as const;

export const events = resource(
  {
    path: '/v1/events',
    one: 'Event',
    many: 'Events',
    label: { one: 'event', many: 'events' },
    subject: 'event',
    access: { read: 'contacts.read', write: 'contacts.write' },
    feature: 'events',
  },
  {
    list: (about) =>
      endpoint({
        ...reads(about),
        name: 'listEvents',
        path: about.path,
        summary: `List the events of a calendar in a range of at most ${MAX_RANGE_DAYS} days, each event of a series on its own`,
        query: Range,
        reply: z.object({ data: z.array(CalendarEvent) }),
      }),
    ofContact: (about) =>
      endpoint({
        ...reads(about),
        name: 'listContactEvents',
        path: `${about.path}/contact_events`,
        summary: `List the events with a contact, from ${CONTACT_PAST_DAYS} days ago to a year ahead`,
        query: z.strictObject({ contact_id: z.coerce.number().check(z.int(), z.positive()) }),
        reply: z.object({ data: z.array(CalendarEvent) }),
      }),
    history: (about) =>
      endpoint({
        ...reads(about),
        name: 'readCalendarHistory',
        path: `${about.path}/calendar_history`,
        summary: `Show past events of a calendar and its changes, at most ${HISTORY_MAX} of each from the last ${HISTORY_DAYS} days`,
        query: z.strictObject({ downline_user_id: DownlineUser }),
        reply: z.object({ data: EventHistory }),
      }),
    create: (about) =>
      endpoint({
        ...writes(about),
        name: 'createEvent',
        method: 'POST',
        path: about.path,
        summary: 'Add an event',
        audit: 'event.created',
        body: Created,
        reply: Written,
      }),
    update: (about) =>
      endpoint({
        ...writes(about),
        name: 'updateEvent',
        method: 'PUT',
        path: `${about.path}/:id`,
        summary: 'Change an event, one of a series, the following ones, or all',
        audit: 'event.updated',
        params: Params,
        body: Changed,
        reply: Written,
      }),
    remove: (about) =>
      endpoint({
        ...writes(about),
        name: 'deleteEvent',
        method: 'DELETE',
        path: `${about.path}/:id`,
        summary: 'Delete an event, one of a series, the following ones, or all; it can be undone',
        audit: 'event.deleted',
        params: Params,
        query: z.strictObject(Place),
        reply: z.object({ meta: Written.shape.meta }),
      }),
    undo: (about) =>
      endpoint({
        ...writes(about),
        name: 'undoEventChange',
        method: 'POST',
        path: `${about.path}/changes/:id/undo`,
        summary: 'Undo a change of events, unless one of them was changed since',
        audit: 'event.undone',
        params: Params,
        reply: null,
      }),
  },
);
