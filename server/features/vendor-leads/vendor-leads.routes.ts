import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/vendor-leads.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { csvFile } from '../../http/download.ts';
import { listScorecards, scorecardLines } from '../comra-leads/scorecards.service.ts';
import * as receiving from './receive-lead.service.ts';
import * as service from './vendor-leads.service.ts';

export function vendorLeadsRoutes(app: FastifyInstance, deps: Deps): void {
  // Not `bindChange`: a refused lead is kept, too.
  bind(app, contract.receiveLead, async ({ body, ...caller }) => ({
    data: await receiving.receive(deps, caller, body),
  }));
  bind(app, contract.listVendorLeads, ({ identity, query }) => service.listLeads(deps, identity, query));
  bind(app, contract.downloadVendorLeads, async ({ identity, query, reply }) =>
    csvFile(reply, 'vendor-leads.csv', await service.leadLines(deps, identity, query)),
  );
  bind(app, contract.readVendorLead, async ({ identity, params }) => ({
    data: await service.readLead(deps, identity, params.id),
  }));
  bind(app, contract.replayVendorLead, async ({ params, body, ...caller }) => ({
    data: await receiving.replay(deps, caller, params.id, body),
  }));
  bind(app, contract.readContactVendor, async ({ identity, params }) => ({
    data: await service.readContactVendor(deps, identity, params.id),
  }));
  bind(app, contract.downloadScorecards, async ({ identity, query, reply }) =>
    csvFile(reply, 'lead-vendors.csv', await scorecardLines(deps, identity, query)),
  );
  bind(app, contract.listScorecards, ({ identity, query }) => listScorecards(deps, identity, query));
}
