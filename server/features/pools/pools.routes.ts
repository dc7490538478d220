import type { FastifyInstance } from 'fastify';
import { listPools } from '#contract/pools.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { poolsOf } from './pools.service.ts';

export function poolsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listPools, async ({ identity }) => ({ data: await poolsOf(deps, identity) }));
}
