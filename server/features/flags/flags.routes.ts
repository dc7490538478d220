import type { FastifyInstance } from 'fastify';
import { listFeatureFlags, listFeatures, updateFeatureFlags } from '#contract/flags.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as flags from './flags.service.ts';

export function flagsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listFeatureFlags, async ({ identity }) => ({ data: await flags.listFlags(deps, identity) }));
  bindChange(app, updateFeatureFlags, async (call) => ({ data: await flags.updateFlags(deps, call, call.body) }));
  bind(app, listFeatures, async ({ identity }) => ({ data: await flags.listFeatures(deps, identity) }));
}
