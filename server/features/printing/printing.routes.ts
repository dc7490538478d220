import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/printing.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as templates from './letter-templates.service.ts';
import * as prints from './prints.service.ts';

export function printingRoutes(app: FastifyInstance, deps: Deps): void {
  bindChange(app, contract.batchPrint, async (call) => ({ data: await prints.startPrint(deps, call, call.body) }));
  bind(app, contract.readBatchPrintStatus, async ({ identity, body }) => ({
    data: await prints.readPrint(deps, identity, body.jid),
  }));
  bind(app, contract.readWorkersStatus, async ({ identity }) => ({ data: await prints.readWorkers(deps, identity) }));
  bind(app, contract.previewPrint, async ({ identity, body }) => ({
    data: await prints.previewPrint(deps, identity, body),
  }));
  bind(app, contract.listPrints, ({ identity, query }) =>
    prints.listPrints(deps, identity, { ...query, running: query.running === 'true' }),
  );
  bindChange(app, contract.cancelPrint, async (call) => ({
    data: await prints.cancelPrint(deps, call, call.params.id),
  }));
  bind(app, contract.readPrintFile, async ({ identity, params }) => ({
    data: await prints.linkToPrint(deps, identity, params.id),
  }));
  bind(app, contract.listSkippedContacts, ({ identity, params, query }) =>
    prints.listSkipped(deps, identity, { ...query, id: params.id }),
  );

  bind(app, contract.listLetterTemplates, async ({ identity }) => ({
    data: await templates.listTemplates(deps, identity),
  }));
  bindChange(app, contract.createLetterTemplate, async (call) => ({
    data: await templates.createTemplate(deps, call, call.body),
  }));
  bindChange(app, contract.updateLetterTemplate, async (call) => ({
    data: await templates.updateTemplate(deps, call, call.params.id, call.body),
  }));
  bindChange(app, contract.deleteLetterTemplate, (call) => templates.deleteTemplate(deps, call, call.params.id));
  bindChange(app, contract.restoreLetterTemplate, async (call) => ({
    data: await templates.restoreTemplate(deps, call, call.params.id),
  }));
}
