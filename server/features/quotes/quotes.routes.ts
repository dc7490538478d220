import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/quotes.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { connectCsg, readConnection } from './connection.service.ts';
import * as quotes from './quotes.service.ts';

export function quotesRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.listQuotePlans, ({ identity, body }) => quotes.listPlans(deps, identity, body.zip_code));
  bind(app, contract.readPlanDetails, ({ body }) => Promise.resolve(quotes.readDetails(deps, body.plan)));
  bind(app, contract.askQuote, async ({ identity, body }) => {
    const { source, place, rates, assumptions } = await quotes.ratesFor(deps, identity, body);
    const data = rates.map((rate) => ({ ...quotes.toQuote(rate), key: rate.key }));
    return { data, meta: { source, place, assumptions: [...assumptions] } };
  });
  bind(app, contract.readCsgConnection, async ({ identity }) => ({ data: await readConnection(deps, identity) }));
  bind(app, contract.authenticateCsg, async (call) => ({ data: await connectCsg(deps, call, call.body.api_key) }));
}
