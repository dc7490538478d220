import * as z from 'zod/mini';
import { ListMeta, MAX_INT, MAX_PAGE_LIMIT, PageNumber, PathId } from '../_wire.contract.ts';
import { MAX_LICENSES, PlanOrder, PlanSubscription } from './plan.contract.ts';

// ---- constants -------------------------------------------------------------

export const NAMES = { sms: 'Sms', dialer: 'Dialer' } as const;
export const LABELS = { sms: 'texting', dialer: 'phone' } as const;

export const read = {
  method: 'GET',
  effect: 'read',
  access: 'signedIn',
  feature: 'subscriptions',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;
export const write = {
  method: 'POST',
  effect: 'write',
  access: 'self',
  feature: 'subscriptions',
  idempotent: true,
  rate: 'write',
} as const;
export const admin = { access: 'subscriptions.manage' } as const;

// ---- schemas ---------------------------------------------------------------

/** Refused when the price has changed since it was shown. */
export const expected_cents = z.int().check(z.minimum(0), z.maximum(MAX_INT));
export const quantity = z
  .int('Enter a whole number.')
  .check(z.positive('Enter at least 1 license.'), z.maximum(MAX_LICENSES, `Enter at most ${MAX_LICENSES} licenses.`));
export const params = z.strictObject({ id: PathId });
const flag = z.optional(z.enum(['true', 'false']));

const pageOf = {
  q: z.optional(z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.'))),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  page: PageNumber,
  limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 25),
};
export const subscriptionPage = z.strictObject({
  ...pageOf,
  order_field: z.optional(z.enum(['created_at', 'plan', 'user', 'status', 'period_ends_on'])),
  active: flag,
  /** Only those that the current user has or pays for. */
  mine: flag,
});
export const orderPage = z.strictObject({
  ...pageOf,
  order_field: z.optional(z.enum(['created_at', 'amount_cents', 'status'])),
});
export const licensePage = z.strictObject({ ...pageOf, subscription_id: z.optional(PathId) });

export const one = z.object({ data: PlanSubscription });
export const oneOrNone = z.object({ data: z.nullable(PlanSubscription) });
export const subscriptions = z.object({ data: z.array(PlanSubscription), meta: ListMeta });
export const orders = z.object({ data: z.array(PlanOrder), meta: ListMeta });
