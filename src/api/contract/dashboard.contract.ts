import * as z from 'zod/mini';
import { Id, Instant, PlainDate, WallTime } from './_wire.contract.ts';
import { CONTACT_TYPES } from './contacts/scope.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

const DashboardContact = z.object({
  id: Id,
  number: Id,
  name: z.string(),
  type: z.enum(CONTACT_TYPES),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  owner: z.object({ id: Id, name: z.string() }),
});

export const Birthday = z.extend(DashboardContact, {
  /** The day it is celebrated; a leap day in a common year on 1 March. */
  on: PlainDate,
  /** Years they turn. */
  turns: z.int(),
});
export type Birthday = z.output<typeof Birthday>;

/** The decision about calling them for marketing now, as a call would get it. */
const Callable = z.object({
  allowed: z.boolean(),
  /** Why not, as a sentence; empty when allowed. */
  reason: z.string(),
  /** When time alone allows it. `null`: now, or never. */
  next_at: z.nullable(Instant),
});

export const FollowUp = z.extend(DashboardContact, {
  on: PlainDate,
  /** By the clock of the contact's owner. `null`: at any time of the day. */
  time: z.nullable(WallTime),
  note: z.string(),
  call: Callable,
});
export type FollowUp = z.output<typeof FollowUp>;

/** Default number of days of birthdays and follow-ups, starting today. Our choice: a work week and its weekend. */
export const DASHBOARD_DAYS = 7;
/** Rows of one list at most; more are in the contact list. Ours. */
export const DASHBOARD_ROWS = 100;
/** Days ahead in which turning 65 is news. Ours: the months in which Medicare is chosen. */
export const TURNING_65_DAYS = 90;

// ---- endpoints -------------------------------------------------------------

export const readDashboard = endpoint({
  name: 'readDashboard',
  method: 'PATCH',
  path: '/v1/dashboard',
  summary: 'Birthdays, follow-ups and who turns 65 from today on',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  body: z.strictObject({
    /** Scope of the contacts. */
    contact_group: z._default(z.enum(['mine', 'downline', 'all_agents']), 'mine'),
    days: z._default(z.int().check(z.minimum(1), z.maximum(31)), DASHBOARD_DAYS),
  }),
  reply: z.object({
    data: z.object({
      /** The day in the user's own time zone. */
      today: PlainDate,
      /** Soonest first; shown behind each other (core §9). */
      client_birthdays: z.array(Birthday),
      prospect_birthdays: z.array(Birthday),
      /**
       * Overdue, of today, and of the days that follow; within each, those who may be called now come first, then by
       * day and time. `null` when the role has no follow-ups.
       */
      follow_ups: z.nullable(z.array(FollowUp)),
      turning_65: z.array(Birthday),
      /** True when the list has more rows than these. */
      more: z.object({ birthdays: z.boolean(), follow_ups: z.boolean(), turning_65: z.boolean() }),
    }),
  }),
});
