import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import * as admin from '#contract/reference/admin.contract.ts';
import * as reference from '#contract/reference.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { type ListName, LISTS, type ReferenceList } from './lists.ts';
import * as service from './reference.service.ts';
import type { Values } from './reference.sql.ts';

export function referenceRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, reference.listStatuses, async ({ identity }) => ({
    data: await service.listChoices(deps, identity, LISTS.statuses),
  }));
  bind(app, reference.listAgentflowStatuses, async ({ identity }) => ({
    data: await service.listChoices(deps, identity, LISTS.agentflow_statuses),
  }));
  bind(app, reference.listSources, async ({ identity }) => ({
    data: await service.listChoices(deps, identity, LISTS.sources),
  }));
  bind(app, reference.listApiVendors, async ({ identity }) => ({
    data: await service.listChoices(deps, identity, LISTS.api_vendors),
  }));

  bind(app, reference.listGroups, async ({ identity }) => ({
    data: await service.listChoices(deps, identity, LISTS.groups),
  }));
  bind(app, reference.readGroup, async ({ identity, params }) => ({
    data: await service.readRow(deps, identity, LISTS.groups, params.id),
  }));
  bind(app, reference.createGroup, async (call) => ({
    data: await service.createOrFind(deps, call, LISTS.groups, call.body),
  }));
  bind(app, reference.updateGroup, async (call) => ({
    data: await service.updateRow(deps, call, LISTS.groups, { id: call.params.id, written: call.body }),
  }));
  bind(app, reference.deleteGroup, (call) => service.deleteRow(deps, call, LISTS.groups, call.params.id));

  bindList(app, deps, admin.adminStatuses, LISTS.statuses);
  bindList(app, deps, admin.adminAgentflowStatuses, LISTS.agentflow_statuses);
  bindList(app, deps, admin.adminAgentflowStatusGroups, LISTS.agentflow_status_groups);
  bindList(app, deps, admin.adminSources, LISTS.sources);
  bindList(app, deps, admin.adminCategories, LISTS.categories);
  bindList(app, deps, admin.adminApiVendors, LISTS.api_vendors);
}

type Calls = Readonly<Record<'list' | 'read' | 'create' | 'update' | 'remove', Endpoint>>;

/** The usual five calls of a list; the contract has parsed what they carry. */
function bindList(
  app: FastifyInstance,
  deps: Deps,
  calls: Calls,
  list: ReferenceList & { readonly table: ListName },
): void {
  const idOf = ({ params }: { params: unknown }) => (params as { id: number }).id;
  bind<Endpoint>(app, calls.list, async ({ identity, query }) => ({
    data: await service.listRows(deps, identity, list, (query as { business_unit_id?: number }).business_unit_id),
  }));
  bind<Endpoint>(app, calls.read, async (call) => ({
    data: await service.readRow(deps, call.identity, list, idOf(call)),
  }));
  bind<Endpoint>(app, calls.create, async (call) => ({
    data: await service.createRow(deps, call, list, call.body as Values),
  }));
  bind<Endpoint>(app, calls.update, async (call) => ({
    data: await service.updateRow(deps, call, list, { id: idOf(call), written: call.body as Values }),
  }));
  bind<Endpoint>(app, calls.remove, (call) => service.deleteRow(deps, call, list, idOf(call)));
}
