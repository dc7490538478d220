import type { FastifyInstance } from 'fastify';
import { readLiveOverview } from '#contract/live.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { readOverview } from './live.service.ts';

export function liveRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, readLiveOverview, async ({ identity }) => ({ data: await readOverview(deps, identity) }));
}
