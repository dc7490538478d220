import type { FastifyInstance } from 'fastify';
import {
  listErasures,
  previewErasure,
  readErasure,
  requestErasure,
  revealErasureEvidence,
} from '#contract/erasures.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as erasures from './erasures.service.ts';

export function erasuresRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, previewErasure, async ({ identity, params }) => ({
    data: await erasures.previewErasure(deps, identity, params.id),
  }));
  bindChange(app, requestErasure, async (call) => ({
    data: await erasures.requestErasure(deps, call, call.params.id, call.body.reason),
  }));
  bind(app, listErasures, async ({ identity }) => ({ data: await erasures.listErasures(deps, identity) }));
  bind(app, readErasure, async ({ identity, params }) => ({
    data: await erasures.readErasure(deps, identity, params.id),
  }));
  bind(app, revealErasureEvidence, async (call) => ({
    data: await erasures.revealEvidence(deps, call, call.params.id),
  }));
}
