import type { FastifyInstance } from 'fastify';
import { readCallList } from '#contract/call-list.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import * as callList from './call-list.service.ts';

export function callListRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, readCallList, ({ identity, body }) => callList.readCallList(deps, identity, body));
}
