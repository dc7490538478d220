import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/reference.contract.ts';
import type { Deps } from '../../deps.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import * as tables from './reference.tables.ts';

export function referenceRoutes(app: FastifyInstance, deps: Deps): void {
  bindResource(app, deps, contract.groups, tables.GROUPS);
  bindResource(app, deps, contract.statuses, tables.STATUSES);
  bindResource(app, deps, contract.agentflowStatuses, tables.AGENTFLOW_STATUSES);
  bindResource(app, deps, contract.agentflowStatusGroups, tables.AGENTFLOW_STATUS_GROUPS);
  bindResource(app, deps, contract.sources, tables.SOURCES);
  bindResource(app, deps, contract.categories, tables.CATEGORIES);
  bindResource(app, deps, contract.apiVendors, tables.API_VENDORS);
}
