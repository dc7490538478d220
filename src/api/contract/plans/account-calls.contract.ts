import * as z from 'zod/mini';
import { Id } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';
import { AccountUsage, CANCEL_TYPES, ORDER_TYPES, PlanOrder, type PlanKind } from './plan.contract.ts';
import {
  NAMES,
  LABELS,
  read,
  write,
  admin,
  expected_cents,
  quantity,
  subscriptionPage,
  orderPage,
  one,
  subscriptions,
  orders,
} from './queries.contract.ts';

// ---- endpoints -------------------------------------------------------------

/** What administrators see of the account. */
export const readAccountCalls = (kind: PlanKind) => {
  const name = NAMES[kind];
  const label = LABELS[kind];
  const under = `/v1/admin/${kind}`;
  return {
    readAccountUsage: () =>
      endpoint({
        ...read,
        ...admin,
        name: `readAccount${name}Usage`,
        path: `${under}/usage`,
        summary: `Show what each person has used this month`,
        reply: z.object({ data: AccountUsage }),
      }),
    listAll: () =>
      endpoint({
        ...read,
        ...admin,
        name: `listAccount${name}Subscriptions`,
        path: `${under}/subscriptions`,
        summary: `List all ${label} subscriptions of the account`,
        query: subscriptionPage,
        reply: subscriptions,
      }),
    listAllOrders: () =>
      endpoint({
        ...read,
        ...admin,
        name: `listAccount${name}Orders`,
        path: `${under}/orders`,
        summary: `List all orders of ${label} subscriptions of the account`,
        query: orderPage,
        reply: orders,
      }),
  };
};

/** What administrators change. */
export const changeAccountCalls = (kind: PlanKind) => {
  const name = NAMES[kind];
  const label = LABELS[kind];
  const under = `/v1/admin/${kind}`;
  return {
    createFor: () =>
      endpoint({
        ...write,
        ...admin,
        name: `createAccount${name}Subscription`,
        path: `${under}/subscriptions`,
        summary: `Subscribe a person, a manager or the company to a ${label} plan; the administrator's card is charged`,
        audit: 'subscription.started',
        body: z.strictObject({
          plan_id: Id,
          order_type: z.enum(ORDER_TYPES),
          /** `null`: the administrator themselves; without meaning for the company. */
          user_id: z._default(z.nullable(Id), null),
          quantity: z._default(quantity, 1),
          expected_cents,
        }),
        reply: one,
      }),
    activate: () =>
      endpoint({
        ...write,
        ...admin,
        name: `activate${name}Subscription`,
        path: `${under}/active_subscription`,
        summary: `Approve the company's pending ${label} subscription; the administrator's card is charged`,
        audit: 'subscription.started',
        body: z.strictObject({ id: Id, expected_cents }),
        reply: one,
      }),
    cancelAny: () =>
      endpoint({
        ...write,
        ...admin,
        name: `cancelAccount${name}Subscription`,
        path: `${under}/cancel_subscription`,
        summary: `Cancel any ${label} subscription of the account, or decline one that waits`,
        audit: 'subscription.canceled',
        body: z.strictObject({ id: Id, type: z._default(z.enum(CANCEL_TYPES), 'period_end') }),
        reply: one,
      }),
    createOrder: () =>
      endpoint({
        ...write,
        ...admin,
        name: `createAccount${name}Order`,
        path: `${under}/orders`,
        summary: `Add licenses to any ${label} subscription of the account that a manager pays; the administrator's card is charged for this month`,
        audit: 'subscription.changed',
        body: z.strictObject({ subscription_id: Id, quantity, expected_cents }),
        reply: z.object({ data: PlanOrder }),
      }),
    cancelOrder: () =>
      endpoint({
        ...write,
        ...admin,
        name: `cancelAccount${name}Order`,
        path: `${under}/cancel_order`,
        summary: `Cancel an order of a ${label} subscription that isn't paid; a renewal ends its subscription`,
        audit: 'plan_order.canceled',
        body: z.strictObject({ id: Id }),
        reply: z.object({ data: PlanOrder }),
      }),
  };
};
