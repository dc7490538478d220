import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/aftercares.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as service from './aftercares.service.ts';

export function aftercaresRoutes(app: FastifyInstance, deps: Deps): void {
  bindChange(app, contract.enrollInAftercare, async (call) => ({
    data: await service.enroll(deps, call, call.params.id, call.body),
  }));
  bind(app, contract.readFamilyStatus, async ({ identity, params }) => ({
    data: await service.familyStatus(deps, identity, params.id),
  }));
  bindChange(app, contract.markAftercareStep, async (call) => ({
    data: await service.markStep(deps, call, call.params.id, call.body),
  }));
  bindChange(app, contract.withdrawFromAftercare, async (call) => ({
    data: await service.withdraw(deps, call, call.params.id),
  }));
}
