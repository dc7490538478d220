import { MICROS_OF_CENT } from '#rules/wallets/micros.ts';
import { afterFailure } from '#rules/plans/dunning.ts';
import type { Tx } from '../../db/tx.ts';
import { type FailedCharge, recordFailure, recordPayment } from '../billing/charges.ts';
import { AGENCY, post, saleOf } from '../ledger/ledger.ts';
import { fitLicenses } from './licenses.sql.ts';
import { findOrder, lockOrder, type OrderRow, setCanceled, setFailed, setPaid, tryAgain } from './orders.sql.ts';
import { applyPaid, endSubscription, lockById, noteFailure, setPendingAgain } from './subscriptions.sql.ts';

interface Charged {
  /** Owner of the card. */
  readonly userId: number;
  readonly orderId: number;
  readonly at: Date;
}

/** The subscription first. */
async function lockBoth(tx: Tx, orderId: number) {
  const found = await findOrder(tx, orderId);
  const subscription = found === null ? null : await lockById(tx, found.subscription_id);
  return { order: found === null ? null : await lockOrder(tx, orderId), subscription };
}

const ACTIONS = {
  start: 'subscription.started',
  seats: 'subscription.changed',
  plan: 'subscription.changed',
  renewal: 'subscription.renewed',
} as const;

/** Makes the change that an order was paid for: on the subscription and its licenses, the ledger and the payer's history. */
export async function recordPaidOrder(tx: Tx, { userId, orderId, at }: Charged, chargeRef: string) {
  const { order, subscription: before } = await lockBoth(tx, orderId);
  if (order === null || before === null) throw new Error(`the order ${orderId} is gone`);
  await setPaid(tx, orderId, chargeRef, at);
  await applyPaid(tx, before.id, order.change);
  await fitLicenses(tx, before.id, before.allocation);
  if (order.amount_cents > 0) {
    const { description, amount_cents: cents } = order;
    await recordPayment(tx, { userId, at, description, cents, ref: chargeRef });
    await postRevenue(tx, order, userId, at);
  }
  return {
    action: ACTIONS[order.action],
    detail: { subscription_id: before.id, order_id: orderId, charged_cents: order.amount_cents },
  };
}

/** Transfers are never changed, so their words name no one. */
async function postRevenue(
  tx: Tx,
  { id, kind, order_type, description, amount_cents }: OrderRow,
  userId: number,
  at: Date,
) {
  const amount = amount_cents * MICROS_OF_CENT;
  const ownerId = order_type === 'self_pay' ? userId : AGENCY;
  await post(tx, saleOf({ key: `plan-order:${id}`, of: `${kind}_plan`, ownerId, amount, description, userId }), at);
}

/**
 * A decline changes nothing, except that a renewal is tried again, and ends its subscription in the end. Returns what the
 * payer of a renewal has to hear of.
 */
export async function recordFailedOrder(
  tx: Tx,
  { userId, orderId, at }: Charged,
  reason: string,
): Promise<FailedCharge | null> {
  const { order, subscription } = await lockBoth(tx, orderId);
  if (order === null || subscription === null || order.status !== 'open') return null;
  if (order.action !== 'renewal') {
    await setFailed(tx, orderId, 'failed', reason);
    if (subscription.status === 'starting') await notBegun(tx, order, at);
    return null;
  }
  const failures = order.failures + 1;
  const { description, amount_cents: cents } = order;
  await recordFailure(tx, {
    userId,
    at,
    description: `${description}: ${reason}`,
    cents,
    ref: `failed:plan-order-${orderId}-${failures}`,
  });
  const dunning = afterFailure(failures, subscription.period_ends_at ?? at, at);
  await setFailed(tx, orderId, dunning.next === 'end' ? 'failed' : 'open', reason);
  if (dunning.next === 'end') await endSubscription(tx, subscription.id, at);
  else await noteFailure(tx, subscription.id, failures, reason, dunning.at);
  return { description, cents, reason, next: dunning.next === 'end' ? 'ended' : dunning.at };
}

/** What was never charged changes nothing. */
export async function recordDroppedOrder(tx: Tx, orderId: number, at: Date): Promise<void> {
  const { order } = await lockBoth(tx, orderId);
  if (order?.action === 'renewal') await tryAgain(tx, orderId);
  else await giveUp(tx, orderId, at);
}

/** Ends an order that was never charged, and the subscription that it would have begun. */
export async function giveUp(tx: Tx, id: number, at: Date): Promise<void> {
  const { order, subscription } = await lockBoth(tx, id);
  if (order === null || order.status !== 'open') return;
  await setCanceled(tx, id);
  if (subscription?.status === 'starting') await notBegun(tx, order, at);
}

/** A company's waits for approval again; any other is over before it began. */
async function notBegun(tx: Tx, { subscription_id: id, change }: OrderRow, at: Date): Promise<void> {
  if (change.wasPending === true && (await setPendingAgain(tx, id))) return;
  await endSubscription(tx, id, at);
}
