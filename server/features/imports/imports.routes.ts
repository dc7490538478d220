import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/imports.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import * as actions from './import-actions.ts';
import * as service from './imports.service.ts';
import { dispositionOf, problemSheet } from './problem-sheet.ts';

export function importsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.validateImport, async (call) => ({
    data: await service.validate(deps, call, call.body, call.file),
  }));
  bind(app, contract.startImport, async (call) => ({ data: await service.start(deps, call, call.body, call.file) }));
  bind(app, contract.listImportAttempts, ({ identity, query }) => service.listAttempts(deps, identity, query));
  bind(app, contract.readImportAttempt, async ({ identity, params }) => ({
    data: await service.readAttempt(deps, identity, params.id),
  }));
  bind(app, contract.pauseImport, async (call) => ({ data: await actions.pause(deps, call, call.params.id) }));
  bind(app, contract.resumeImport, async (call) => ({ data: await actions.resume(deps, call, call.params.id) }));
  bind(app, contract.cancelImport, async (call) => ({ data: await actions.cancel(deps, call, call.params.id) }));
  bind(app, contract.undoImport, async (call) => ({ data: await actions.undo(deps, call, call.params.id) }));
  bind(app, contract.deleteImportAttempt, async (call) => ({ data: await actions.remove(deps, call, call.params.id) }));
  bind(app, contract.retryImportAttempt, async (call) => ({
    data: await actions.retry(deps, call, call.params.id, call.body),
  }));
  bind(app, contract.listProblemRows, ({ identity, params, query }) =>
    service.listProblemsOf(deps, identity, params.id, query),
  );
  bind(app, contract.listKeptRows, ({ identity, params, query }) =>
    service.listKeptOf(deps, identity, params.id, query),
  );
  bind(app, contract.downloadProblemRows, async ({ identity, params, reply }) => {
    const { fileName, stream } = await problemSheet(deps, identity, params.id);
    void reply.type('text/csv; charset=utf-8').header('content-disposition', dispositionOf(fileName));
    return stream;
  });
}
