import { fromPromise } from 'xstate';
import { listBillingHistory, readBilling } from '#contract/billing.contract.ts';
import type { CallArgs, Endpoint } from '#contract/endpoint.ts';
import type { SubscriptionPreview } from '#contract/plans/plan.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import { planChangeMachine } from '../machines/plans/plan-change.machine.ts';
import type { PlanCall, PlanChange, PlanPrice, PlanWrite } from '../machines/plans/plan-change-context.ts';
import type { Resources } from './_resource.actors.ts';

const argsOf = ({ params, body }: PlanCall) =>
  ({ ...(params && { params }), ...(body && { body }) }) as CallArgs<Endpoint>;

const priceOf = (preview: SubscriptionPreview): PlanPrice => ({
  dueNowCents: preview.due_now_cents,
  renewalCents: preview.renewal_cents,
  days: preview.days_left < preview.days_total ? { left: preview.days_left, total: preview.days_total } : null,
  card: preview.card,
});

/** Fills the ports of `src/machines/plans/*`. Keys are port names. */
const createPlanActors = (api: ApiClient) => ({
  readPrice: fromPromise<PlanPrice, PlanChange>(async ({ input: { preview }, signal }) => {
    if (preview === undefined) throw new Error('a change without a price');
    const { data } = (await api.call(preview.endpoint, { ...argsOf(preview), signal })) as {
      data: SubscriptionPreview;
    };
    return priceOf(data);
  }),
  writeChange: fromPromise<void, PlanWrite>(async ({ input: { call, expectedCents, key } }) => {
    const body = call.isPriced ? { ...call.body, expected_cents: expectedCents } : call.body;
    try {
      await api.call(call.endpoint, { ...argsOf({ ...call, ...(body && { body }) }), idempotencyKey: key });
    } catch (thrown) {
      throw asApiError(thrown);
    }
  }),
});

interface PlanWorld {
  /** Reloads the user and what they have paid for. */
  readonly refreshSession: () => void;
  readonly tell: (tone: 'good', text: string) => void;
}

/** `/v1/sms` of `/v1/sms/sms_subscriptions/:id` and of `/v1/admin/sms/orders`. */
const familyOf = (path: string): string => path.replace('/admin/', '/').split('/').slice(0, 3).join('/');

/** The machine of every page with subscriptions. */
export const composePlans = (api: ApiClient, resources: Resources, { refreshSession, tell }: PlanWorld) => ({
  planChange: planChangeMachine.provide({
    actors: createPlanActors(api),
    actions: {
      tellDone: (_, { context: { change } }) => {
        if (change === null) return;
        resources.invalidateUnder(familyOf(change.call.endpoint.path), () => true);
        resources.invalidateUnder('/v1/admin', () => true);
        resources.invalidate([readBilling, listBillingHistory]);
        refreshSession();
        tell('good', change.done);
      },
    },
  }),
});
