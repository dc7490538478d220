import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/billing.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { askedOf, memberOf } from './asked.ts';
import * as billing from './billing.service.ts';
import { cancelSubscription, connectCard, startCardSetUp } from './cards.service.ts';
import { choosePlan, previewPlan } from './choose-plan.service.ts';

export function billingRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.listPlans, async ({ identity, query }) => ({
    data: await billing.listPlans(deps, identity, query.q ?? ''),
  }));

  bind(app, contract.readBilling, async ({ identity }) => ({
    data: await billing.readBilling(deps, memberOf(identity)),
  }));

  bind(app, contract.listBillingHistory, ({ identity, query }) => billing.listHistory(deps, memberOf(identity), query));

  bind(app, contract.previewPlan, async ({ identity, body }) => ({
    data: await previewPlan(deps, memberOf(identity), body.plan_id),
  }));

  bind(app, contract.startCardSetUp, async ({ identity, requestId }) => ({
    data: await startCardSetUp(deps, memberOf(identity), requestId),
  }));

  bind(app, contract.connectCard, async (call) => ({
    data: await connectCard(deps, askedOf(contract.connectCard.name, call), call.body.payment_method),
  }));

  bind(app, contract.updatePlan, async (call) => ({
    data: await choosePlan(deps, askedOf(contract.updatePlan.name, call), call.body),
  }));

  bind(app, contract.cancelSubscription, async (call) => ({
    data: await cancelSubscription(deps, askedOf(contract.cancelSubscription.name, call)),
  }));
}
