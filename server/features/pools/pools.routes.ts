import type { FastifyInstance } from 'fastify';
import { createPool, deletePool, listPools, readPool, updatePool } from '#contract/pools.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import * as pools from './pools.service.ts';

export function poolsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listPools, async ({ identity }) => ({ data: await pools.poolsOf(deps, identity) }));
  bind(app, readPool, async ({ identity, params }) => ({ data: await pools.readPool(deps, identity, params.id) }));
  bind(app, createPool, async (call) => ({ data: await pools.createPool(deps, call, call.body) }));
  bind(app, updatePool, async (call) => ({ data: await pools.updatePool(deps, call, call.params.id, call.body) }));
  bind(app, deletePool, (call) => pools.deletePool(deps, call, call.params.id));
}
