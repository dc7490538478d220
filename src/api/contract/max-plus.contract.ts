import * as z from 'zod/mini';
import { Id, Instant, MAX_INT } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

export const MAX_PLUS_PLANS = ['standard', 'premium'] as const;
export type MaxPlusPlan = (typeof MAX_PLUS_PLANS)[number];

/** People of one bulk subscription. Ours: an agency's agents. */
export const BULK_PEOPLE = 500;

// ---- schemas ---------------------------------------------------------------

const Plan = z.enum(MAX_PLUS_PLANS);

/** What choosing a plan would do now. */
export const MaxPlusOffer = z.object({
  plan: Plan,
  /** Dollars a month. */
  price: z.number(),
  /** `open`: a first month; `upgrade`: the rest of this one; `downgrade`: from the next one; `resume`: no longer ends. */
  effect: z.enum(['open', 'upgrade', 'downgrade', 'resume', 'refused']),
  /** US cents that are charged now. */
  due_now_cents: z.int(),
  /** A sentence on why it can't be chosen; empty: it can. */
  refusal: z.string(),
});
export type MaxPlusOffer = z.output<typeof MaxPlusOffer>;

export const MaxPlusSubscription = z.object({
  plan: Plan,
  /** `cancelled`: paid until the period ends; `past_due`: the payment of the new month failed and is tried again. */
  status: z.enum(['active', 'cancelled', 'past_due']),
  paid_by: z.enum(['self', 'agency']),
  /** The plan from the next month on; `null`: the same. */
  next_plan: z.nullable(Plan),
  /** US cents of the next month. */
  price_cents: z.int(),
  period_ends_at: Instant,
});
export type MaxPlusSubscription = z.output<typeof MaxPlusSubscription>;

const facts = {
  /** The plan in effect; `null`: none. */
  plan: z.nullable(Plan),
  /** `null` without one, or when an administrator gave the plan free of charge. */
  subscription: z.nullable(MaxPlusSubscription),
  offers: z.array(MaxPlusOffer),
};

export const MaxPlus = z.object({
  ...facts,
  active: z.boolean(),
  /** The card that is charged; `null`: none on file. */
  card: z.nullable(z.string()),
});
export type MaxPlus = z.output<typeof MaxPlus>;

export const ManageableUser = z.object({ id: Id, name: z.string(), ...facts });
export type ManageableUser = z.output<typeof ManageableUser>;

const reply = z.object({ data: MaxPlus });
const read = { effect: 'read', idempotent: false, rate: 'read', audit: null } as const;
const write = { effect: 'write', idempotent: true, rate: 'write' } as const;
/** What the caller has seen: a price that has changed since is refused. Without it, any price is fine. */
const expected = { expected_cents: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_INT))) };
const paymentType = z.literal('credit_card', 'Max Plus is paid by credit card.');

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls. */
export const readMaxPlus = endpoint({
  ...read,
  name: 'readMaxPlus',
  method: 'GET',
  path: '/v1/max_plus_subscriptions/read',
  summary: "The current user's Max Plus subscription, and what each plan would cost now",
  access: 'signedIn',
  reply,
});

export const listManageableUsers = endpoint({
  ...read,
  name: 'listManageableUsers',
  method: 'GET',
  path: '/v1/max_plus_subscriptions/manageable_users',
  summary: 'The people whose Max Plus the current user manages, with what each plan would cost now',
  access: 'wallets.manage',
  reply: z.object({ data: z.array(ManageableUser) }),
});

export const subscribeMaxPlus = endpoint({
  ...write,
  name: 'subscribeMaxPlus',
  method: 'POST',
  path: '/v1/max_plus_subscriptions',
  summary: 'Choose a Max Plus plan for oneself and charge the card on file',
  access: 'self',
  audit: 'maxPlus.subscribed',
  body: z.strictObject({ payment_type: paymentType, plan: Plan, ...expected }),
  reply,
});

export const cancelMaxPlus = endpoint({
  ...write,
  name: 'cancelMaxPlus',
  method: 'POST',
  path: '/v1/max_plus_subscriptions/cancel',
  summary: "Cancel one's own Max Plus at the end of the paid month",
  access: 'self',
  audit: 'maxPlus.canceled',
  reply,
});

export const cancelMaxPlusForUser = endpoint({
  ...write,
  name: 'cancelMaxPlusForUser',
  method: 'POST',
  path: '/v1/max_plus_subscriptions/cancel_for_user',
  summary: 'Cancel the Max Plus that the agency pays for someone, at the end of the paid month',
  access: 'wallets.manage',
  audit: 'maxPlus.canceled',
  body: z.strictObject({ user_id: Id }),
  reply: z.object({ data: ManageableUser }),
});

export const bulkSubscribeMaxPlus = endpoint({
  ...write,
  name: 'bulkSubscribeMaxPlus',
  method: 'POST',
  path: '/v1/max_plus_subscriptions/bulk_subscribe',
  summary: "Choose a Max Plus plan for people and charge the current user's card once; all of them or none",
  access: 'wallets.manage',
  audit: 'maxPlus.subscribed',
  body: z.strictObject({
    user_ids: z
      .array(Id)
      .check(
        z.minLength(1, 'Choose at least one person.'),
        z.maxLength(BULK_PEOPLE, `Choose up to ${BULK_PEOPLE} people.`),
      ),
    plan: Plan,
    ...expected,
  }),
  reply: z.object({ data: z.array(ManageableUser) }),
});
