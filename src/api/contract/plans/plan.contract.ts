import * as z from 'zod/mini';
import { Id, Instant, MAX_INT, PlainDate } from '../_wire.contract.ts';

// ---- constants -------------------------------------------------------------

/** What a plan includes: text segments, or minutes of calls. */
export const PLAN_KINDS = ['sms', 'dialer'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** Payers. Source: core §4, subscription type. */
export const ORDER_TYPES = ['self_pay', 'manager_pay', 'company'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/**
 * Status of a subscription.
 *
 *   pending → starting → active ⇄ past_due → ended;  pending | starting | active → ended
 *
 * `pending`: a company subscription that waits for an administrator. `starting`: its first charge is under way.
 */
export const SUBSCRIPTION_STATUSES = ['pending', 'starting', 'active', 'past_due', 'ended'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Source: "cancellation now or at period end"; `type` is the specification's name. */
export const CANCEL_TYPES = ['now', 'period_end'] as const;
export type CancelType = (typeof CANCEL_TYPES)[number];

/** What an order changes. */
export const ORDER_ACTIONS = ['start', 'seats', 'plan', 'renewal'] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/**
 * Status of an order.
 *
 *   open → paid | failed | canceled
 *
 * A renewal stays open while its payment is tried again.
 */
export const ORDER_STATUSES = ['open', 'paid', 'failed', 'canceled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Licenses of one subscription. Ours: an agency's people. */
export const MAX_LICENSES = 500;

// ---- schemas ---------------------------------------------------------------

const Who = z.object({ id: Id, name: z.string() });
const cents = z.int('Enter whole cents.').check(z.minimum(0, 'Enter $0.00 or more.'), z.maximum(100_000_000));

/** Fields that an administrator fills in. */
export const PlanFields = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(80, 'Use at most 80 characters.')),
  description: z.string().check(z.trim(), z.maxLength(300, 'Use at most 300 characters.')),
  /** US cents a month: for each license, or for the company with `enterprise`. */
  price_cents: cents,
  /** Segments or minutes a month; `null`: without a limit. */
  allocation: z.nullable(
    z
      .int('Enter a whole number.')
      .check(z.positive('Enter at least 1.'), z.maximum(MAX_INT, 'Enter a smaller number.')),
  ),
  /** For the whole company. */
  enterprise: z.boolean(),
  /** False: no longer sold. Those who have it keep it. */
  active: z.boolean(),
});

export const UsagePlan = z.extend(PlanFields, {
  id: Id,
  /** Subscriptions that have it now. */
  subscribers: z.int(),
});
export type UsagePlan = z.output<typeof UsagePlan>;

export const PlanSubscription = z.object({
  id: Id,
  active: z.boolean(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  order_type: z.enum(ORDER_TYPES),
  /** As it was bought: changes of the plan concern new subscriptions. `id` is `null` once the plan is removed. */
  plan: z.object({
    id: z.nullable(Id),
    name: z.string(),
    price_cents: z.int(),
    allocation: z.nullable(z.int()),
  }),
  /** Licenses; 1 unless a manager pays. */
  quantity: z.int(),
  /** Licenses that someone has. */
  assigned: z.int(),
  /** `null`: the company's. */
  user: z.nullable(Who),
  /** Owner of the card that is charged; `null`: no one's. */
  payer: z.nullable(Who),
  /** Units of this month. */
  current_usage: z.int(),
  /** Units a month of all licenses; `null`: without a limit. */
  allocation: z.nullable(z.int()),
  /** US cents a month, as it renews. */
  renewal_cents: z.int(),
  /** US cents that the next months cost less. */
  credit_cents: z.int(),
  /** First day, and the day on which it renews or ends; `null`: it hasn't started. */
  period_starts_on: z.nullable(PlainDate),
  period_ends_on: z.nullable(PlainDate),
  cancels_at_period_end: z.boolean(),
  /** Licenses from the next period on; `null`: as many as now. */
  next_quantity: z.nullable(z.int()),
  /** With `past_due`: when the card is charged again. */
  retry_at: z.nullable(Instant),
  /** One sentence on the failed payment; empty: none has failed. */
  failure: z.string(),
  /** The current user may change and cancel it. */
  can_change: z.boolean(),
  created_at: Instant,
});
export type PlanSubscription = z.output<typeof PlanSubscription>;

/** What a change would cost; the same function makes the charge. */
export const SubscriptionPreview = z.object({
  due_now_cents: z.int(),
  credit_cents: z.int(),
  /** US cents of each following month. */
  renewal_cents: z.int(),
  /** Whole days that are charged now, of all days of the month. */
  days_left: z.int(),
  days_total: z.int(),
  period_starts_on: PlainDate,
  period_ends_on: PlainDate,
  /** The card that is charged; `null`: none on file. */
  card: z.nullable(z.string()),
});
export type SubscriptionPreview = z.output<typeof SubscriptionPreview>;

/** At today's pace. */
const Forecast = z.object({
  /** Units by the end of the month. */
  expected: z.int(),
  /** Day on which the allocation is used up; `null`: not this month. */
  runs_out_on: z.nullable(PlainDate),
});

export const PlanLicense = z.object({
  id: Id,
  subscription_id: Id,
  /** `null`: free. */
  user: z.nullable(Who),
  /** Units a month. */
  allocation: z.int(),
  paid: z.boolean(),
  used: z.int(),
  ...Forecast.shape,
});
export type PlanLicense = z.output<typeof PlanLicense>;

export const PlanOrder = z.object({
  id: Id,
  subscription_id: Id,
  action: z.enum(ORDER_ACTIONS),
  status: z.enum(ORDER_STATUSES),
  order_type: z.enum(ORDER_TYPES),
  description: z.string(),
  quantity: z.int(),
  amount_cents: z.int(),
  payer: z.nullable(Who),
  /** One sentence on the failed payment; empty: none has failed. */
  failure: z.string(),
  created_at: Instant,
  paid_at: z.nullable(Instant),
});
export type PlanOrder = z.output<typeof PlanOrder>;

/** Payer of what the current user uses; `enabled`: the dialer is switched on for them and nothing is counted. */
export const USAGE_SOURCES = ['company', 'manager', 'self', 'enabled'] as const;

export const PlanUsage = z.object({
  unit: z.enum(['segment', 'minute']),
  /** `null`: no subscription. */
  source: z.nullable(z.enum(USAGE_SOURCES)),
  used: z.int(),
  /** `null`: without a limit. */
  allocation: z.nullable(z.int()),
  from: PlainDate,
  /** The first day on which it starts again. */
  renews_on: PlainDate,
  ...Forecast.shape,
  days: z.array(z.object({ day: PlainDate, used: z.int() })),
});
export type PlanUsage = z.output<typeof PlanUsage>;

export const AccountUsage = z.object({
  unit: z.enum(['segment', 'minute']),
  used: z.int(),
  /** Units of all active subscriptions; `null`: one has no limit. */
  allocation: z.nullable(z.int()),
  from: PlainDate,
  renews_on: PlainDate,
  ...Forecast.shape,
  people: z.array(
    z.object({
      user: Who,
      source: z.nullable(z.enum(USAGE_SOURCES)),
      used: z.int(),
      allocation: z.nullable(z.int()),
      ...Forecast.shape,
    }),
  ),
});
export type AccountUsage = z.output<typeof AccountUsage>;

export const SmsNumber = z.object({
  id: Id,
  number: z.string(),
  label: z.string(),
  kind: z.enum(['agent', 'group', 'echo']),
  user: z.nullable(Who),
  /** Segments sent from it this month. */
  used: z.int(),
});
export type SmsNumber = z.output<typeof SmsNumber>;
