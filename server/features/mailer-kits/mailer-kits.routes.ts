import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/mailer-kits.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import * as assignments from './assignments.service.ts';
import { KITS } from './mailer-kits.table.ts';

export function mailerKitsRoutes(app: FastifyInstance, deps: Deps): void {
  bindResource(app, deps, contract.mailerKits, KITS);
  bind(app, contract.countMailerAssignments, async ({ identity }) => ({
    data: await assignments.countAssignments(deps, identity),
  }));
  bind(app, contract.previewMailerAssignment, async ({ identity, body }) => ({
    data: await assignments.previewAssignment(deps, identity, body),
  }));
  bindChange(app, contract.createMailerAssignment, async (call) => ({
    data: await assignments.assignKit(deps, call, call.body),
  }));
  bindChange(app, contract.printMailerKit, async (call) => ({
    data: await assignments.printKit(deps, call, call.body.kit_id),
  }));
}
