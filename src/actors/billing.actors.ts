import { fromPromise } from 'xstate';
import {
  type BillingInfo,
  cancelSubscription,
  type CardSetUp,
  connectCard,
  listBillingHistory,
  listPlans,
  type PlanPreview,
  previewPlan,
  readBilling,
  startCardSetUp,
  updatePlan,
} from '#contract/billing.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import type { ApiClient } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import { billingMachine } from '../machines/billing/billing.machine.ts';
import type { BillingFacts, Payment } from '../machines/billing/billing-context.ts';
import { cardMachine } from '../machines/billing/card.machine.ts';
import type { Resources } from './_resource.actors.ts';

/** @throws {ApiError} whose `outcomeOpen` means that the outcome is unknown; retry with the same key. */
async function pay(api: ApiClient, { planId, expectedCents, key }: Payment): Promise<BillingInfo> {
  const body = { plan_id: planId, expected_cents: expectedCents };
  try {
    return (await api.call(updatePlan, { body, idempotencyKey: key })).data;
  } catch (thrown) {
    throw asApiError(thrown);
  }
}

/** Fills the ports of `src/machines/billing/*`. Keys are port names. */
const createBillingActors = (api: ApiClient) => ({
  readFacts: fromPromise<BillingFacts, undefined>(async ({ signal }) => {
    const [billing, plans] = await Promise.all([
      api.call(readBilling, { signal }),
      api.call(listPlans, { query: {}, signal }),
    ]);
    return { billing: billing.data, plans: plans.data };
  }),
  previewPlan: fromPromise<PlanPreview, { planId: number }>(
    async ({ input, signal }) => (await api.call(previewPlan, { body: { plan_id: input.planId }, signal })).data,
  ),
  payPlan: fromPromise<BillingInfo, Payment>(({ input }) => pay(api, input)),
  cancelPlan: fromPromise<BillingInfo, { key: string }>(
    async ({ input }) => (await api.call(cancelSubscription, { idempotencyKey: input.key })).data,
  ),
});

const createCardActors = (api: ApiClient) => ({
  startCard: fromPromise<CardSetUp, undefined>(async () => (await api.call(startCardSetUp, {})).data),
  keepCard: fromPromise<BillingInfo, { method: string; key: string }>(
    async ({ input }) =>
      (await api.call(connectCard, { body: { payment_method: input.method }, idempotencyKey: input.key })).data,
  ),
});

interface BillingWorld {
  /** Reloads the user and what they have paid. */
  readonly refreshSession: () => void;
  readonly tell: (tone: 'good', text: string) => void;
}

/** The machine of the billing pages. */
export const composeBilling = (api: ApiClient, resources: Resources, { refreshSession, tell }: BillingWorld) => ({
  billing: billingMachine.provide({
    actors: { ...createBillingActors(api), card: cardMachine.provide({ actors: createCardActors(api) }) },
    actions: {
      tellChanged: () => {
        resources.invalidate([listBillingHistory]);
        refreshSession();
      },
      tellPaid: (_, { context: { receipt } }) => {
        if (receipt === null) return;
        const { plan, chargedCents } = receipt;
        tell('good', chargedCents > 0 ? `Paid ${dollars(chargedCents)} for ${plan.name}.` : `${plan.name} is yours.`);
      },
    },
  }),
});
