import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/users.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { csvFile } from '../../http/download.ts';
import { publicOriginOf } from '../../http/same-origin.ts';
import { giveToken } from '../../http/session-cookie.ts';
import { actFor } from '../session/identity-stack.service.ts';
import { deactivateUser, setPaidMembership, updateUser } from './change-user.service.ts';
import { createUser } from './create-user.service.ts';
import { listUsers, userLines } from './list-users.service.ts';
import { readUser } from './read-user.service.ts';
import { listOwners, listPlaces, listPoolHolders } from './user-people.service.ts';
import { readUserRoles, updateUserRoles } from './user-roles.service.ts';

export function usersRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.listUsers, ({ identity, query }) => listUsers(deps, identity, query));
  bind(app, contract.downloadUsers, async ({ identity, query, reply }) =>
    csvFile(reply, 'users.csv', await userLines(deps, identity, query)),
  );
  bind(app, contract.listAdminOwners, async ({ identity }) => ({ data: await listOwners(deps, identity) }));
  bind(app, contract.listPoolHolders, async ({ identity }) => ({ data: await listPoolHolders(deps, identity) }));
  bind(app, contract.listUserPlaces, async ({ identity }) => ({ data: await listPlaces(deps, identity) }));
  bind(app, contract.readUser, async ({ identity, params }) => ({ data: await readUser(deps, identity, params.id) }));
  bind(app, contract.readUserRoles, async ({ identity, params }) => ({
    data: await readUserRoles(deps, identity, params.id),
  }));

  bind(app, contract.createUser, async ({ identity, requestId, request, body }) => ({
    data: await createUser(deps, { identity, requestId, origin: publicOriginOf(deps.config, request) }, body.user),
  }));
  bindChange(app, contract.updateAdminUser, async (call) => ({ data: await updateUser(deps, call, call.body.user) }));
  bindChange(app, contract.quickUpdateUser, async (call) => ({ data: await updateUser(deps, call, call.body.user) }));
  bindChange(app, contract.deactivateUser, async (call) => ({ data: await deactivateUser(deps, call) }));
  bindChange(app, contract.updateUserRoles, async (call) => ({
    data: await updateUserRoles(deps, call, call.body.account_type),
  }));
  bindChange(app, contract.setPaidMembership, async (call) => ({
    data: await setPaidMembership(deps, call, call.body.paid_membership),
  }));

  bind(app, contract.loginAsUser, async ({ identity, requestId, request, reply, params, body }) => {
    const step = { loginType: body.login_type, reason: body.reason };
    const { token, seconds, user, marker } = await actFor(deps, identity, params.id, step, requestId);
    giveToken(request, reply, token, seconds);
    return { data: { user, marker } };
  });
}
