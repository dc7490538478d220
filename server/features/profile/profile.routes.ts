import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/profile.contract.ts';
import { accountTypeOf } from '#rules/access/account-type.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { readMe } from '../session/session.service.ts';
import * as service from './profile.service.ts';

export function profileRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.readProfile, async ({ identity }) => {
    const { profile, first_name, last_name, roles, webpage } = await readMe(deps, identity);
    const { about_me, photo: webpage_photo, flyer: webpage_flyer } = webpage;
    const account_type = accountTypeOf(roles);
    return { data: { ...profile, first_name, last_name, about_me, account_type, webpage_photo, webpage_flyer } };
  });

  bind(app, contract.updateTheme, async ({ identity, body }) => ({
    data: await service.updateTheme(deps, identity, body),
  }));

  bind(app, contract.updateTimezone, async ({ body, ...caller }) => ({
    data: await service.updateTimezone(deps, caller, body),
  }));

  bind(app, contract.updateProfile, async ({ body, ...caller }) => ({
    data: await service.updateProfile(deps, caller, body),
  }));

  bind(app, contract.updateUser, async ({ params, body, ...caller }) => ({
    data: await service.updateUser(deps, caller, { ...params, ...body }),
  }));

  bind(app, contract.updateWebpage, async ({ params, body, ...caller }) => ({
    data: await service.updateWebpage(deps, caller, { ...params, ...body }),
  }));

  bind(app, contract.acceptTos, async ({ body, ...caller }) => ({
    data: await service.acceptTos(deps, caller, body ?? {}),
  }));

  bind(app, contract.listAuthIps, async ({ identity }) => ({ data: await service.listAuthIps(deps, identity) }));

  bind(app, contract.listOwners, async ({ identity }) => ({ data: await service.listOwners(deps, identity) }));
}
