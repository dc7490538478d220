import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/webhooks.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { WEBHOOK_ENDPOINTS } from './webhook-endpoints.table.ts';
import * as service from './webhooks.service.ts';

export function webhooksRoutes(app: FastifyInstance, deps: Deps): void {
  bindResource(app, deps, contract.webhookEndpoints, WEBHOOK_ENDPOINTS);
  bind(app, contract.issueWebhookSecret, async ({ params, ...caller }) => ({
    data: await service.issueSecret(deps, caller, params.id),
  }));
  bindChange(app, contract.testWebhookEndpoint, async ({ params, ...caller }) => ({
    data: await service.testEndpoint(deps, caller, params.id),
  }));
  bind(app, contract.listWebhookDeliveries, ({ identity, query }) => service.listDeliveries(deps, identity, query));
  bind(app, contract.readWebhookDelivery, async ({ params, identity }) => ({
    data: await service.readDelivery(deps, identity, params.id),
  }));
  bindChange(app, contract.replayWebhookDelivery, async ({ params, ...caller }) => ({
    data: await service.replayDelivery(deps, caller, params.id),
  }));
}
