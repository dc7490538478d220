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
  created_at: Instant,
  /** `null`: never. */
  last_used_at: z.nullable(Instant),
  /** In the days that requests are kept. */
  requests: z.int(),
  /** Those of them with a status of 400 and above. */
  refused: z.int(),
});
export type TrackedKey = z.output<typeof TrackedKey>;

// ---- endpoints -------------------------------------------------------------

const read = {
  method: 'GET',
  effect: 'read',
  access: 'integrations.manage',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;

export const listApiRequests = endpoint({
  ...read,
  name: 'listApiRequests',
  path: '/v1/admin/api_requests',
  summary: 'Requests with an API key or token, newest first',
  query: z.strictObject({
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 50),
    tab: z._default(z.enum(REQUEST_TABS), 'all'),
    /** What `filter_value` is compared with: parts of names and paths, a whole status or request id. */
    filter_by: z.optional(z.enum(REQUEST_FILTERS)),
    filter_value: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({ data: z.array(ApiRequest), meta: ListMeta }),
});

export const listTrackedKeys = endpoint({
  ...read,
  name: 'listTrackedKeys',
  path: '/v1/admin/api_tracking/api_keys',
  summary: 'API keys and tokens of the account with their vendor and use',
  reply: z.object({ data: z.array(TrackedKey) }),
});

export const updateTrackedKey = endpoint({
  name: 'updateTrackedKey',
  method: 'PATCH',
  path: '/v1/admin/api_tracking/api_keys/:id',
  summary: 'Give an API key to a vendor, or pause it',
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
  }),
  reply: z.object({ data: TrackedKey }),
});
