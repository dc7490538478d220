import type { OrderAction, PlanKind } from '#contract/plans/plan.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { monthAround, monthlyCents, type PlanQuote, quotePlan } from '#rules/plans/plan-month.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { PlanRow, SubscriptionChange, SubscriptionRow } from './subscriptions.sql.ts';

/** What someone wants of a subscription. */
export interface Wanted {
  readonly kind: PlanKind;
  /** `null`: a new one. */
  readonly subscription: SubscriptionRow | null;
  /** `null`: the plan that it has. */
  readonly plan: PlanRow | null;
  /** `null`: as many licenses as it has. */
  readonly quantity: number | null;
  /** Of the payer. */
  readonly zone: string;
  readonly at: Date;
}

export interface Quoted {
  /** `later`: nothing is charged, and fewer licenses count from the next month on. */
  readonly action: Exclude<OrderAction, 'renewal'> | 'later';
  readonly quote: PlanQuote;
  readonly quantity: number;
  readonly renewalCents: number;
  readonly planName: string;
  readonly change: SubscriptionChange;
}

/** A change of a subscription with its price. @throws {Refusal} when there is nothing to change, or a month is not paid. */
export function quoteFor({ subscription, plan, quantity: wanted, zone, at }: Wanted): Quoted {
  const has = subscription !== null && subscription.status !== 'pending' ? subscription : null;
  if (has !== null) requireChangeable(has, plan, wanted, at);
  const price = plan ?? priceOf(subscription);
  const quantity = wanted ?? subscription?.quantity ?? 1;
  const period =
    has?.period_starts_at != null && has.period_ends_at !== null
      ? { start: has.period_starts_at, end: has.period_ends_at }
      : monthAround(zone, at);
  const to = { priceCents: price.price_cents, quantity };
  const from = has === null ? null : { priceCents: has.price_cents, quantity: has.quantity };
  const renewalCents = monthlyCents(to);
  const common = { quantity, renewalCents, planName: price.name };
  if (has !== null && quantity < has.quantity) {
    const quote = quotePlan({ from, to: from ?? to, creditCents: 0 }, period, at);
    return { ...common, action: 'later', quote: { ...quote, creditCents: has.credit_cents }, change: {} };
  }
  const quote = quotePlan({ from, to, creditCents: has?.credit_cents ?? 0 }, period, at);
  return {
    ...common,
    action: has === null ? 'start' : plan === null ? 'seats' : 'plan',
    quote,
    change: {
      creditCents: quote.creditCents,
      periodStartsAt: period.start.toISOString(),
      periodEndsAt: period.end.toISOString(),
      quantity,
      ...(plan === null
        ? {}
        : { planId: plan.id, planName: plan.name, priceCents: plan.price_cents, allocation: plan.allocation }),
    },
  };
}

function priceOf(subscription: SubscriptionRow | null): { readonly name: string; readonly price_cents: number } {
  if (subscription === null) throw refuseField('plan_id', 'Choose a plan.');
  return { name: subscription.plan_name, price_cents: subscription.price_cents };
}

function requireChangeable(has: SubscriptionRow, plan: PlanRow | null, quantity: number | null, at: Date): void {
  if (has.status === 'starting')
    throw new Refusal('conflict', 'The first payment is in progress. Try again in a minute.');
  if (has.status === 'ended') throw new Refusal('conflict', 'This subscription has ended. Start a new one.');
  if (has.status === 'past_due') {
    throw new Refusal(
      'conflict',
      'The last payment failed. Change the card on the Billing page; it is charged again soon.',
    );
  }
  if (has.period_ends_at !== null && has.period_ends_at <= at) {
    throw new Refusal('conflict', 'This subscription is renewing. Try again in a minute.');
  }
  if (plan !== null && quantity !== null && quantity < has.quantity) {
    throw refuseField('quantity', 'Change the plan first, then the number of licenses.');
  }
  const isSame = (plan === null || plan.id === has.plan_id) && (quantity === null || quantity === has.quantity);
  if (isSame) throw refuseField(plan === null ? 'quantity' : 'plan_id', 'The subscription has this already.');
}

/** Checks that a plan fits who pays. @throws {Refusal} `refused` */
export function requireFitting(plan: PlanRow, orderType: string): void {
  if (orderType === 'company' && !plan.enterprise) throw refuseField('plan_id', 'Choose an enterprise plan.');
  if (orderType !== 'company' && plan.enterprise)
    throw refuseField('plan_id', 'Enterprise plans are for the whole company.');
  if (orderType === 'manager_pay' && plan.allocation === null) {
    throw refuseField('plan_id', 'A plan without a limit is not sold by license.');
  }
}

/** @throws {Refusal} `refused` when the price has changed since it was shown. */
export function requireExpected({ quote }: Quoted, expectedCents: number): void {
  if (quote.dueNowCents === expectedCents) return;
  throw refuseField(
    'expected_cents',
    `The price has changed: ${dollars(quote.dueNowCents)} is due now instead of ${dollars(expectedCents)}. You weren't charged.`,
  );
}

export const licensesWords = (count: number): string => (count === 1 ? '1 license' : `${formatCount(count)} licenses`);
