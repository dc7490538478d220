import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/fire-light.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { askedOf } from '../billing/asked.ts';
import { dispositionOf } from '../../http/download.ts';
import { factSheet } from './fact-sheet.ts';
import * as service from './fire-light.service.ts';

export function fireLightRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.openFireLight, async (call) => ({ data: await service.openDashboard(deps, call) }));
  bind(app, contract.startApplication, async (call) => ({
    data: await service.startApplication(deps, call, askedOf(contract.startApplication.name, call).key, call.body),
  }));
  bind(app, contract.listApplications, ({ identity, params }) => service.listApplications(deps, identity, params.id));
  bind(app, contract.downloadFactSheet, async ({ identity, params, reply }) => {
    const { name, bytes } = await factSheet(deps, identity, params);
    void reply.type('application/pdf').header('content-disposition', dispositionOf(name));
    return bytes;
  });
}
