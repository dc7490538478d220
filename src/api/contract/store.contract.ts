import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import { ContactsScope } from './contacts/scope.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

/** Pieces of one product in an order, and products of an order, at most. Ours. */
export const MAX_QUANTITY = 1_000;
export const MAX_ITEMS = 50;
/** Most dollars of one order. Ours: the limit of one card payment. */
export const MAX_ORDER = 25_000;
/** Contacts of one order at most. Ours. */
export const MAX_ORDER_CONTACTS = 10_000;

export const PAYMENT_METHODS = ['card', 'wallet'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** Derived from what was paid and refunded, never set. */
export const PAYMENT_STATUSES = ['pending', 'paid', 'partially_refunded', 'refunded', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
/** Fulfillment. Ours: the specification names the field and not its values. */
export const ADMIN_STATUSES = ['new', 'accepted', 'fulfilled', 'returned', 'canceled'] as const;
export type AdminStatus = (typeof ADMIN_STATUSES)[number];

// ---- schemas ---------------------------------------------------------------

export const StoreItem = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  category: z.nullable(z.object({ id: Id, title: z.string() })),
  /** Dollars for one. */
  price: z.number(),
  months_count: z.nullable(z.int()),
  /** One for each contact of `contacts_scope`. */
  per_contact: z.boolean(),
  /** Works for some minutes. */
  image_url: z.nullable(z.string()),
});
export type StoreItem = z.output<typeof StoreItem>;

export const OrderLine = z.object({
  /** `null`: no longer sold. */
  product_id: z.nullable(Id),
  name: z.string(),
  /** Dollars for one, and for all. */
  price: z.number(),
  quantity: z.int(),
  amount: z.number(),
  months_count: z.nullable(z.int()),
});
export type OrderLine = z.output<typeof OrderLine>;

export const StoreOrder = z.object({
  id: Id,
  at: Instant,
  payment_status: z.enum(PAYMENT_STATUSES),
  admin_status: z.enum(ADMIN_STATUSES),
  payment_method: z.enum(PAYMENT_METHODS),
  /** `null`: paid from the wallet. */
  card: z.nullable(z.string()),
  /** Why the payment failed. Empty: it didn't. */
  failure: z.string(),
  total: z.number(),
  refunded: z.number(),
  /** Contacts whom it is for, and the scope in words. */
  contacts: z.int(),
  sentence: z.string(),
  items: z.array(OrderLine),
});
export type StoreOrder = z.output<typeof StoreOrder>;

const Items = z
  .array(
    z.strictObject({
      product_id: Id,
      /** Ignored for a product that is sold per contact. */
      quantity: z._default(
        z
          .int('Enter a whole number.')
          .check(z.minimum(1, 'Enter at least 1.'), z.maximum(MAX_QUANTITY, `Enter at most ${MAX_QUANTITY}.`)),
        1,
      ),
    }),
  )
  .check(
    z.minLength(1, 'Add an item to your cart first.'),
    z.maxLength(MAX_ITEMS, `An order has at most ${MAX_ITEMS} items.`),
  );

const Cart = z.strictObject({
  items: Items,
  /** For products that are sold per contact. */
  contacts_scope: z.optional(ContactsScope),
});
export type CartInput = z.input<typeof Cart>;

const NewStoreOrder = z.extend(Cart, {
  payment_method: z.enum(PAYMENT_METHODS),
  /** The total that was shown, in dollars; another one is refused. */
  expected_total: z.number(),
});
export type NewStoreOrder = z.output<typeof NewStoreOrder>;
export type NewStoreOrderInput = z.input<typeof NewStoreOrder>;

/** A cart as a tab keeps it. */
export const StoredCart = z.object({
  user: Id,
  items: z.array(z.object({ product_id: Id, quantity: z.int() })),
  /** An order that may be on its way: sent again as it was, with its key. */
  placing: z.nullable(z.object({ key: z.string(), body: z.unknown() })),
});

export interface CartItem {
  readonly product_id: number;
  readonly quantity: number;
}

/** A request that may have been carried out; only its key tells. */
export interface Placing {
  readonly key: string;
  readonly body: NewStoreOrderInput;
}

/** What outlives the page of a cart. */
export interface KeptCart {
  readonly items: readonly CartItem[];
  readonly placing: Placing | null;
}

/** What an order would come to. */
export const OrderPreview = z.object({
  items: z.array(OrderLine),
  total: z.number(),
  contacts: z.int(),
  /** Contacts of the scope who are left out. */
  without_address: z.int(),
  sentence: z.string(),
});
export type OrderPreview = z.output<typeof OrderPreview>;

export const AgentInfo = z.object({
  name: z.string(),
  email: z.string(),
  /** The card that an order would charge; `null`: none on file. */
  card: z.nullable(z.string()),
  /** Dollars that the wallet has available; `null`: no wallet. */
  wallet_balance: z.nullable(z.number()),
  /** Office to which orders are shipped; `null`: none is known. */
  ship_to: z.nullable(z.string()),
});
export type AgentInfo = z.output<typeof AgentInfo>;

const read = { effect: 'read', access: 'contacts.read', idempotent: false, rate: 'read', audit: null } as const;

// ---- endpoints -------------------------------------------------------------

export const listStoreItems = endpoint({
  ...read,
  name: 'listStoreItems',
  method: 'GET',
  path: '/v1/store_items',
  summary: 'List the products that are sold in the store',
  reply: z.object({ data: z.array(StoreItem) }),
});

export const readStoreItem = endpoint({
  ...read,
  name: 'readStoreItem',
  method: 'GET',
  path: '/v1/store_items/:id',
  summary: 'Show a product of the store',
  params: z.strictObject({ id: PathId }),
  reply: z.object({ data: StoreItem }),
});

export const readAgentInfo = endpoint({
  ...read,
  name: 'readAgentInfo',
  method: 'GET',
  path: '/v1/store_orders/agent_info',
  summary: 'Show the buyer of an order, its shipping address, and the ways to pay',
  reply: z.object({ data: AgentInfo }),
});

export const createStoreOrder = endpoint({
  name: 'createStoreOrder',
  method: 'POST',
  path: '/v1/store_orders',
  summary: 'Order products, for the contacts of a scope where they are sold per contact, and pay them once',
  effect: 'write',
  access: 'self',
  idempotent: true,
  rate: 'write',
  audit: ['order.placed', 'order.paid', 'billing.declined'],
  body: NewStoreOrder,
  reply: z.object({ data: StoreOrder }),
});

/** Not among the 404 specified calls, like the following one. */
export const previewStoreOrder = endpoint({
  ...read,
  name: 'previewStoreOrder',
  method: 'POST',
  path: '/v1/store_orders/preview',
  summary: 'Count the contacts of an order and add up its prices',
  body: Cart,
  reply: z.object({ data: OrderPreview }),
});

export const listStoreOrders = endpoint({
  ...read,
  name: 'listStoreOrders',
  method: 'GET',
  path: '/v1/store_orders',
  summary: "List the current user's orders, latest first",
  query: z.strictObject({
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 25),
  }),
  reply: z.object({ data: z.array(StoreOrder), meta: ListMeta }),
});
