import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/session.contract.ts';
import { signIn as signInEndpoint } from '#contract/session/sign-in.contract.ts';
import * as own from '#contract/session/own-sessions.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { observeSignIn } from '../../telemetry/observe-sign-in.ts';
import { addressOf } from '../../http/client-address.ts';
import { clearToken, deviceCookieOf, giveToken } from '../../http/session-cookie.ts';
import { markDevice } from './mark-device.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { leave } from './identity-stack.service.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.service.ts';
import { finishSecondStep } from './second-step.service.ts';
import { readMe, signOut } from './session.service.ts';
import { signIn } from './sign-in.service.ts';

export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, signInEndpoint, async ({ body, identity, requestId, request, reply }) => {
    const userAgent = request.headers['user-agent'] ?? '';
    const client = { ip: addressOf(request), userAgent, requestId, before: identity };
    const result =
      'username' in body
        ? await observeSignIn('password', signIn(deps, body, client, deviceCookieOf(request)))
        : await observeSignIn('second_step', finishSecondStep(deps, body, client));
    if (!('token' in result)) return { data: result };
    giveToken(request, reply, result.token, result.seconds);
    markDevice(deps, request, reply, result.user.id);
    return { data: { user: result.user } };
  });

  bind(app, contract.signOut, async ({ identity, requestId, request, reply }) => {
    await signOut(deps, identity, requestId);
    clearToken(request, reply);
  });

  bind(app, contract.leaveIdentity, async ({ params, identity, requestId, request, reply }) => {
    const { token, seconds, user } = await leave(deps, identity, params.id, requestId);
    giveToken(request, reply, token, seconds);
    return { data: { user } };
  });

  bind(app, contract.confirmIdentity, async ({ body, identity, requestId, request, reply }) => {
    const from = { ip: addressOf(request), requestId, deviceCookie: deviceCookieOf(request) };
    const { token, seconds, sudoUntil } = await confirmIdentity(deps, identity, body, from);
    giveToken(request, reply, token, seconds);
    return { data: { sudo_until: sudoUntil.toISOString() } };
  });

  bind(app, own.listOwnSessions, async ({ identity }) => ({ data: await listOwnSessions(deps, identity) }));

  bindChange(app, own.endOwnSession, ({ params, identity, requestId }) =>
    endOwnSession(deps, identity, params.id, requestId),
  );

  bindChange(app, own.endOtherSessions, async ({ identity, requestId }) => ({
    data: { ended: await endOtherSessions(deps, identity, requestId) },
  }));

  bind(app, contract.readMe, async ({ identity }) => ({ data: await readMe(deps, identity) }));
}
