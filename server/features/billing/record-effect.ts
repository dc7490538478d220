import type { Tx } from '../../db/tx.ts';
import { MAX_FAILURES, type Effect } from './ask-provider.ts';
import * as sql from './billing.sql.ts';
import type { Operation, Request } from './operations.sql.ts';

/** Milliseconds until a payment that failed is tried again. Ours: a day to look at the card. */
export const RETRY_MS = 24 * 3_600_000;

/** Milliseconds until a month is looked at again that the provider has yet to charge. Ours: Stripe takes an hour. */
const LATER_MS = 10 * 60_000;

interface Recorded {
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
    return { action: 'billing.cardConnected', detail: { brand: effect.card.brand } };
  }
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
  if (effect.kind !== 'paid' || request.kind === 'card') throw new Error(`a ${request.kind} that is ${effect.kind}`);
  return recordPayment(tx, recorded, request, effect);
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
  readonly userId: number;
  readonly at: Date;
  readonly operation: Operation;
  readonly reason: string;
}

/**
 * A decline changes nothing, except when a month is due: then the user is notified, the charge is retried, and the last
 * failure ends the membership.
 */
export async function recordDecline(tx: Tx, { userId, at, operation, reason }: Declined): Promise<void> {
  const { request, key } = operation;
  if (request.kind !== 'renewal') return;
  const { membershipId, price, creditCents } = request.current;
  const cents = Math.max(price.cents - creditCents, 0);
  const description = `${request.planName}, next month: ${reason}`;
  await sql.insertEntry(tx, { userId, at, description, cents, status: 'failed', ref: `failed:${key}` });
  await sql.postponeMembership(tx, membershipId, new Date(at.getTime() + RETRY_MS));
  if (request.failures + 1 < MAX_FAILURES) return;
  await sql.endMembership(tx, membershipId);
  await sql.setPaid(tx, userId, false);
}
