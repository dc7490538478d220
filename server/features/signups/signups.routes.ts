import type { FastifyInstance } from 'fastify';
import { signups } from '#contract/signups.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { csvFile } from '../../http/download.ts';
import * as service from './signups.service.ts';

export function signupsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, signups.list, ({ identity, query }) => service.listSignups(deps, identity, query));
  bind(app, signups.file, async ({ identity, query, reply }) =>
    csvFile(reply, 'signups.csv', await service.signupsFile(deps, identity, query)),
  );
  bind(app, signups.read, async ({ identity, params }) => ({
    data: await service.readSignup(deps, identity, params.id),
  }));
  bind(app, signups.fetch, async ({ identity }) => ({ data: await service.fetchSignup(deps, identity) }));
  bindChange(app, signups.save, async (call) => ({ data: await service.saveSignup(deps, call, call.body) }));
  bind(app, signups.medicare, async ({ identity }) => ({ data: await service.medicareRegistered(deps, identity) }));
}
