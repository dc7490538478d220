import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/imports.contract.ts';
import * as problems from '#contract/imports/problems.contract.ts';
import * as settings from '#contract/imports/settings.contract.ts';
import { uploadClients, uploadLeads } from '#contract/imports/uploaders.contract.ts';
import type { Deps } from '../../deps.ts';
import { dispositionOf } from '../../http/download.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { fixRows } from './corrections/fix-rows.service.ts';
import * as actions from './import-actions.ts';
import * as settingsService from './settings/import-settings.service.ts';
import * as service from './imports.service.ts';
import { problemSheet } from './corrections/problem-sheet.ts';

export function importsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.validateImport, async (call) => ({
    data: await service.validate(deps, call, call.body, call.file),
  }));
  bind(app, contract.startImport, async (call) => ({ data: await service.start(deps, call, call.body, call.file) }));
  bind(app, uploadLeads, async (call) => ({
    data: await service.startAs(deps, call, { fresh_leads: true, ...call.body }, call.file, 'lead'),
  }));
  bind(app, uploadClients, async (call) => ({
    data: await service.startAs(deps, call, call.body, call.file, 'client'),
  }));
  bind(app, settings.listImportSettings, ({ identity, query }) => settingsService.listSettings(deps, identity, query));
  bindChange(app, settings.saveImportSetting, async (call) => ({
    data: await settingsService.save(deps, call, call.body),
  }));
  bindChange(app, settings.deleteImportSetting, async (call) => {
    await settingsService.remove(deps, call, call.params.id);
  });
  bindChange(app, settings.restoreImportSetting, async (call) => ({
    data: await settingsService.restore(deps, call, call.params.id),
  }));
  bind(app, contract.listImportAttempts, ({ identity, query }) => service.listAttempts(deps, identity, query));
  bind(app, contract.readImportAttempt, async ({ identity, params }) => ({
    data: await service.readAttempt(deps, identity, params.id),
  }));
  bindChange(app, contract.pauseImport, async (call) => ({ data: await actions.pause(deps, call, call.params.id) }));
  bindChange(app, contract.resumeImport, async (call) => ({ data: await actions.resume(deps, call, call.params.id) }));
  bindChange(app, contract.cancelImport, async (call) => ({ data: await actions.cancel(deps, call, call.params.id) }));
  bindChange(app, contract.stopImportCheck, async (call) => ({
    data: await actions.stopCheck(deps, call, call.params.id),
  }));
  bindChange(app, contract.undoImport, async (call) => ({ data: await actions.undo(deps, call, call.params.id) }));
  bindChange(app, contract.deleteImportAttempt, async (call) => ({
    data: await actions.remove(deps, call, call.params.id),
  }));
  bindChange(app, contract.retryImportAttempt, async (call) => ({
    data: await actions.retry(deps, call, call.params.id, call.body),
  }));
  bind(app, problems.listProblemRows, ({ identity, params, query }) =>
    service.listProblemsOf(deps, identity, params.id, query),
  );
  bindChange(app, problems.fixProblemRows, (call) => fixRows(deps, call, call.params.id, call.body));
  bind(app, problems.previewUndo, async ({ identity, params }) => ({
    data: await service.previewUndo(deps, identity, params.id),
  }));
  bind(app, problems.listKeptRows, ({ identity, params, query }) =>
    service.listKeptOf(deps, identity, params.id, query),
  );
  bind(app, problems.downloadProblemRows, async ({ identity, params, reply }) => {
    const { fileName, stream } = await problemSheet(deps, identity, params.id);
    void reply.type('text/csv; charset=utf-8').header('content-disposition', dispositionOf(fileName));
    return stream;
  });
}
