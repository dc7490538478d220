import type { FastifyInstance } from 'fastify';
import { downloadComraLeads, listComraLeads } from '#contract/comra-leads.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { dispositionOf } from '../imports/corrections/problem-sheet.ts';
import { leadsFile, listLeads } from './comra-leads.service.ts';

export function comraLeadsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listComraLeads, ({ identity, query }) => listLeads(deps, identity, query));
  bind(app, downloadComraLeads, async ({ identity, query, reply }) => {
    void reply.type('text/csv; charset=utf-8').header('content-disposition', dispositionOf('comra-leads.csv'));
    return leadsFile(deps, identity, query);
  });
}
