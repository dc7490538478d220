import * as z from 'zod/mini';
import { Id, ListMeta, MAX_INT } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';
import { PlanLicense, PlanOrder, PlanUsage, type PlanKind } from './plan.contract.ts';
import {
  NAMES,
  LABELS,
  read,
  write,
  expected_cents,
  quantity,
  params,
  orderPage,
  licensePage,
  orders,
} from './queries.contract.ts';

// ---- endpoints -------------------------------------------------------------

/** What covers the current user and their team: usage, licenses and orders. */
export const licenseCalls = (kind: PlanKind) => {
  const name = NAMES[kind];
  const label = LABELS[kind];
  const own = `/v1/${kind}/${kind}`;
  return {
    usage: () =>
      endpoint({
        ...read,
        name: `read${name}Usage`,
        path: `${own}_subscriptions_usage`,
        summary: `Show what the current user has used this month, and when it runs out`,
        reply: z.object({ data: PlanUsage }),
      }),
    listLicenses: () =>
      endpoint({
        ...read,
        name: `list${name}Licenses`,
        path: `${own}_licenses`,
        summary: `List the ${label} licenses that the current user pays for, or has`,
        query: licensePage,
        reply: z.object({ data: z.array(PlanLicense), meta: ListMeta }),
      }),
    updateLicense: () =>
      endpoint({
        ...write,
        method: 'PATCH',
        name: `update${name}License`,
        path: `${own}_licenses/:id`,
        summary: `Give a ${label} license to a person, take it back, or change its allocation`,
        access: 'wallets.manage',
        audit: 'license.changed',
        params,
        body: z.strictObject({
          /** `null`: no one. */
          user_id: z.optional(z.nullable(Id)),
          allocation: z.optional(
            z.int('Enter a whole number.').check(z.minimum(0, 'Enter 0 or more.'), z.maximum(MAX_INT)),
          ),
        }),
        reply: z.object({ data: PlanLicense }),
      }),
    orderLicenses: () =>
      endpoint({
        ...write,
        name: `order${name}Licenses`,
        path: `${own}_licenses_order`,
        summary: `Buy more ${label} licenses, for the rest of the month and from then on`,
        audit: 'subscription.changed',
        body: z.strictObject({
          subscription_id: Id,
          /** Licenses to add. */
          quantity,
          expected_cents,
        }),
        reply: z.object({ data: PlanOrder }),
      }),
    listOrders: () =>
      endpoint({
        ...read,
        name: `list${name}Orders`,
        path: `${own}_orders`,
        summary: `List what the current user was charged for ${label} subscriptions`,
        query: orderPage,
        reply: orders,
      }),
    readOrder: () =>
      endpoint({
        ...read,
        name: `read${name}Order`,
        path: `${own}_orders/:id`,
        summary: `Show an order of a ${label} subscription`,
        params,
        reply: z.object({ data: PlanOrder }),
      }),
  };
};
