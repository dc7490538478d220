import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/two-factor.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { giveToken } from '../../http/session-cookie.ts';
import { sendCode } from '../session/second-step.service.ts';
import * as service from './two-factor.service.ts';

export function twoFactorRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.readTwoFactor, async ({ identity }) => ({ data: await service.readStatus(deps, identity) }));

  bind(app, contract.generateQr, async ({ identity, requestId }) => ({
    data: await service.beginSetUp(deps, identity, requestId),
  }));

  bind(app, contract.enableTwoFactor, async ({ identity, body, requestId, request, reply }) => {
    const { token, seconds, codes, user } = await service.enable(deps, identity, body.otp_code, requestId);
    giveToken(request, reply, token, seconds);
    return { data: { recovery_codes: codes, user } };
  });

  bind(app, contract.disableTwoFactor, async ({ identity, requestId }) => ({
    data: { user: await service.disable(deps, identity, requestId) },
  }));

  bind(app, contract.renewRecoveryCodes, async ({ identity, requestId }) => ({
    data: { recovery_codes: await service.renewCodes(deps, identity, requestId) },
  }));

  bind(app, contract.sendOtp, async ({ body, requestId }) => ({
    data: { sent_to: await sendCode(deps, body, requestId) },
  }));

  bind(app, contract.updateTwoFactor, async ({ identity, body, requestId }) => ({
    data: await service.chooseMethod(deps, identity, body.method, requestId),
  }));
}
