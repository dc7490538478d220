import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/account.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { readAccountInfo } from './account.service.ts';

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.readAccountInfo, async ({ identity }) => ({ data: await readAccountInfo(deps, identity) }));
}
