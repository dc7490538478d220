import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/session.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { addressOf } from '../../http/client-address.ts';
import { clearToken, giveToken } from '../../http/session-cookie.ts';
import { listOwners, readMe, signIn, signOut, updateTheme } from './session.service.ts';

export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.signIn, async ({ body, identity, requestId, request, reply }) => {
    const userAgent = request.headers['user-agent'] ?? '';
    const client = { ip: addressOf(request), userAgent, requestId, before: identity };
    const { token, seconds, user } = await signIn(deps, body, client);
    giveToken(request, reply, token, seconds);
    return { data: { user } };
  });

  bind(app, contract.signOut, async ({ identity, requestId, request, reply }) => {
    await signOut(deps, identity, requestId);
    clearToken(request, reply);
  });

  bind(app, contract.readMe, async ({ identity }) => ({ data: await readMe(deps, identity) }));

  bind(app, contract.readProfile, async ({ identity }) => {
    const { profile, first_name, last_name, roles } = await readMe(deps, identity);
    return { data: { ...profile, first_name, last_name, account_type: roles[0] ?? 'basic' } };
  });

  bind(app, contract.updateTheme, async ({ identity, body }) => ({ data: await updateTheme(deps, identity, body) }));

  bind(app, contract.listOwners, async ({ identity }) => ({ data: await listOwners(deps, identity) }));
}
