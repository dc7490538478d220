import type { FastifyInstance } from 'fastify';
import type { Body, Params, Query } from '#contract/endpoint.ts';
import {
  listManageableUnits,
  workflowCategories,
  workflowFlows,
  workflowTemplates,
} from '#contract/workflows.contract.ts';
import * as dry from '#contract/workflows/dry-runs.contract.ts';
import * as versions from '#contract/workflows/versions.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { pageRows } from '../../resource/resource.service.ts';
import type { Values } from '../../resource/table.ts';
import * as dryRuns from './dry-runs/dry-runs.service.ts';
import * as moves from './move-runs.service.ts';
import { pauseStep } from './pause-step.service.ts';
import { tryOut } from './try-out.service.ts';
import { CATEGORIES, FLOWS, TEMPLATES } from './workflow-tables.ts';
import * as service from './workflows.service.ts';

type Named = Params<typeof workflowFlows.read>;
type Activation = Body<typeof workflowFlows.activate> | undefined;

const idOf = ({ params }: { readonly params: unknown }) => (params as Named).id;
const isActive = ({ body }: { readonly body: unknown }) => (body as Activation)?.active ?? true;

export function workflowsRoutes(app: FastifyInstance, deps: Deps): void {
  bindResource(app, deps, workflowCategories, CATEGORIES, {
    place: async (call) => ({
      data: await service.placeCategories(deps, call, call.body as Body<typeof workflowCategories.place>),
    }),
  });
  bindResource(app, deps, workflowTemplates, TEMPLATES, {
    activate: async (call) => ({ data: await service.activateTemplate(deps, call, idOf(call), isActive(call)) }),
  });
  bindResource(app, deps, workflowFlows, FLOWS, {
    list: async ({ identity, query }) => {
      const page = await pageRows(deps, identity, FLOWS, query as Query<typeof workflowFlows.list>);
      return { ...page, data: service.rowsOf(page.data) };
    },
    read: async (call) => ({ data: await service.readFlow(deps, call.identity, idOf(call)) }),
    create: async (call) => ({ data: await service.createFlow(deps, call, call.body as Values) }),
    update: async (call) => ({ data: await service.updateFlow(deps, call, idOf(call), (call.body ?? {}) as Values) }),
    history: (call) =>
      service.listHistory(deps, call.identity, idOf(call), call.query as Query<typeof workflowFlows.history>),
    activate: async (call) => ({ data: await service.activateFlow(deps, call, idOf(call), isActive(call)) }),
    pauseStep: async (call) => ({
      data: await pauseStep(deps, call, idOf(call), call.body as Body<typeof workflowFlows.pauseStep>),
    }),
    runs: (call) => service.listRuns(deps, call.identity, idOf(call), call.query as Query<typeof workflowFlows.runs>),
    start: async (call) => ({
      data: await service.startFlow(deps, call, idOf(call), (call.body as Body<typeof workflowFlows.start>).contact_id),
    }),
    changeRun: async (call) => ({
      data: await service.changeRun(deps, call, idOf(call), call.body as Body<typeof workflowFlows.changeRun>),
    }),
    tryOut: (call) => tryOut(deps, call.identity, idOf(call), call.body as Body<typeof workflowFlows.tryOut>),
  });
  bind(app, versions.readVersion, ({ identity, params, query }) =>
    moves.readVersion(deps, identity, params.id, query.version),
  );
  bind(app, versions.previewMove, ({ identity, params, query }) => moves.previewMove(deps, identity, params.id, query));
  bindChange(app, versions.moveContacts, (call) => moves.moveContacts(deps, call, call.params.id, call.body));
  bindChange(app, dry.startDryRun, async (call) => ({
    data: await dryRuns.startDryRun(deps, call, call.params.id, call.body.replies),
  }));
  bind(app, dry.listDryRuns, ({ identity, query }) => dryRuns.listDryRunsOf(deps, identity, query));
  bind(app, dry.readDryRun, async ({ identity, params }) => ({
    data: await dryRuns.readDryRun(deps, identity, params.id),
  }));
  bind(app, dry.listDryRunContacts, ({ identity, params, query }) =>
    dryRuns.listBehind(deps, identity, params.id, query),
  );
  bindChange(app, dry.cancelDryRun, async (call) => ({ data: await dryRuns.cancelDryRun(deps, call, call.params.id) }));
  bind(app, listManageableUnits, async ({ identity }) => ({ data: await service.manageableUnits(deps, identity) }));
}
