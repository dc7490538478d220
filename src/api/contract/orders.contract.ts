import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { wholeCents } from './store/products.contract.ts';
import { ADMIN_STATUSES, MAX_ORDER, PAYMENT_METHODS, PAYMENT_STATUSES, StoreOrder } from './store.contract.ts';

// ---- schemas ---------------------------------------------------------------

const REFUND_STATES = ['pending', 'done', 'declined'] as const;

const OrderRefund = z.object({
  id: Id,
  at: Instant,
  amount: z.number(),
  to: z.enum(PAYMENT_METHODS),
  reason: z.string(),
  /** `pending`: the payment provider hasn't answered yet. */
  state: z.enum(REFUND_STATES),
  /** Why it was declined. Empty: it wasn't. */
  failure: z.string(),
  by: z.string(),
});
export type OrderRefund = z.output<typeof OrderRefund>;

const ManagedOrder = z.extend(StoreOrder, { user: z.object({ id: Id, name: z.string(), email: z.string() }) });
export type ManagedOrder = z.output<typeof ManagedOrder>;

export const OrderDetail = z.extend(ManagedOrder, {
  notes: z.string(),
  /** Dollars on their way back. */
  refunding: z.number(),
  /** Dollars that may still be refunded. */
  refundable: z.number(),
  refunds: z.array(OrderRefund),
});
export type OrderDetail = z.output<typeof OrderDetail>;

const filter = {
  /** Part of the buyer's name, or the order's number. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.'))),
  admin_status: z.optional(z.enum(ADMIN_STATUSES)),
  payment_status: z.optional(z.enum(PAYMENT_STATUSES)),
};

const family = { access: 'reference.manage' } as const;
const read = { ...family, effect: 'read', idempotent: false, rate: 'read', audit: null } as const;
const write = { ...family, effect: 'write', idempotent: true, rate: 'write' } as const;
const params = z.strictObject({ id: PathId });

// ---- endpoints -------------------------------------------------------------

export const listOrders = endpoint({
  ...read,
  name: 'listOrders',
  method: 'GET',
  path: '/v1/admin/order_management',
  summary: 'List the orders of the store, latest first',
  query: z.strictObject({
    ...filter,
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 25),
  }),
  reply: z.object({ data: z.array(ManagedOrder), meta: ListMeta }),
});

/** Named by the pluralized word "order": `orders.csv`. Source: core, "Constants". */
export const downloadOrders = endpoint({
  ...read,
  name: 'downloadOrders',
  method: 'GET',
  path: '/v1/admin/order_management/export.csv',
  summary: 'The orders of the store as CSV, latest first',
  query: z.strictObject(filter),
  reply: z.unknown(),
});

export const readOrder = endpoint({
  ...read,
  name: 'readOrder',
  method: 'GET',
  path: '/v1/admin/order_management/:id',
  summary: 'Show an order with its refunds',
  params,
  reply: z.object({ data: OrderDetail }),
});

export const updateOrder = endpoint({
  ...write,
  name: 'updateOrder',
  method: 'PATCH',
  path: '/v1/admin/order_management/:id',
  summary: 'Move an order to its next status, or change its notes',
  audit: 'order.updated',
  params,
  body: z.strictObject({
    admin_status: z.optional(z.enum(ADMIN_STATUSES)),
    notes: z.optional(z.string().check(z.trim(), z.maxLength(2_000, 'Use at most 2,000 characters.'))),
  }),
  reply: z.object({ data: OrderDetail }),
});

export const refundOrder = endpoint({
  ...write,
  name: 'refundOrder',
  method: 'POST',
  path: '/v1/admin/order_management/:id/refund',
  summary: 'Refund a part of an order or all of it, once; refunds never exceed what was paid',
  audit: ['order.refundRequested', 'order.refunded', 'billing.declined'],
  params,
  body: z.strictObject({
    /** Dollars. */
    amount: wholeCents(MAX_ORDER),
    reason: z._default(z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.')), ''),
    /** Absent: to where it was paid from. */
    to: z.optional(z.enum(PAYMENT_METHODS)),
  }),
  reply: z.object({ data: OrderDetail }),
});
