import type { FastifyInstance } from 'fastify';
import { downloadComraLeads, listComraLeads } from '#contract/comra-leads.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { csvFile } from '../../http/download.ts';
import { leadsFile, listLeads } from './comra-leads.service.ts';

export function comraLeadsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listComraLeads, ({ identity, query }) => listLeads(deps, identity, query));
  bind(app, downloadComraLeads, async ({ identity, query, reply }) =>
    csvFile(reply, 'comra-leads.csv', await leadsFile(deps, identity, query)),
  );
}
