import * as z from 'zod/mini';
import { Id, Instant, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

/** Integrations that a person connects for themselves. CSG, custom domains and Twilio belong to the agency or the server. */
export const AUTHORIZATION_TYPES = ['google', 'outlook', 'calendly', 'phone_burner', 'demio'] as const;
export type AuthorizationType = (typeof AUTHORIZATION_TYPES)[number];

/** Those that are connected by signing in at the provider. */
export const SIGNED_IN_TYPES = ['google', 'outlook', 'phone_burner'] as const satisfies readonly AuthorizationType[];
export type SignedInType = (typeof SIGNED_IN_TYPES)[number];

/** `needs_you`: nothing works until its owner signs in again. `behind`: the last attempt failed, and the next one is due. */
export const AUTHORIZATION_STATUSES = ['connected', 'behind', 'needs_you'] as const;
export type AuthorizationStatus = (typeof AUTHORIZATION_STATUSES)[number];

export const AUTHORIZATION_PROBLEMS = ['sign_in', 'scopes', 'key', 'quota', 'away', 'refused'] as const;
export type AuthorizationProblem = (typeof AUTHORIZATION_PROBLEMS)[number];

/** `sample`: a simulated provider, in demo and development. */
export const OFFER_STATES = ['ready', 'sample', 'not_set_up'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** Minutes between two looks at a calendar without a change on either side. Source: issue 20. */
export const POLL_MINUTES = 10;
/** Contacts of a dial session at most. Ours: a long day of calls. */
export const MAX_DIALED = 500;
/** Days for which conflicts stay in the list, and entries. Ours. */
export const CONFLICT_DAYS = 90;
export const MAX_CONFLICTS = 50;

// ---- schemas ---------------------------------------------------------------

export const Authorization = z.object({
  id: Id,
  type: z.enum(AUTHORIZATION_TYPES),
  /** Name of the account at the provider, such as its e-mail address. */
  name: z.string(),
  status: z.enum(AUTHORIZATION_STATUSES),
  sample: z.boolean(),
  problem: z.nullable(z.enum(AUTHORIZATION_PROBLEMS)),
  /** The provider's own words; empty: none. */
  problem_text: z.string(),
  /** `null`: not synced yet. */
  last_synced_at: z.nullable(Instant),
  /** True while a sync is due or under way. */
  syncing: z.boolean(),
  /** When the next look is due; `null`: it isn't synced. */
  next_sync_at: z.nullable(Instant),
  /** Events read and written since it was connected. */
  events_read: z.int(),
  events_written: z.int(),
  /** Changes that wait to be sent. */
  events_waiting: z.int(),
  calendars: z.int(),
  calendars_synced: z.int(),
  /** Of a Demio webinar. */
  link: z.nullable(z.string()),
  connected_at: Instant,
});
export type Authorization = z.output<typeof Authorization>;

export const SyncedCalendar = z.object({
  id: Id,
  name: z.string(),
  /** True for the provider's main calendar. */
  primary: z.boolean(),
  writable: z.boolean(),
  synced: z.boolean(),
  /** True where new events of this app are written. */
  target: z.boolean(),
  events: z.int(),
});
export type SyncedCalendar = z.output<typeof SyncedCalendar>;

/** An event that was changed on both sides, with the version that lost. */
export const SyncConflict = z.object({
  id: Id,
  at: Instant,
  title: z.string(),
  /** The side whose later change was kept. */
  kept: z.enum(['here', 'provider']),
  /** What the other side said, field by field. */
  lost: z.array(z.object({ field: z.enum(['title', 'place', 'notes', 'when', 'event']), value: z.string() })),
});
export type SyncConflict = z.output<typeof SyncConflict>;

const Offer = z.object({ type: z.enum(AUTHORIZATION_TYPES), state: z.enum(OFFER_STATES) });
export type Offer = z.output<typeof Offer>;

const OfServer = z.object({
  /** True: texts and calls go through Twilio; otherwise they stay inside. */
  twilio: z.boolean(),
  csg: z.enum(['connected', 'sample', 'server']),
  custom_domains: z.object({ available: z.boolean(), live: z.int(), total: z.int() }),
});
export type OfServer = z.output<typeof OfServer>;

export const DialSession = z.object({
  /** The page of PhoneBurner to open. */
  url: z.string(),
  contacts: z.int(),
  /** Contacts that may not be called, by reason. */
  left_out: z.array(z.object({ reason: z.string(), count: z.int() })),
});
export type DialSession = z.output<typeof DialSession>;

const One = z.object({ data: Authorization });
const Maybe = z.object({ data: z.nullable(Authorization) });
const Params = z.strictObject({ id: PathId });

// ---- endpoints -------------------------------------------------------------

const path = '/v1/authorizations';
const read = {
  effect: 'read',
  method: 'GET',
  access: 'signedIn',
  feature: 'integrations',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;
/** For oneself alone: who acts for another person must not connect their calendar. */
const write = { effect: 'write', access: 'self', feature: 'integrations', idempotent: true, rate: 'write' } as const;

export const listAuthorizations = endpoint({
  ...read,
  name: 'listAuthorizations',
  path,
  summary: "List the current user's integrations with their state, and what this server offers",
  reply: z.object({
    data: z.array(Authorization),
    meta: z.object({ offers: z.array(Offer), server: OfServer }),
  }),
});

export const createAuthorization = endpoint({
  ...write,
  name: 'createAuthorization',
  method: 'POST',
  path,
  summary: 'Begin to connect an integration; with `code` and `state` of the provider, finish it',
  audit: ['authorization.started', 'authorization.connected'],
  body: z.strictObject({
    type: z.enum(SIGNED_IN_TYPES),
    code: z.optional(z.string().check(z.minLength(1), z.maxLength(4_000))),
    state: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  reply: z.object({
    /** `null` until it is connected. */
    data: z.nullable(Authorization),
    /** `url`: where the person signs in; `null`: nothing is left to do. */
    meta: z.object({ url: z.nullable(z.string()) }),
  }),
});

export const updateAuthorization = endpoint({
  ...write,
  name: 'updateAuthorization',
  method: 'PUT',
  path: `${path}/:id`,
  summary: 'Choose which calendars sync, and which one takes new events',
  audit: 'authorization.updated',
  params: Params,
  body: z.strictObject({
    /** Ids of the calendars that sync; absent: as before. */
    calendars: z.optional(z.array(Id).check(z.maxLength(250))),
    /** Id of the calendar that takes new events; `null`: none. */
    target: z.optional(z.nullable(Id)),
  }),
  reply: One,
});

export const deleteAuthorization = endpoint({
  ...write,
  name: 'deleteAuthorization',
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Disconnect an integration; events stay on both sides, and changes no longer travel',
  audit: 'authorization.disconnected',
  params: Params,
  reply: null,
});

export const listSyncedCalendars = endpoint({
  ...read,
  name: 'listSyncedCalendars',
  path: `${path}/:id/calendars`,
  summary: 'List the calendars of an integration, and events that were changed on both sides',
  params: Params,
  reply: z.object({ data: z.array(SyncedCalendar), meta: z.object({ conflicts: z.array(SyncConflict) }) }),
});

export const syncAuthorization = endpoint({
  ...write,
  name: 'syncAuthorization',
  method: 'PUT',
  path: `${path}/:id/sync`,
  summary: 'Sync an integration now',
  audit: 'authorization.sync_requested',
  params: Params,
  reply: One,
});

export const startDialSession = endpoint({
  ...write,
  name: 'startDialSession',
  method: 'POST',
  path: `${path}/:id/dial_session`,
  summary: 'Start a dial session of PhoneBurner with contacts that may be called',
  audit: 'authorization.dial_session_started',
  params: Params,
  body: z.strictObject({
    contact_ids: z
      .array(Id)
      .check(
        z.minLength(1, 'Choose at least one contact.'),
        z.maxLength(MAX_DIALED, `Choose at most ${MAX_DIALED} contacts.`),
      ),
  }),
  reply: z.object({ data: DialSession }),
});

export const setCalendlyApiKey = endpoint({
  ...write,
  name: 'setCalendlyApiKey',
  method: 'PATCH',
  path: '/v1/calendly/set_calendly_api_key',
  summary: 'Connect Calendly by a personal access token; an empty one disconnects it',
  audit: 'authorization.calendly_set',
  body: z.strictObject({ api_key: z.string().check(z.trim(), z.maxLength(2_000, 'Use at most 2,000 characters.')) }),
  reply: Maybe,
});

export const setDemioLink = endpoint({
  ...write,
  name: 'setDemioLink',
  method: 'PATCH',
  path: '/v1/demio/set_demio_link',
  summary: 'Store the link of a Demio webinar; an empty one removes it',
  audit: 'authorization.demio_set',
  body: z.strictObject({ link: z.string().check(z.trim(), z.maxLength(500, 'Use at most 500 characters.')) }),
  reply: Maybe,
});
