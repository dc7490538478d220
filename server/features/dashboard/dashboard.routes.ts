import type { FastifyInstance } from 'fastify';
import { readDashboard } from '#contract/dashboard.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import * as dashboard from './dashboard.service.ts';

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, readDashboard, async ({ identity, body }) => ({
    data: await dashboard.readDashboard(deps, identity, body),
  }));
}
