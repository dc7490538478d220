import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { changed, created, paged, removed, resource, shown, withFile } from './resource.ts';

// ---- constants -------------------------------------------------------------

/** Facts that an endpoint can be told of, in the order of the form. */
export const WEBHOOK_EVENTS = [
  'contact.created',
  'contact.updated',
  'contact.status_changed',
  'contact.deleted',
  'contact.restored',
  'appointment.booked',
  'appointment.canceled',
  'soa.completed',
  'call.ended',
  'order.paid',
  'workflow.step',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent by the button that tries an endpoint. */
export const TEST_EVENT = 'webhook.test';

/** `stopped`: by the system, as no delivery arrived for long; `paused`: by an administrator. */
export const ENDPOINT_STATUSES = ['active', 'paused', 'stopped'] as const;

/** `waiting`: it is sent at its time; `failed`: no attempt is left. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;

/** Why an attempt had no status. */
export const ATTEMPT_FAULTS = ['', 'timeout', 'unreachable', 'private_address', 'certificate'] as const;
export type AttemptFault = (typeof ATTEMPT_FAULTS)[number];

/** Seconds before each attempt after the first: nearly two days together. Ours. */
export const WEBHOOK_RETRIES_AFTER_S = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 86_400] as const;
/** Hours without a delivery that arrived until an endpoint is stopped. Ours: about when the first event has no attempt left. */
export const STOPPED_AFTER_H = 40;
/** Seconds that an endpoint may take to answer. Ours. */
export const WEBHOOK_TIMEOUT_S = 10;
/** Hours for which an earlier secret signs, too. Ours. */
export const SECRET_OVERLAP_H = 24;
/** Days for which deliveries are kept. Ours, as those of API requests. */
export const DELIVERIES_KEPT_DAYS = 30;
/** Endpoints of an account at most. Ours. */
export const MAX_WEBHOOK_ENDPOINTS = 20;
/** Characters of an answer that are kept. Ours. */
export const ANSWER_KEPT = 1_024;
/** Deliveries of one list at most; others are found by a filter. Ours. */
export const MAX_DELIVERIES_COUNTED = 10_000;

// ---- schemas ---------------------------------------------------------------

const Kind = z.enum([...WEBHOOK_EVENTS, TEST_EVENT]);

export const WebhookEndpoint = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  status: z.enum(ENDPOINT_STATUSES),
  /** Why it is stopped; empty: it isn't. */
  stopped_reason: z.string(),
  /** Since when no delivery has arrived; `null`: the last one did. */
  failing_since: z.nullable(Instant),
  /** When the secret was last shown; `null`: never. */
  secret_at: z.nullable(Instant),
  /** How many deliveries are waiting and failed. */
  waiting: z.int(),
  failed: z.int(),
  created_at: Instant,
});
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;

const Name = z
  .string()
  .check(z.trim(), z.minLength(1, 'Give the webhook endpoint a name.'), z.maxLength(80, 'Use at most 80 characters.'));
const Url = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter an address like https://example.com/hooks.'),
    z.maxLength(500, 'Use at most 500 characters.'),
  );
const Events = z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1, 'Choose at least one event.'));

export const NewWebhookEndpoint = z.strictObject({ name: Name, url: Url, events: Events });

const Change = z.strictObject({
  name: z.optional(Name),
  url: z.optional(Url),
  events: z.optional(Events),
  /** `active`: resumes, and sends what has waited. */
  status: z.optional(z.enum(['active', 'paused'])),
});

export const WebhookDelivery = z.object({
  id: Id,
  endpoint: z.object({ id: Id, name: z.string() }),
  /** In the header `webhook-id`; one for each event, the same at each attempt. */
  event_id: z.string(),
  kind: Kind,
  /** When the event happened. */
  at: Instant,
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  /** Of the next attempt; `null`: there is none. */
  due_at: z.nullable(Instant),
  /** Of the last attempt; `null`: no answer. */
  last_status: z.nullable(z.int()),
  last_fault: z.enum(ATTEMPT_FAULTS),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const WebhookAttempt = z.object({
  id: Id,
  at: Instant,
  /** Milliseconds. */
  took: z.int(),
  /** `null`: no answer. */
  status: z.nullable(z.int()),
  fault: z.enum(ATTEMPT_FAULTS),
  /** Its beginning. */
  answer: z.string(),
});
export type WebhookAttempt = z.output<typeof WebhookAttempt>;

export const DeliveryDetail = z.extend(WebhookDelivery, {
  /** The body as it is sent. */
  body: z.string(),
  /** Newest first. */
  tries: z.array(WebhookAttempt),
});
export type DeliveryDetail = z.output<typeof DeliveryDetail>;

// ---- endpoints -------------------------------------------------------------

const ACCESS = 'integrations.manage';
const Params = z.strictObject({ id: PathId });

export const webhookEndpoints = resource(
  {
    path: '/v1/admin/webhook_endpoints',
    one: 'WebhookEndpoint',
    many: 'WebhookEndpoints',
    label: { one: 'webhook endpoint', many: 'webhook endpoints' },
    subject: 'webhook_endpoint',
    access: { read: ACCESS, write: ACCESS },
  },
  {
    ...withFile(paged(WebhookEndpoint, { order: ['name', 'url', 'status'] })),
    read: shown(WebhookEndpoint),
    create: created(WebhookEndpoint, NewWebhookEndpoint),
    update: changed(WebhookEndpoint, Change),
    remove: removed({ summary: 'Remove a webhook endpoint with its deliveries' }),
  },
);

const { path } = webhookEndpoints.about;

/** Outside of the resource: its answer holds the secret, and is stored nowhere. */
export const issueWebhookSecret = endpoint({
  name: 'issueWebhookSecret',
  method: 'POST',
  path: `${path}/:id/secret`,
  summary: 'Generate the signing secret of a webhook endpoint; it is returned once',
  effect: 'write',
  access: ACCESS,
  sudo: true,
  // A replayed answer would keep the secret in the database.
  idempotent: false,
  rate: 'write',
  audit: 'webhook_endpoint.secret_issued',
  params: Params,
  reply: z.object({ data: z.object({ secret: z.string(), endpoint: WebhookEndpoint }) }),
});

export const testWebhookEndpoint = endpoint({
  name: 'testWebhookEndpoint',
  method: 'POST',
  path: `${path}/:id/test`,
  summary: 'Send a test event to a webhook endpoint',
  effect: 'write',
  access: ACCESS,
  idempotent: true,
  rate: 'write',
  audit: 'webhook_endpoint.tested',
  params: Params,
  reply: z.object({ data: WebhookDelivery }),
});

const DELIVERIES = '/v1/admin/webhook_deliveries';

const read = {
  method: 'GET',
  effect: 'read',
  access: ACCESS,
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;

export const listWebhookDeliveries = endpoint({
  ...read,
  name: 'listWebhookDeliveries',
  path: DELIVERIES,
  summary: 'Deliveries to webhook endpoints, newest first',
  query: z.strictObject({
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 50),
    status: z.optional(z.enum(DELIVERY_STATUSES)),
    kind: z.optional(Kind),
    endpoint_id: z.optional(PathId),
  }),
  reply: z.object({ data: z.array(WebhookDelivery), meta: ListMeta }),
});

export const readWebhookDelivery = endpoint({
  ...read,
  name: 'readWebhookDelivery',
  path: `${DELIVERIES}/:id`,
  summary: 'One delivery with its body and attempts',
  params: Params,
  reply: z.object({ data: DeliveryDetail }),
});

export const replayWebhookDelivery = endpoint({
  name: 'replayWebhookDelivery',
  method: 'POST',
  path: `${DELIVERIES}/:id/replay`,
  summary: 'Send a delivery again, under the same event id',
  effect: 'write',
  access: ACCESS,
  idempotent: true,
  rate: 'write',
  audit: 'webhook_endpoint.replayed',
  params: Params,
  reply: z.object({ data: DeliveryDetail }),
});
