import { MAX_PLUS_PLANS, type MaxPlusOffer, type MaxPlusPlan } from '#contract/max-plus.contract.ts';
import { changeDue, periodAround, shareLeft } from '../billing/billing-period.ts';
import { tierCents, tierPrice } from './max-plus-prices.ts';

/** The subscription that someone has. */
export interface Subscribed {
  readonly plan: MaxPlusPlan;
  readonly nextPlan: MaxPlusPlan | null;
  readonly payerId: number;
  readonly status: 'active' | 'cancelled';
  readonly failures: number;
  readonly startedAt: Date;
  readonly periodEndsAt: Date;
}

/** Someone who is to get a plan. */
export interface Candidate {
  readonly userId: number;
  /** The plan in effect; without a subscription, an administrator gave it free of charge. */
  readonly plan: MaxPlusPlan | null;
  readonly subscription: Subscribed | null;
  /** Their role has none of the features that Max Plus opens. */
  readonly isBasic: boolean;
}

/**
 * US cents below which the rest of a month is free: payment providers refuse smaller charges. Source: Stripe's minimum for
 * US dollars.
 */
const MIN_CHARGE_CENTS = 50;

const NAMES: Readonly<Record<MaxPlusPlan, string>> = { standard: 'Standard', premium: 'Premium' };
export const planName = (plan: MaxPlusPlan): string => NAMES[plan];

/** What choosing a plan for someone would do when `payerId` pays. */
export function offerOf(candidate: Candidate, plan: MaxPlusPlan, payerId: number, at: Date): MaxPlusOffer {
  const about = { plan, price: tierPrice(plan) };
  const refused = (refusal: string): MaxPlusOffer => ({ ...about, effect: 'refused', due_now_cents: 0, refusal });
  const offered = (effect: MaxPlusOffer['effect'], cents: number): MaxPlusOffer => ({
    ...about,
    effect,
    due_now_cents: cents,
    refusal: '',
  });
  const { subscription: own, isBasic } = candidate;
  if (isBasic) return refused('The basic role has none of the features of Max Plus.');
  if (own === null) {
    const isGiven = candidate.plan !== null && tierPrice(candidate.plan) >= about.price;
    return isGiven
      ? refused(`An administrator already included ${planName(candidate.plan)} free of charge.`)
      : offered('open', tierCents(plan));
  }
  if (own.payerId !== payerId) {
    const isOwn = own.payerId === candidate.userId;
    return refused(isOwn ? 'Already paid for by the agent.' : 'Already paid for by a manager.');
  }
  if (own.failures > 0) return refused('The last payment failed. Change the card to retry it.');
  if (own.periodEndsAt <= at) return refused('The plan is renewing. Try again in a minute.');
  if (plan === own.plan) {
    if (own.status === 'cancelled' || own.nextPlan !== null) return offered('resume', 0);
    return refused(`Already on ${planName(plan)}.`);
  }
  if (tierPrice(plan) < tierPrice(own.plan)) {
    const isPlanned = own.nextPlan === plan && own.status === 'active';
    return isPlanned ? refused(`Already changing to ${planName(plan)}.`) : offered('downgrade', 0);
  }
  return offered('upgrade', upgradeCents(own, plan, at));
}

/** The difference for the rest of the month. */
function upgradeCents({ plan, startedAt, periodEndsAt }: Subscribed, to: MaxPlusPlan, at: Date): number {
  const { start } = periodAround(startedAt, new Date(periodEndsAt.getTime() - 1));
  const share = shareLeft({ start, end: periodEndsAt }, at);
  const { dueNowCents } = changeDue({ fromCents: tierCents(plan), toCents: tierCents(to), creditCents: 0 }, share);
  return dueNowCents < MIN_CHARGE_CENTS ? 0 : dueNowCents;
}

export const offersOf = (candidate: Candidate, payerId: number, at: Date): MaxPlusOffer[] =>
  MAX_PLUS_PLANS.map((plan) => offerOf(candidate, plan, payerId, at));

/** End of the month that a payment at `at` pays for: months that passed unpaid while nothing ran are not charged. */
export function periodPaidAt({ startedAt, periodEndsAt }: Subscribed, at: Date): Date {
  return periodAround(startedAt, at > periodEndsAt ? at : periodEndsAt).end;
}
