import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { IDEMPOTENCY_HEADER } from '#contract/_wire.contract.ts';
import * as contract from '#contract/billing.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import type { Identity } from '../../identity.ts';
import * as billing from './billing.service.ts';
import { cancelSubscription, connectCard, startCardSetUp } from './cards.service.ts';
import { type Asked, choosePlan, previewPlan } from './choose-plan.service.ts';

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

const memberOf = ({ accountId, userId }: Identity) => ({ accountId, userId });

interface Call {
  readonly identity: Identity;
  readonly requestId: string;
  readonly request: { readonly headers: Readonly<Record<string, string | string[] | undefined>> };
}

/** Two people may send the same key, of a length that providers refuse; a request without one is its own. */
function askedOf(endpoint: string, { identity, requestId, request }: Call): Asked {
  const sent = request.headers[IDEMPOTENCY_HEADER];
  const key = typeof sent === 'string' && sent !== '' ? sent : randomUUID();
  const short = createHash('sha256').update(key).digest('hex').slice(0, 40);
  return { member: memberOf(identity), requestId, key: `${endpoint}-${identity.userId}-${short}` };
}
