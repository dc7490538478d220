import type { FastifyInstance } from 'fastify';
import { agentLicenses } from '#contract/agent-licenses.contract.ts';
import type { Deps } from '../../deps.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { AGENT_LICENSES } from './agent-licenses.table.ts';

export const agentLicensesRoutes = (app: FastifyInstance, deps: Deps): void =>
  bindResource(app, deps, agentLicenses, AGENT_LICENSES);
