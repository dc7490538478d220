import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { soaRequests } from '#contract/soa.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { addressOf } from '../../http/client-address.ts';
import { dispositionOf } from '../../http/download.ts';
import * as change from './change-soa.service.ts';
import { recordSoaRequest } from './record-soa.service.ts';
import * as sign from './sign-soa.service.ts';
import * as soa from './soa.service.ts';

/** Characters of a browser's name that are kept. Ours. */
const BROWSER_MAX = 300;

export const openerOf = (request: FastifyRequest): sign.Opener => ({
  address: addressOf(request),
  browser: (request.headers['user-agent'] ?? '').slice(0, BROWSER_MAX),
});

/** The answer is a sealed PDF under this name. */
export function asPdf(reply: FastifyReply, name: string): FastifyReply {
  return reply.type('application/pdf').header('content-disposition', dispositionOf(name));
}

export function soaRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, soaRequests.list, ({ identity, query }) => soa.listSoaRequests(deps, identity, query));
  bind(app, soaRequests.read, async ({ identity, params }) => ({
    data: await soa.readSoaRequest(deps, identity, params.id),
  }));
  bind(app, soaRequests.document, async ({ identity, params, reply }) => {
    const document = await soa.readDocument(deps, identity, params.id);
    void asPdf(reply, `scope-of-appointment-${params.id}.pdf`);
    return document as never;
  });
  bind(app, soaRequests.verify, async ({ identity, params }) => ({
    data: await soa.verifySoaRequest(deps, identity, params.id),
  }));
  bindChange(app, soaRequests.create, async (call) => ({
    data: await change.createSoaRequest(deps, call, call.body),
  }));
  bind(app, soaRequests.send, async (call) => ({
    data: await change.sendSoaRequest(deps, call, call.params.id, call.body.way),
  }));
  bind(app, soaRequests.record, async (call) => ({
    data: await recordSoaRequest(deps, call, call.params.id, call),
  }));
  bindChange(app, soaRequests.complete, async (call) => ({
    data: await change.completeSoaRequest(deps, call, call.params.id, call.body),
  }));
  bindChange(app, soaRequests.reject, async (call) => ({
    data: await change.rejectSoaRequest(deps, call, call.params.id, call.body.reason),
  }));
  bind(app, soaRequests.view, async ({ params, query, request }) => ({
    data: await sign.viewSoa(deps, { token: params.id, domainName: query.domain_name }, openerOf(request)),
  }));
  bind(app, soaRequests.submit, async ({ params, query, body, request }) => ({
    data: await sign.submitSoa(deps, { token: params.id, domainName: query.domain_name }, openerOf(request), body),
  }));
}
