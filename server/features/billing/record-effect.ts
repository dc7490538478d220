import type { Tx } from '../../db/tx.ts';
import { failMaxPlus, recordMaxPlus, releaseMaxPlus, retryMaxPlus } from '../max-plus/record-max-plus.ts';
import {
  recordNoNumberRefund,
  recordNumberOrder,
  recordNumberRefund,
  recordNumberUnpaid,
} from '../numbers/record-number-order.ts';
import { recordNoRefund, recordOrder, recordRefund, recordUnpaid } from '../store/record-order.ts';
import { pauseRefill, recordTopUp, renewRefill } from '../wallets/record-top-up.ts';
import { recordDroppedOrder, recordFailedOrder, recordPaidOrder } from '../plans/record-order.ts';
import { MAX_FAILURES, type Effect } from './ask-provider.ts';
import type { FailedCharge } from './mail-failed-charge.ts';
import * as sql from './billing.sql.ts';
import type { Operation, Request } from './operations.sql.ts';

/** Milliseconds until a payment that failed is tried again. Ours: a day to look at the card. */
export const RETRY_MS = 24 * 3_600_000;

/** Milliseconds until a month is looked at again that the provider has yet to charge. Ours: Stripe takes an hour. */
const LATER_MS = 10 * 60_000;

interface Recorded {
  readonly accountId: number;
  readonly userId: number;
  readonly provider: string;
  readonly at: Date;
  readonly operation: Operation;
  readonly effect: Effect;
}

interface Told {
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Writes down what the provider has done. */
export async function recordEffect(tx: Tx, recorded: Recorded): Promise<Told> {
  const { request } = recorded.operation;
  const { effect, userId, at, provider } = recorded;
  if (effect.kind === 'attached') {
    await sql.replaceCard(tx, { ...effect.card, userId, provider, at });
    const membership = await sql.findMembership(tx, userId);
    if (membership !== null) await sql.makeDue(tx, membership.id, at);
    await retryMaxPlus(tx, userId, at);
    return { action: 'billing.cardConnected', detail: { brand: effect.card.brand } };
  }
  if (request.kind === 'topUp' && effect.kind === 'charged') {
    const { chargeRef } = effect;
    const detail = await recordTopUp(tx, { userId, at, key: recorded.operation.key, request, chargeRef });
    return { action: 'wallet.toppedUp', detail };
  }
  if (request.kind === 'planOrder' && effect.kind === 'charged') {
    return recordPaidOrder(tx, { userId, orderId: request.orderId, at }, effect.chargeRef);
  }
  if (request.kind === 'maxPlus' && effect.kind === 'charged') {
    const { accountId, operation } = recorded;
    return recordMaxPlus(tx, { accountId, userId, at, key: operation.key, request, chargeRef: effect.chargeRef });
  }
  if (request.kind === 'order' && effect.kind === 'charged')
    return {
      action: 'order.paid',
      detail: await recordOrder(tx, { userId, at, request, chargeRef: effect.chargeRef }),
    };
  if (effect.kind === 'refunded') await recordMoneyBack(tx, recorded, effect.refundRef);
  if (request.kind === 'refund' && effect.kind === 'refunded')
    return { action: 'order.refunded', detail: await recordRefund(tx, request, effect.refundRef, at) };
  if (request.kind === 'numberOrder' && effect.kind === 'charged')
    return {
      action: 'number.paid',
      detail: await recordNumberOrder(tx, { userId, at, request, chargeRef: effect.chargeRef }),
    };
  if (request.kind === 'numberRefund' && effect.kind === 'refunded')
    return { action: 'number.refunded', detail: await recordNumberRefund(tx, { userId, at }, request) };
  if (request.kind === 'cancel') return recordMark(tx, request, at);
  if (request.kind === 'renewal' && effect.kind === 'ended') {
    await sql.endMembership(tx, request.current.membershipId);
    await sql.setPaid(tx, userId, false);
    return { action: 'billing.ended', detail: {} };
  }
  if (request.kind === 'renewal' && effect.kind === 'notYet') {
    await sql.lookLater(tx, request.current.membershipId, new Date(at.getTime() + LATER_MS));
    return { action: 'billing.renewalAwaited', detail: {} };
  }
  if (effect.kind !== 'paid' || (request.kind !== 'plan' && request.kind !== 'renewal'))
    throw new Error(`a ${request.kind} that is ${effect.kind}`);
  return recordPayment(tx, recorded, request, effect);
}

/** A line in the payer's history, once for each refund. */
async function recordMoneyBack(tx: Tx, { userId, at, operation: { request } }: Recorded, ref: string): Promise<void> {
  if (request.kind !== 'refund' && request.kind !== 'numberRefund') return;
  const description = request.kind === 'refund' ? `Refund of order ${request.orderId}` : 'Refund of a phone number';
  await sql.insertEntry(tx, { userId, at, description, cents: -request.cents, status: 'refunded', ref });
}

async function recordMark(tx: Tx, request: Extract<Request, { kind: 'cancel' }>, at: Date): Promise<Told> {
  await sql.setCancelled(tx, request.current.membershipId, request.cancelling ? at : null);
  return request.cancelling
    ? { action: 'billing.cancelled', detail: { until: request.current.periodEndsAt } }
    : { action: 'billing.planChosen', detail: { plan: request.current.price.key, resumed: true } };
}

async function recordPayment(
  tx: Tx,
  { userId, provider, at }: Recorded,
  request: Extract<Request, { kind: 'plan' | 'renewal' }>,
  { settled }: Extract<Effect, { kind: 'paid' }>,
): Promise<Told> {
  const { planId, planName, current } = request;
  const { periodEndsAt, creditCents, chargedCents, chargeRef, subscriptionRef } = settled;
  if (current === null) {
    const fresh = { userId, planId, provider, ref: subscriptionRef, startedAt: request.at, periodEndsAt, creditCents };
    await sql.insertMembership(tx, fresh);
  } else {
    await sql.continueMembership(tx, current.membershipId, { planId, periodEndsAt, creditCents });
  }
  const description = describe(request.kind, planName, current === null);
  await sql.insertEntry(tx, { userId, at, description, cents: chargedCents, status: 'paid', ref: chargeRef });
  await sql.setPaid(tx, userId, true);
  return {
    action: request.kind === 'plan' ? 'billing.planChosen' : 'billing.renewed',
    detail: { plan: planName, charged_cents: chargedCents },
  };
}

function describe(kind: 'plan' | 'renewal', planName: string, isFirst: boolean): string {
  if (kind === 'renewal') return `${planName}, next month`;
  return isFirst ? `${planName}, first month` : `Change to ${planName}, rest of the month`;
}

interface Declined {
  readonly accountId: number;
  readonly userId: number;
  readonly at: Date;
  readonly operation: Operation;
  readonly reason: string;
}

/** Of an order that was never charged, and of a refund that never left. */
const NOT_PAID = "The payment didn't go through. You weren't charged.";
const NOT_REFUNDED = "The refund didn't reach the card. Refund it again.";

/** What never happened changes nothing, except that a refill, an order or a refund may be tried again. */
export async function recordDrop(tx: Tx, { request, key }: Operation, at: Date): Promise<void> {
  if (request.kind === 'maxPlus') await releaseMaxPlus(tx, key, at);
  if (request.kind === 'topUp' && request.isRefill) await renewRefill(tx, request.ownerId, at);
  if (request.kind === 'planOrder') await recordDroppedOrder(tx, request.orderId, at);
  if (request.kind === 'order') await recordUnpaid(tx, request, NOT_PAID);
  if (request.kind === 'refund') await recordNoRefund(tx, request, NOT_REFUNDED, at);
  if (request.kind === 'numberOrder') await recordNumberUnpaid(tx, request, NOT_PAID);
  if (request.kind === 'numberRefund') await recordNoNumberRefund(tx, request, at, false);
}

/**
 * A decline changes nothing, except when a month is due: then the charge is retried, and the last failure ends the
 * membership. Returns what the payer has to hear of; `null`: they saw it themselves.
 */
export async function recordDecline(
  tx: Tx,
  { accountId, userId, at, operation, reason }: Declined,
): Promise<FailedCharge | null> {
  const { request, key } = operation;
  if (request.kind === 'maxPlus') {
    const retries = { retryAt: new Date(at.getTime() + RETRY_MS), tries: MAX_FAILURES };
    return failMaxPlus(tx, { accountId, userId, at, key, request, reason, retries });
  }
  if (request.kind === 'topUp' && request.isRefill) {
    await pauseRefill(tx, request.ownerId, reason);
    return { description: 'Wallet: Auto-refill', cents: request.cents, reason, next: 'paused' };
  }
  if (request.kind === 'planOrder') return recordFailedOrder(tx, { userId, orderId: request.orderId, at }, reason);
  if (request.kind === 'order') await recordUnpaid(tx, request, reason);
  if (request.kind === 'refund') await recordNoRefund(tx, request, reason, at);
  if (request.kind === 'numberOrder') await recordNumberUnpaid(tx, request, reason);
  if (request.kind === 'numberRefund') await recordNoNumberRefund(tx, request, at, true);
  if (request.kind !== 'renewal') return null;
  const { membershipId, price, creditCents } = request.current;
  const cents = Math.max(price.cents - creditCents, 0);
  const description = `${request.planName}, next month`;
  const retryAt = new Date(at.getTime() + RETRY_MS);
  const entry = {
    userId,
    at,
    description: `${description}: ${reason}`,
    cents,
    status: 'failed',
    ref: `failed:${key}`,
  } as const;
  await sql.insertEntry(tx, entry);
  await sql.postponeMembership(tx, membershipId, retryAt);
  if (request.failures + 1 < MAX_FAILURES) return { description, cents, reason, next: retryAt };
  await sql.endMembership(tx, membershipId);
  await sql.setPaid(tx, userId, false);
  return { description, cents, reason, next: 'ended' };
}
