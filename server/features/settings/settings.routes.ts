import type { FastifyInstance } from 'fastify';
import { settings } from '#contract/settings.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as service from './settings.service.ts';

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, settings.list, async ({ identity }) => ({ data: await service.listSettings(deps, identity) }));
  bind(app, settings.read, async ({ identity, params }) => ({
    data: await service.readSetting(deps, identity, params.id),
  }));
  // The bytes of a file are outside of the transaction.
  bind(app, settings.update, async (call) => ({
    data: await service.updateSetting(deps, call, call.params.id, { body: call.body, file: call.file }),
  }));
  bind(app, settings.history, async ({ identity, params }) => ({
    data: await service.listChanges(deps, identity, params.id),
  }));
  bindChange(app, settings.restore, async (call) => ({
    data: await service.restoreSetting(deps, call, call.params.id, call.body),
  }));
  bind(app, settings.current, async ({ identity }) => ({ data: await service.listCurrent(deps, identity) }));
  bind(app, settings.public, async ({ identity, params }) => ({
    data: await service.readPublic(deps, identity, params.key),
  }));
}
