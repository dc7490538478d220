import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/verifications.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as runs from './runs.service.ts';
import * as verifications from './verifications.service.ts';

export function verificationsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.validateMobileSingle, async (call) => ({
    data: await verifications.verifyOne(deps, call, call.body),
  }));
  bind(app, contract.validateMobileBulk, async ({ identity, body }) => ({
    data: await runs.estimateRun(deps, identity, body.selection),
  }));
  bindChange(app, contract.purchaseMobileValidation, async (call) => ({
    data: await runs.startRun(deps, call, call.body),
  }));
  bindChange(app, contract.verifyGroup, async (call) => ({ data: await runs.startRun(deps, call, call.body) }));
  bind(app, contract.listPhoneVerifications, ({ identity, query }) =>
    verifications.listVerifications(deps, identity, query),
  );
  bind(app, contract.listVerificationRuns, ({ identity, query }) =>
    runs.listRuns(deps, identity, { ...query, running: query.running === 'true' }),
  );
  bind(app, contract.readVerificationRun, async ({ identity, params }) => ({
    data: await runs.readRun(deps, identity, params.id),
  }));
  bindChange(app, contract.pauseVerificationRun, async (call) => ({
    data: await runs.commandRun(deps, call, call.params.id, 'pause'),
  }));
  bindChange(app, contract.resumeVerificationRun, async (call) => ({
    data: await runs.commandRun(deps, call, call.params.id, 'resume'),
  }));
  bindChange(app, contract.cancelVerificationRun, async (call) => ({
    data: await runs.commandRun(deps, call, call.params.id, 'cancel'),
  }));
}
