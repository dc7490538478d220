import * as z from 'zod/mini';
import { Id, Instant, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { NUMBER_STATES } from './registration.contract.ts';
import { PAYMENT_METHODS } from './store.contract.ts';

// ---- constants -------------------------------------------------------------

/** Days after a release in which a number can be restored. Ours. */
export const NUMBER_GRACE_DAYS = 30;
/** Numbers that a search offers at most. Ours. */
export const MAX_OFFERS = 20;

export const CAPABILITIES = ['voice', 'sms', 'mms'] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** `ordered`: paid, and the carrier hasn't answered yet. `refunding`: the carrier can't provide it, and the card gets its money back. */
export const NUMBER_ORDER_STATES = ['unpaid', 'ordered', 'bought', 'refunding', 'refunded', 'failed'] as const;
export type NumberOrderState = (typeof NUMBER_ORDER_STATES)[number];

// ---- schemas ---------------------------------------------------------------

export const NumberOffer = z.object({
  /** E.164. */
  phone_number: z.string(),
  /** Empty: unknown. */
  locality: z.string(),
  /** Two letters of a state. Empty: unknown. */
  region: z.string(),
  capabilities: z.array(z.enum(CAPABILITIES)),
});
export type NumberOffer = z.output<typeof NumberOffer>;

export const NumberOrder = z.object({
  id: Id,
  phone_number: z.string(),
  state: z.enum(NUMBER_ORDER_STATES),
  /** Dollars, once. */
  price: z.number(),
  payment_method: z.enum(PAYMENT_METHODS),
  /** Why there is no number, and what became of the money. Empty: nothing went wrong. */
  failure: z.string(),
});
export type NumberOrder = z.output<typeof NumberOrder>;

export const OwnedNumber = z.object({
  id: Id,
  /** E.164. */
  phone_number: z.string(),
  label: z.string(),
  user: z.object({ id: Id, name: z.string() }),
  capabilities: z.array(z.enum(CAPABILITIES)),
  /** True: bought here, so that it can be released. */
  bought: z.boolean(),
  /** Time until which a released number can be restored. `null`: it isn't released. */
  released_until: z.nullable(Instant),
  /** Registration for business texts; `exempt`: toll-free. */
  registration: z.object({ state: z.enum(NUMBER_STATES), reason: z.string() }),
});
export type OwnedNumber = z.output<typeof OwnedNumber>;

const flag = z.optional(z.enum(['true', 'false'], 'Enter true or false.'));
const write = { method: 'POST', effect: 'write', idempotent: true, rate: 'write' } as const;
const params = z.strictObject({ id: PathId });
const reply = z.object({ data: OwnedNumber });

// ---- endpoints -------------------------------------------------------------

export const searchPhoneNumbers = endpoint({
  name: 'searchPhoneNumbers',
  method: 'GET',
  path: '/v1/users/search_phone_number',
  summary: 'Search for numbers to buy, by area code and capability, with their price',
  effect: 'read',
  access: 'phone.call',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.strictObject({
    area_code: z.string().check(z.regex(/^[2-9]\d\d$/, 'Enter a US area code, such as 512.')),
    voice: flag,
    sms: flag,
    mms: flag,
  }),
  reply: z.object({
    data: z.array(NumberOffer),
    meta: z.object({
      /** Dollars for one number, once. */
      price: z.number(),
    }),
  }),
});

export const purchasePhoneNumber = endpoint({
  ...write,
  name: 'purchasePhoneNumber',
  path: '/v1/users/purchase_phone_number',
  summary: 'Buy a phone number once, by card or from the wallet',
  access: 'self',
  audit: ['number.ordered', 'number.paid', 'number.bought', 'billing.declined'],
  body: z.strictObject({
    phone_number: z.string(),
    /** Absent or false: the card on file pays. */
    use_wallet: z._default(z.boolean(), false),
    /** The price that was shown, in dollars; another one is refused. Absent: the current price is fine. */
    expected_price: z.optional(z.number()),
  }),
  reply: z.object({ data: NumberOrder }),
});

/** Not among the 404 specified calls, like the following ones. */
export const listPhoneNumbers = endpoint({
  name: 'listPhoneNumbers',
  method: 'GET',
  path: '/v1/users/phone_numbers',
  summary: 'List the phone numbers of the current user and their downline, and purchases that are not finished',
  effect: 'read',
  access: 'phone.call',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.array(OwnedNumber), meta: z.object({ orders: z.array(NumberOrder) }) }),
});

export const assignPhoneNumber = endpoint({
  ...write,
  name: 'assignPhoneNumber',
  path: '/v1/users/phone_numbers/:id/assign',
  summary: 'Assign a phone number to oneself or someone in the downline',
  access: 'users.read',
  audit: 'number.assigned',
  params,
  body: z.strictObject({ user_id: Id }),
  reply,
});

export const releasePhoneNumber = endpoint({
  ...write,
  name: 'releasePhoneNumber',
  path: '/v1/users/phone_numbers/:id/release',
  summary: `Release a phone number that was bought; it can be restored for ${NUMBER_GRACE_DAYS} days`,
  access: 'phone.call',
  audit: 'number.released',
  params,
  reply,
});

export const restorePhoneNumber = endpoint({
  ...write,
  name: 'restorePhoneNumber',
  path: '/v1/users/phone_numbers/:id/restore',
  summary: 'Restore a phone number that was released',
  access: 'phone.call',
  audit: 'number.restored',
  params,
  reply,
});
