import * as z from 'zod/mini';
import { Id } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';
import { CANCEL_TYPES, ORDER_TYPES, SubscriptionPreview, type PlanKind } from './plan.contract.ts';
import {
  NAMES,
  LABELS,
  read,
  write,
  expected_cents,
  quantity,
  params,
  subscriptionPage,
  one,
  oneOrNone,
  subscriptions,
} from './queries.contract.ts';

// ---- endpoints -------------------------------------------------------------

/** Reads subscriptions of a kind. */
export const readSubscriptionCalls = (kind: PlanKind) => {
  const name = NAMES[kind];
  const label = LABELS[kind];
  const own = `/v1/${kind}/${kind}`;
  return {
    list: () =>
      endpoint({
        ...read,
        name: `list${name}Subscriptions`,
        path: `${own}_subscriptions`,
        summary: `List the ${label} subscriptions that the current user has, pays for or manages, and the company's`,
        query: subscriptionPage,
        reply: subscriptions,
      }),
    pending: () =>
      endpoint({
        ...read,
        name: `readPending${name}Subscription`,
        path: `${own}_subscriptions/pending_company_subscription`,
        summary: `Show the company's ${label} subscription that waits for an administrator`,
        reply: oneOrNone,
      }),
    read: () =>
      endpoint({
        ...read,
        name: `read${name}Subscription`,
        path: `${own}_subscriptions/:id`,
        summary: `Show a ${label} subscription`,
        params,
        reply: one,
      }),
    active: () =>
      endpoint({
        ...read,
        name: `readActive${name}Subscription`,
        path: `${own}_subscriptions_active`,
        summary: `Show the active ${label} subscription of the current user, or with type=company the company's`,
        /** Absent: the company's if there is one, else the manager's or the own one. */
        query: z.strictObject({ type: z.optional(z.enum(['company', 'manager', 'self'])) }),
        reply: oneOrNone,
      }),
    /** Not among the 404 specified calls. */
    preview: () =>
      endpoint({
        ...read,
        method: 'POST',
        name: `preview${name}Subscription`,
        path: `${own}_subscriptions/preview`,
        summary: `Show what a ${label} subscription, or a change of one, costs now and each month`,
        body: z.strictObject({
          /** Absent: a new one. */
          subscription_id: z.optional(Id),
          /** Absent: the plan that it has. */
          plan_id: z.optional(Id),
          /** Absent: as many as it has. */
          quantity: z.optional(quantity),
        }),
        reply: z.object({ data: SubscriptionPreview }),
      }),
  };
};

/** Changes them. */
export const changeSubscriptionCalls = (kind: PlanKind) => {
  const name = NAMES[kind];
  const label = LABELS[kind];
  const own = `/v1/${kind}/${kind}`;
  return {
    create: () =>
      endpoint({
        ...write,
        name: `create${name}Subscription`,
        path: `${own}_subscriptions`,
        summary: `Subscribe to a ${label} plan: for oneself, for licenses of a team, or for the company, which an administrator approves`,
        audit: ['subscription.started', 'subscription.requested'],
        body: z.strictObject({
          plan_id: Id,
          order_type: z.enum(ORDER_TYPES),
          quantity: z._default(quantity, 1),
          expected_cents,
        }),
        reply: one,
      }),
    update: () =>
      endpoint({
        ...write,
        method: 'PATCH',
        name: `update${name}Subscription`,
        path: `${own}_subscriptions/:id`,
        summary: `Change the plan or the number of licenses of a ${label} subscription, or keep one that was canceled`,
        audit: 'subscription.changed',
        params,
        body: z.strictObject({
          plan_id: z.optional(Id),
          /** More are charged now; fewer count from the next month on. */
          quantity: z.optional(quantity),
          /** Takes a cancellation at the end of the period back. */
          keep: z.optional(z.literal(true)),
          expected_cents: z._default(expected_cents, 0),
        }),
        reply: one,
      }),
    cancel: () =>
      endpoint({
        ...write,
        name: `cancel${name}Subscription`,
        path: `${own}_subscriptions/:id/cancel`,
        summary: `Cancel a ${label} subscription, now or at the end of what is paid`,
        audit: 'subscription.canceled',
        params,
        body: z.strictObject({ type: z.enum(CANCEL_TYPES) }),
        reply: one,
      }),
  };
};
