import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/plans.contract.ts';
import type { PlanKind } from '#contract/plans/plan.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { listChoices } from '../../resource/resource.service.ts';
import { askedOf } from '../billing/asked.ts';
import * as buy from './buy.service.ts';
import * as licenses from './licenses.service.ts';
import * as orders from './orders.service.ts';
import { enterpriseTable, planTable } from './plans.table.ts';
import * as subscriptions from './subscriptions.service.ts';
import * as usage from './usage.service.ts';

export function plansRoutes(app: FastifyInstance, deps: Deps): void {
  bindPlans(app, deps, 'sms', contract.smsPlans, contract.smsSubscriptions);
  bindPlans(app, deps, 'dialer', contract.dialerPlans, contract.dialerSubscriptions);
  bind(app, contract.listSmsNumbers, async ({ identity }) => ({ data: await usage.listNumbers(deps, identity) }));
}

function bindPlans(
  app: FastifyInstance,
  deps: Deps,
  kind: PlanKind,
  plans: typeof contract.smsPlans,
  calls: contract.PlanEndpoints,
): void {
  bindResource(app, deps, plans, planTable(kind), {
    enterprise: async ({ identity }) => ({ data: await listChoices(deps, identity, enterpriseTable(kind)) }),
  });
  bindOwn(app, deps, kind, calls);
  bindAccount(app, deps, kind, calls);
}

/** Calls of those who use and pay. */
function bindOwn(app: FastifyInstance, deps: Deps, kind: PlanKind, calls: contract.PlanEndpoints): void {
  bind(app, calls.list, ({ identity, query }) => subscriptions.listSubscriptions(deps, identity, kind, query, false));
  bind(app, calls.pending, async ({ identity }) => ({ data: await subscriptions.readPending(deps, identity, kind) }));
  bind(app, calls.read, async ({ identity, params }) => ({
    data: await subscriptions.readSubscription(deps, identity, kind, params.id),
  }));
  bind(app, calls.create, async (call) => {
    const body = { ...call.body, user_id: call.identity.userId };
    return { data: await buy.startSubscription(deps, askedOf(calls.create.name, call), call, kind, body) };
  });
  bind(app, calls.update, async (call) => ({
    data: await buy.updateSubscription(deps, askedOf(calls.update.name, call), call, kind, call.params.id, call.body),
  }));
  bindChange(app, calls.cancel, async (call) => ({
    data: await subscriptions.cancelSubscription(deps, call, kind, call.params.id, call.body.type),
  }));
  bind(app, calls.preview, async ({ identity, body }) => ({
    data: await buy.previewSubscription(deps, identity, kind, body),
  }));
  bind(app, calls.active, async ({ identity, query }) => ({
    data: await subscriptions.readActive(deps, identity, kind, query.type),
  }));
  bind(app, calls.usage, async ({ identity }) => ({ data: await usage.readUsage(deps, identity, kind) }));
  bind(app, calls.listLicenses, ({ identity, query }) => licenses.listLicenses(deps, identity, kind, query));
  bindChange(app, calls.updateLicense, async (call) => ({
    data: await licenses.updateLicense(deps, call, kind, call.params.id, call.body),
  }));
  bind(app, calls.orderLicenses, async (call) => ({
    data: await buy.orderLicenses(deps, askedOf(calls.orderLicenses.name, call), call.identity, kind, call.body),
  }));
  bind(app, calls.listOrders, ({ identity, query }) => orders.listOrders(deps, identity, kind, query, false));
  bind(app, calls.readOrder, async ({ identity, params }) => ({
    data: await orders.readOrder(deps, identity, kind, params.id),
  }));
}

/** Calls of administrators. */
function bindAccount(app: FastifyInstance, deps: Deps, kind: PlanKind, calls: contract.PlanEndpoints): void {
  bind(app, calls.readAccountUsage, async ({ identity }) => ({
    data: await usage.readAccountUsage(deps, identity, kind),
  }));
  bind(app, calls.listAll, ({ identity, query }) => subscriptions.listSubscriptions(deps, identity, kind, query, true));
  bind(app, calls.createFor, async (call) => ({
    data: await buy.startSubscription(deps, askedOf(calls.createFor.name, call), call, kind, call.body),
  }));
  bind(app, calls.activate, async (call) => ({
    data: await buy.activateSubscription(deps, askedOf(calls.activate.name, call), call.identity, kind, call.body),
  }));
  bindChange(app, calls.cancelAny, async (call) => ({
    data: await subscriptions.cancelSubscription(deps, call, kind, call.body.id, call.body.type),
  }));
  bind(app, calls.listAllOrders, ({ identity, query }) => orders.listOrders(deps, identity, kind, query, true));
  bind(app, calls.createOrder, async (call) => ({
    data: await buy.orderLicenses(deps, askedOf(calls.createOrder.name, call), call.identity, kind, call.body),
  }));
  bindChange(app, calls.cancelOrder, async (call) => ({
    data: await orders.cancelOrder(deps, call, kind, call.body.id),
  }));
}
