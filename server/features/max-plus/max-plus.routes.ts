import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/max-plus.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { askedOf } from '../billing/asked.ts';
import { cancelForUser, cancelOwn } from './cancel-max-plus.service.ts';
import * as maxPlus from './max-plus.service.ts';

export function maxPlusRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.readMaxPlus, async ({ identity }) => ({ data: await maxPlus.readMaxPlus(deps, identity) }));
  bind(app, contract.listManageableUsers, async ({ identity }) => ({
    data: await maxPlus.listManageable(deps, identity),
  }));
  bind(app, contract.subscribeMaxPlus, async (call) => ({
    data: await maxPlus.subscribe(deps, call.identity, askedOf(contract.subscribeMaxPlus.name, call), call.body),
  }));
  bind(app, contract.bulkSubscribeMaxPlus, async (call) => ({
    data: await maxPlus.bulkSubscribe(
      deps,
      call.identity,
      askedOf(contract.bulkSubscribeMaxPlus.name, call),
      call.body,
    ),
  }));
  bindChange(app, contract.cancelMaxPlus, async (call) => ({ data: await cancelOwn(deps, call) }));
  bindChange(app, contract.cancelMaxPlusForUser, async (call) => ({
    data: await cancelForUser(deps, call, call.body.user_id),
  }));
}
