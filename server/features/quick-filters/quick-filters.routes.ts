import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/quick-filters.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import * as filters from './quick-filters.service.ts';

export function quickFiltersRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.listQuickFilters, async ({ identity }) => ({ data: await filters.listFilters(deps, identity) }));
  bind(app, contract.readQuickFilter, async ({ identity, params }) => ({
    data: await filters.readFilter(deps, identity, params.id),
  }));
  bind(app, contract.createQuickFilter, async (call) => ({ data: await filters.createFilter(deps, call, call.body) }));
  bind(app, contract.updateQuickFilter, async (call) => ({
    data: await filters.updateFilter(deps, call, call.params.id, call.body),
  }));
  bind(app, contract.deleteQuickFilter, (call) => filters.deleteFilter(deps, call, call.params.id));
}
