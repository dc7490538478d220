import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/passwords.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { publicOriginOf } from '../../http/same-origin.ts';
import { giveToken } from '../../http/session-cookie.ts';
import { markDevice } from '../session/mark-device.ts';
import { requestReset, resetByToken, updatePassword } from './passwords.service.ts';

export function passwordsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.requestPasswordReset, async ({ body, requestId, request }) => {
    const origin = publicOriginOf(deps.config, request);
    await requestReset(deps, { wanted: body.username, origin }, requestId);
  });

  bind(app, contract.resetPasswordByToken, async ({ body, requestId, request, reply }) => {
    const { userId, username } = await resetByToken(deps, body, requestId);
    markDevice(deps, request, reply, userId);
    return { data: { username } };
  });

  bind(app, contract.updatePassword, async ({ params, body, identity, requestId, request, reply }) => {
    const wanted = { id: params.id, password: body.password };
    const { token, seconds } = await updatePassword(deps, identity, wanted, requestId);
    giveToken(request, reply, token, seconds);
    markDevice(deps, request, reply, identity.userId);
  });
}
