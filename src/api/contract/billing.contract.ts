import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Instant, ListMeta, MAX_INT, PageNumber } from './_wire.contract.ts';

// ---- schemas ---------------------------------------------------------------

export const CARD_BRANDS = ['visa', 'mastercard', 'amex', 'discover', 'other'] as const;

export const Plan = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  description: z.string(),
  /** US cents a month. */
  price_cents: z.int(),
  includes: z.array(z.string()),
});
export type Plan = z.output<typeof Plan>;

export const PaymentInfo = z.object({
  id: Id,
  brand: z.enum(CARD_BRANDS),
  /** A test card by its first four digits, `4242 •••• •••• ••••`; a real one by its last four. */
  masked: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
});
export type PaymentInfo = z.output<typeof PaymentInfo>;

export const Membership = z.object({
  plan: Plan,
  /** `past_due`: the payment of the new month has failed, and is tried again for some days. */
  status: z.enum(['active', 'cancelled', 'past_due']),
  /** Paid until then; a canceled membership lasts as long. */
  period_ends_at: Instant,
  /** US cents that are taken off the next months. */
  credit_cents: z.int(),
});
export type Membership = z.output<typeof Membership>;

export const BillingEntry = z.object({
  id: Id,
  at: Instant,
  description: z.string(),
  /** US cents; negative: money back. */
  amount_cents: z.int(),
  status: z.enum(['paid', 'failed', 'refunded', 'disputed']),
});
export type BillingEntry = z.output<typeof BillingEntry>;

/** Data of the billing pages. */
export const BillingInfo = z.object({
  'paid_user?': z.boolean(),
  /** `null`: no membership of their own; someone else may pay for them. */
  membership: z.nullable(Membership),
  payment_infos: z.array(PaymentInfo),
});
export type BillingInfo = z.output<typeof BillingInfo>;

/** Effect of choosing a plan. */
export const PlanPreview = z.object({
  plan: Plan,
  due_now_cents: z.int(),
  /** US cents of what is paid already that the next months then cost less. */
  credit_cents: z.int(),
  period_ends_at: Instant,
});
export type PlanPreview = z.output<typeof PlanPreview>;

/** Data for passing a card to the payment provider, so that its number never reaches this server. */
export const CardSetUp = z.union([
  z.object({ provider: z.literal('embedded') }),
  z.object({ provider: z.literal('stripe'), publishable_key: z.string(), client_secret: z.string() }),
]);
export type CardSetUp = z.output<typeof CardSetUp>;

const billing = z.object({ data: BillingInfo });

// ---- endpoints -------------------------------------------------------------

export const listPlans = endpoint({
  name: 'listPlans',
  method: 'GET',
  path: '/v1/plans',
  summary: 'The plans that can be chosen',
  effect: 'read',
  access: 'signedIn',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.object({ q: z.optional(z.string().check(z.maxLength(100))) }),
  reply: z.object({ data: z.array(Plan) }),
});

/** Not among the 404 specified calls. */
export const readBilling = endpoint({
  name: 'readBilling',
  method: 'GET',
  path: '/v1/accounts/billing/read',
  summary: 'Membership and payment methods of the current user',
  effect: 'read',
  access: 'signedIn',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: billing,
});

/** Not among the 404 specified calls. */
export const startCardSetUp = endpoint({
  name: 'startCardSetUp',
  method: 'POST',
  path: '/v1/accounts/card/start',
  summary: 'Begin to add a card at the payment provider',
  effect: 'write',
  access: 'self',
  idempotent: false,
  rate: 'write',
  audit: 'billing.cardBegun',
  reply: z.object({ data: CardSetUp }),
});

export const connectCard = endpoint({
  name: 'connectCard',
  method: 'POST',
  path: '/v1/accounts/connect_card',
  summary: "Keep a card by the provider's name for it, in place of the one before",
  effect: 'write',
  access: 'self',
  idempotent: true,
  rate: 'write',
  audit: 'billing.cardConnected',
  body: z.strictObject({
    payment_method: z.string().check(z.regex(/^pm_(?!.*\d{12})\w{1,200}$/, 'Invalid card reference.')),
  }),
  reply: billing,
});

/** Charges the prorated difference for the rest of the period immediately. One key moves money once. */
export const updatePlan = endpoint({
  name: 'updatePlan',
  method: 'POST',
  path: '/v1/accounts/update_plan',
  summary: 'Choose or change the plan',
  effect: 'write',
  access: 'self',
  idempotent: true,
  rate: 'write',
  audit: 'billing.planChosen',
  /** `expected_cents` is what the review page showed: a price that has changed since is refused. */
  body: z.strictObject({ plan_id: Id, expected_cents: z.int().check(z.minimum(0), z.maximum(MAX_INT)) }),
  reply: billing,
});

/** Not among the 404 specified calls: the amount that choosing a plan would charge now. */
export const previewPlan = endpoint({
  name: 'previewPlan',
  method: 'POST',
  path: '/v1/accounts/plan/preview',
  summary: 'What a plan would cost now and from then on',
  effect: 'read',
  access: 'signedIn',
  idempotent: false,
  rate: 'read',
  audit: null,
  body: z.strictObject({ plan_id: Id }),
  reply: z.object({ data: PlanPreview }),
});

export const listBillingHistory = endpoint({
  name: 'listBillingHistory',
  method: 'GET',
  path: '/v1/accounts/history',
  summary: 'What was charged and paid back',
  effect: 'read',
  access: 'signedIn',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.object({
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(200)), 20),
  }),
  reply: z.object({ data: z.array(BillingEntry), meta: ListMeta }),
});

export const cancelSubscription = endpoint({
  name: 'cancelSubscription',
  method: 'PUT',
  path: '/v1/accounts/cancel_subscription',
  summary: 'Cancel the membership at the end of what is paid',
  effect: 'write',
  access: 'self',
  idempotent: true,
  rate: 'write',
  audit: 'billing.cancelled',
  reply: billing,
});
