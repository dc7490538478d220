import { randomUUID } from 'node:crypto';
import { KIND_LABELS } from '#rules/plans/plan-words.ts';
import { monthDue } from '#rules/billing/billing-period.ts';
import { whenDue } from '#rules/plans/dunning.ts';
import { monthAround, monthlyCents } from '#rules/plans/plan-month.ts';
import { Decline } from '../../adapters/payments/payments.ts';
import { writeAudit } from '../../audit.ts';
import { outsideAccounts, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { STALE_MS } from '../billing/operations.ts';
import { findGiven } from './licenses.sql.ts';
import { findOpenOrder, hasOpenCharge, insertOrder } from './orders.sql.ts';
import { chargeOrder } from './place-order.ts';
import { licensesWords } from './quote.ts';
import { giveUp } from './record-order.ts';
import { zoneOfUser } from './subscriptions.service.ts';
import { endSubscription, lockById, type SubscriptionRow } from './subscriptions.sql.ts';

/** Interval for finding months that have begun, in ms. Our choice. */
export const KEEP_PLANS_EVERY_MS = 60_000;

/** Renews subscriptions, tries failed payments again, ends canceled ones, and gives up orders that were never charged. */
export async function keepPlans(deps: Deps): Promise<void> {
  const at = deps.now();
  const due = await outsideAccounts<{ account_id: number; subscription_id: number }>(
    deps.pool,
    'select account_id, subscription_id from find_due_plans($1, $2)',
    [at, new Date(at.getTime() - STALE_MS)],
  );
  for (const { account_id: accountId, subscription_id: id } of due) {
    await keep(deps, accountId, id).catch((error: unknown) =>
      deps.log.warn({ err: error, subscription: id }, 'a subscription is not settled'),
    );
  }
}

async function keep(deps: Deps, accountId: number, id: number): Promise<void> {
  const charge = await withAccount(deps.pool, { accountId }, (tx) => next(deps, tx, accountId, id));
  if (charge === null) return;
  await chargeOrder(deps, { accountId, userId: charge.payerId }, randomUUID(), charge.orderId).catch(
    (error: unknown) => {
      if (!(error instanceof Decline)) throw error;
    },
  );
}

/** The order to charge; `null`: none. */
async function next(deps: Deps, tx: Tx, accountId: number, id: number) {
  const at = deps.now();
  const subscription = await lockById(tx, id);
  if (subscription === null) return null;
  const open = await findOpenOrder(tx, id);
  if (open !== null && open.action !== 'renewal') {
    // One whose charge was asked for is finished with the billing of its payer.
    const isStale = at.getTime() - open.created_at.getTime() >= STALE_MS;
    if (isStale && !(await hasOpenCharge(tx, open.id))) await giveUp(tx, open.id, at);
    return null;
  }
  const { payer_id: payerId } = subscription;
  const step = whenDue(
    { status: subscription.status, dueAt: subscription.due_at, cancelsAtPeriodEnd: subscription.cancels_at_period_end },
    at,
  );
  if (step === 'wait') return null;
  if (step === 'end' || payerId === null) {
    await endSubscription(tx, id, at);
    const who = {
      accountId,
      userId: payerId ?? subscription.user_id ?? 0,
      actorId: payerId ?? subscription.user_id ?? 0,
    };
    if (who.userId > 0)
      await writeAudit(tx, who, randomUUID(), {
        action: 'subscription.ended',
        subjectType: 'plan_subscription',
        subjectId: id,
      });
    return null;
  }
  const orderId = open?.id ?? (await insertRenewal(deps, tx, subscription, payerId));
  return orderId === null ? null : { orderId, payerId };
}

/** One order for each month, however often it is tried. */
async function insertRenewal(
  { now }: Deps,
  tx: Tx,
  subscription: SubscriptionRow,
  payerId: number,
): Promise<number | null> {
  const at = now();
  const ends = subscription.period_ends_at ?? at;
  const zone = await zoneOfUser(tx, payerId);
  const month = monthAround(zone, ends > at ? ends : at);
  const quantity = await renewedQuantity(tx, subscription);
  const { dueNowCents, creditCents } = monthDue(
    monthlyCents({ priceCents: subscription.price_cents, quantity }),
    subscription.credit_cents,
  );
  const licenses = subscription.order_type === 'manager_pay' ? `, ${licensesWords(quantity)}` : '';
  return insertOrder(tx, {
    kind: subscription.kind,
    subscriptionId: subscription.id,
    payerId,
    userId: null,
    action: 'renewal',
    description: `${KIND_LABELS[subscription.kind]}: ${subscription.plan_name}${licenses}, next month`,
    quantity,
    cents: dueNowCents,
    change: {
      quantity,
      creditCents,
      periodStartsAt: month.start.toISOString(),
      periodEndsAt: month.end.toISOString(),
    },
    key: `renewal-${subscription.id}-${ends.toISOString()}`,
    at,
  });
}

/** Fewer licenses, but none that is in use, and room for what they have. */
async function renewedQuantity(
  tx: Tx,
  { id, quantity, next_quantity: wanted, allocation }: SubscriptionRow,
): Promise<number> {
  if (wanted === null) return quantity;
  const assigned = (await findGiven(tx, id)).filter(({ user_id: user }) => user !== null);
  const units = assigned.reduce((total, one) => total + one.allocation, 0);
  const needed = allocation === null || allocation === 0 ? 0 : Math.ceil(units / allocation);
  return Math.min(quantity, Math.max(wanted, assigned.length, needed, 1));
}
