import type { PlanKind, PlanOrder } from '#contract/plans/plan.contract.ts';
import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import {
  findOrders,
  findVisibleOrder,
  hasOpenCharge,
  lockOrder,
  type OrderQuery,
  type OrderRow,
  setCanceled,
} from './orders.sql.ts';
import { isAdmin, metaOf } from './subscriptions.service.ts';
import { endSubscription, lockById } from './subscriptions.sql.ts';

const toOrder = (row: OrderRow): PlanOrder => ({
  id: row.id,
  subscription_id: row.subscription_id,
  action: row.action,
  status: row.status,
  order_type: row.order_type,
  description: row.description,
  quantity: row.quantity,
  amount_cents: row.amount_cents,
  payer: row.payer,
  failure: row.failure,
  created_at: row.created_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
});

/** `all`: of the account, for administrators; otherwise what the current user was charged, or has. */
export const listOrders = (deps: Deps, identity: Identity, kind: PlanKind, query: OrderQuery, all: boolean) =>
  withAccount(deps.pool, identity, async (tx) => {
    const { rows, total } = await findOrders(tx, kind, { userId: identity.userId, isAdmin: all }, query);
    return { data: rows.map(toOrder), meta: metaOf(query, total) };
  });

/** `anyone`: also for who has just made it for someone else. @throws {Refusal} `not_found` */
export const readOrder = (
  deps: Deps,
  identity: Identity,
  kind: PlanKind,
  id: number,
  { anyone = false }: { readonly anyone?: boolean } = {},
): Promise<PlanOrder> =>
  withAccount(deps.pool, identity, async (tx) => {
    const reader = { userId: identity.userId, isAdmin: anyone || isAdmin(identity) };
    const order = await findVisibleOrder(tx, kind, reader, id);
    if (order === null) throw new Refusal('not_found', 'Order not found.');
    return toOrder(order);
  });

/**
 * Cancels an order that isn't paid: a renewal ends its subscription. @throws {Refusal} `conflict` when it is paid or
 * over; `in_progress` while its payment is.
 */
export const cancelOrder = (
  deps: Deps,
  { identity, requestId }: Caller,
  kind: PlanKind,
  id: number,
): Promise<PlanOrder> =>
  withAccount(deps.pool, identity, async (tx) => {
    const seen = await findVisibleOrder(tx, kind, { userId: identity.userId, isAdmin: true }, id);
    if (seen === null) throw refuseField('id', 'Order not found.');
    const subscription = await lockById(tx, seen.subscription_id);
    const order = await lockOrder(tx, id);
    if (order?.status === 'paid') {
      throw new Refusal('conflict', "A paid order can't be canceled. Cancel the subscription instead.");
    }
    if (order === null || order.status !== 'open') throw new Refusal('conflict', 'This order is over already.');
    if (order.action !== 'renewal' || (await hasOpenCharge(tx, id))) {
      throw new Refusal('in_progress', 'The payment of this order is in progress.', { retryAfter: 2 });
    }
    await setCanceled(tx, id);
    if (subscription !== null) await endSubscription(tx, subscription.id, deps.now());
    await writeAudit(tx, identity, requestId, {
      action: 'plan_order.canceled',
      subjectType: 'plan_order',
      subjectId: id,
    });
    return toOrder({ ...order, status: 'canceled' });
  });
