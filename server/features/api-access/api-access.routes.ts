import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/api-access.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as access from './api-access.service.ts';

export function apiAccessRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.listApiKeys, async ({ identity }) => ({ data: await access.listKeys(deps, identity) }));

  bind(app, contract.readApiKey, async ({ params, identity }) => ({
    data: await access.readKey(deps, identity, params.id),
  }));

  bind(app, contract.createApiKey, async ({ body, identity, requestId }) => ({
    data: await access.createKey(deps, identity, body, requestId),
  }));

  bindChange(app, contract.updateApiKey, async ({ params, body, identity, requestId }) => ({
    data: await access.changeKey(deps, identity, params.id, body, requestId),
  }));

  bindChange(app, contract.deleteApiKey, ({ params, identity, requestId }) =>
    access.revokeKey(deps, identity, params.id, requestId),
  );

  bind(app, contract.showApiToken, async ({ identity }) => ({ data: await access.showToken(deps, identity) }));

  bind(app, contract.refreshApiToken, async ({ identity, requestId }) => ({
    data: await access.refreshToken(deps, identity, requestId),
  }));
}
