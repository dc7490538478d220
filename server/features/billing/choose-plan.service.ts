import type { BillingInfo, Plan, PlanPreview } from '#contract/billing.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import type { Quote } from '../../adapters/payments/payments.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { type BillingState, cardRefOf, currentOf, type Member, readState } from './billing-state.ts';
import { readBilling } from './billing.service.ts';
import { findPlan, type MembershipRow } from './billing.sql.ts';
import { settleDue } from './keep-billing.ts';
import type { Request } from './operations.sql.ts';
import { perform, refusalOf } from './operations.ts';

export interface Asked {
  readonly member: Member;
  readonly requestId: string;
  readonly key: string;
}

/** @throws {Refusal} `refused` when the plan isn't available now. */
export async function previewPlan(deps: Deps, member: Member, planId: number): Promise<PlanPreview> {
  const { plan, state } = await withAccount(deps.pool, member, async (tx) => ({
    plan: await findPlan(tx, planId),
    state: await readState(tx, member.userId, deps.payments.provider),
  }));
  const chosen = requirePlan(plan);
  const { dueNowCents, creditCents, periodEndsAt } = await quoteFor(deps, state, chosen, deps.now()).catch(
    (error: unknown) => Promise.reject(refusalOf(error)),
  );
  return {
    plan: chosen,
    due_now_cents: dueNowCents,
    credit_cents: creditCents,
    period_ends_at: periodEndsAt.toISOString(),
  };
}

/**
 * Opens a membership, changes its plan, or takes its cancellation back.
 * @throws {Refusal} `refused` in words: no card, declined, or the price has changed since it was shown.
 */
export async function choosePlan(
  deps: Deps,
  { member, requestId, key }: Asked,
  body: { readonly plan_id: number; readonly expected_cents: number },
): Promise<BillingInfo> {
  const decide = async (state: BillingState): Promise<Request | null> => {
    const plan = requirePlan(await withAccount(deps.pool, member, (tx) => findPlan(tx, body.plan_id)));
    const at = deps.now();
    const quote = await quoteFor(deps, state, plan, at);
    requireExpected(quote, body.expected_cents);
    if (state.card === null) throw refuseField('payment_method', 'Add a card first.');
    const { membership } = state;
    const current = membership && currentOf(membership);
    if (membership?.plan.id === plan.id && current) return { kind: 'cancel', current, cancelling: false, at };
    const price = { key: plan.key, cents: plan.price_cents };
    return { kind: 'plan', planId: plan.id, planName: plan.name, card: cardRefOf(state.card), price, current, at };
  };
  try {
    await settleDue(deps, member, requestId);
    await perform(deps, { member, requestId, key, decide });
  } catch (error) {
    throw refusalOf(error);
  }
  return readBilling(deps, member);
}

function requirePlan(plan: Plan | null): Plan {
  if (plan === null) throw refuseField('plan_id', 'This plan is no longer available.');
  return plan;
}

function requireExpected({ dueNowCents }: Quote, expectedCents: number): void {
  if (dueNowCents === expectedCents) return;
  throw refuseField(
    'expected_cents',
    `The price has changed: ${dollars(dueNowCents)} is due now instead of ${dollars(expectedCents)}. You weren't charged.`,
  );
}

/** @throws {Refusal} when there is nothing to change, or a month is not paid. */
async function quoteFor({ payments }: Deps, state: BillingState, plan: Plan, at: Date): Promise<Quote> {
  const { membership, card } = state;
  if (membership !== null) requireChangeable(membership, plan, payments.provider, at);
  if (membership?.plan.id === plan.id) {
    return { dueNowCents: 0, creditCents: membership.credit_cents, periodEndsAt: membership.period_ends_at };
  }
  const price = { key: plan.key, cents: plan.price_cents };
  return payments.quote({ price, at, current: membership && currentOf(membership), card: card && cardRefOf(card) });
}

function requireChangeable(
  { plan: own, status, failures, provider, period_ends_at }: MembershipRow,
  plan: Plan,
  now: string,
  at: Date,
) {
  if (failures > 0) {
    throw new Refusal('refused', 'Your last payment failed. Change your card to retry the charge.');
  }
  if (period_ends_at <= at) throw new Refusal('refused', 'Your plan is renewing. Try again in a minute.');
  if (own.id === plan.id && status === 'active') throw refuseField('plan_id', 'You already have this plan.');
  if (provider !== now) throw new Refusal('refused', 'This membership is paid elsewhere. Cancel it first.');
}
