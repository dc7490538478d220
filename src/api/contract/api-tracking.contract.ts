import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import { PERMISSIONS } from './access.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

/** Groups of requests: all, those that the caller has to correct, and failures of the server. */
export const REQUEST_TABS = ['all', 'refused', 'failed'] as const;
export const REQUEST_FILTERS = ['vendor', 'key', 'user', 'path', 'status', 'request_id'] as const;
/** Days for which a request is kept. Ours. */
export const REQUESTS_KEPT_DAYS = 30;
/** Requests of one list at most; older ones are found by a filter. Ours. */
export const MAX_REQUESTS_COUNTED = 10_000;
/** What keys are ordered by. */
export const KEY_ORDER = ['name', 'user', 'vendor', 'last_used_at', 'requests', 'refused'] as const;
/** Requests of a key in a minute at most. Ours: what a person may write. */
export const MAX_PER_MINUTE = 6_000;

// ---- schemas ---------------------------------------------------------------

const Vendor = z.object({ id: Id, name: z.string() });
const Person = z.object({ id: Id, name: z.string() });

export const ApiRequest = z.object({
  id: Id,
  at: Instant,
  method: z.string(),
  /** Without the query. */
  path: z.string(),
  status: z.int(),
  /** Milliseconds. */
  took: z.int(),
  request_id: z.string(),
  /** Names of the fields sent and the form of their values, never a text; empty: no body. */
  payload: z.string(),
  key: z.object({ id: Id, kind: z.enum(['key', 'token']), name: z.string(), prefix: z.string() }),
  user: Person,
  /** `null`: the key belongs to no vendor. */
  vendor: z.nullable(Vendor),
});
export type ApiRequest = z.output<typeof ApiRequest>;

export const TrackedKey = z.object({
  id: Id,
  kind: z.enum(['key', 'token']),
  /** Empty for a token. */
  name: z.string(),
  /** Its first characters. */
  prefix: z.string(),
  user: Person,
  vendor: z.nullable(Vendor),
  /** `null`: all that its user may do. */
  scopes: z.nullable(z.array(z.enum(PERMISSIONS))),
  paused: z.boolean(),
  /** Addresses and networks that may use it; empty: it works from everywhere. */
  networks: z.array(z.string()),
  /** Requests in a minute at most; `null`: as many as a person. */
  per_minute: z.nullable(z.int()),
  created_at: Instant,
  /** `null`: never. */
  last_used_at: z.nullable(Instant),
  /** In the days that requests are kept. */
  requests: z.int(),
  /** Those of them with a status of 400 and above. */
  refused: z.int(),
});
export type TrackedKey = z.output<typeof TrackedKey>;

const KEY_LIMITS = {
  networks: z.optional(z.array(z.string().check(z.trim(), z.maxLength(50))).check(z.maxLength(20, 'Use at most 20.'))),
  per_minute: z.optional(
    z.nullable(
      z
        .int('Enter a whole number.')
        .check(z.minimum(1, 'Enter at least 1.'), z.maximum(MAX_PER_MINUTE, `Enter at most ${MAX_PER_MINUTE}.`)),
    ),
  ),
};

/** What a form changes about a key. */
export const KeyLimits = z.strictObject(KEY_LIMITS);

export type KeyLimits = z.output<typeof KeyLimits>;

// ---- endpoints -------------------------------------------------------------

const read = {
  method: 'GET',
  effect: 'read',
  access: 'integrations.manage',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;

const CHOSEN_REQUESTS = {
  tab: z._default(z.enum(REQUEST_TABS), 'all'),
  /** What `filter_value` is compared with: parts of names and paths, a whole status or request id. */
  filter_by: z.optional(z.enum(REQUEST_FILTERS)),
  filter_value: z.optional(z.string().check(z.maxLength(200))),
};

export const downloadApiRequests = endpoint({
  ...read,
  name: 'downloadApiRequests',
  path: '/v1/admin/api_requests/export.csv',
  summary: 'The requests that the list shows, all pages of them, as CSV',
  query: z.strictObject(CHOSEN_REQUESTS),
  reply: z.unknown(),
});

export const listApiRequests = endpoint({
  ...read,
  name: 'listApiRequests',
  path: '/v1/admin/api_requests',
  summary: 'Requests with an API key or token, newest first',
  query: z.strictObject({
    ...CHOSEN_REQUESTS,
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 50),
  }),
  reply: z.object({ data: z.array(ApiRequest), meta: ListMeta }),
});

const CHOSEN_KEYS = {
  /** Part of the name or the first characters of a key, or of the name of its user or vendor. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  order_field: z._default(z.enum(KEY_ORDER), 'last_used_at'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
};

export const downloadTrackedKeys = endpoint({
  ...read,
  name: 'downloadTrackedKeys',
  path: '/v1/admin/api_tracking/api_keys/export.csv',
  summary: 'The API keys and tokens that the list shows, all pages of them, as CSV',
  query: z.strictObject(CHOSEN_KEYS),
  reply: z.unknown(),
});

export const listTrackedKeys = endpoint({
  ...read,
  name: 'listTrackedKeys',
  path: '/v1/admin/api_tracking/api_keys',
  summary: 'API keys and tokens of the account with their vendor and use',
  query: z.strictObject({
    ...CHOSEN_KEYS,
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 50),
  }),
  reply: z.object({ data: z.array(TrackedKey), meta: ListMeta }),
});

export const updateTrackedKey = endpoint({
  name: 'updateTrackedKey',
  method: 'PATCH',
  path: '/v1/admin/api_tracking/api_keys/:id',
  summary: 'Give an API key to a vendor, limit it, or pause it',
  effect: 'write',
  access: 'integrations.manage',
  idempotent: true,
  rate: 'write',
  audit: 'apiKey.tracked',
  params: z.object({ id: PathId }),
  body: z.strictObject({
    /** `null`: of no vendor. */
    api_vendor_id: z.optional(z.nullable(Id)),
    /** True: requests with it are refused until it is resumed. */
    paused: z.optional(z.boolean()),
    ...KEY_LIMITS,
  }),
  reply: z.object({ data: TrackedKey }),
});

export const revokeTrackedKey = endpoint({
  name: 'revokeTrackedKey',
  method: 'DELETE',
  path: '/v1/admin/api_tracking/api_keys/:id',
  summary: 'Revoke an API key or token of any user immediately',
  effect: 'write',
  access: 'integrations.manage',
  idempotent: true,
  rate: 'write',
  audit: 'apiKey.revoked',
  params: z.object({ id: PathId }),
  reply: null,
});
