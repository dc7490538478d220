import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { customDomains, verifyCustomDomain } from '#contract/custom-domains.contract.ts';
import type { Params, Query } from '#contract/endpoint.ts';
import { transactionOutside } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { createRow, listRows, updateRow } from '../../resource/resource.service.ts';
import type { Values } from '../../resource/table.ts';
import { CUSTOM_DOMAINS } from './custom-domains.table.ts';
import { domainOf, readInstructions, verifyDomain } from './custom-domains.service.ts';
import { domainOfHost } from './domain-of-host.ts';

/** Where the proxy asks whether it may get a certificate for a name (Caddy's `on_demand_tls ask`). */
export const ASK_PATH = '/_domains/ask';

/** Names that are still allowed while the database is away, at most. Ours. */
const MOST_REMEMBERED = 10_000;

export function customDomainsRoutes(app: FastifyInstance, deps: Deps): void {
  bindResource(app, deps, customDomains, CUSTOM_DOMAINS, {
    list: async ({ identity, query }) => {
      const rows = await listRows(deps, identity, CUSTOM_DOMAINS, (query ?? {}) as Query<typeof customDomains.list>);
      return { data: rows.map((row) => domainOf(deps, row)) };
    },
    create: async (call) => ({
      data: domainOf(deps, await createRow(deps, call, customDomains, CUSTOM_DOMAINS, call.body as Values)),
    }),
    update: async (call) => {
      const { id } = call.params as Params<typeof customDomains.update>;
      const body = call.body as Values;
      return { data: domainOf(deps, await updateRow(deps, call, customDomains, CUSTOM_DOMAINS, { id, body })) };
    },
    instructions: async ({ identity, params }) => ({
      data: await readInstructions(deps, identity, (params as Params<typeof customDomains.instructions>).id),
    }),
  });
  bind(app, verifyCustomDomain, async (call) => ({ data: await verifyDomain(deps, call, call.params.id) }));
  askRoute(app, deps);
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * 200 for a name that is served, 404 for any other. The proxy asks at handshakes, so a name that was allowed stays allowed
 * while the database is away; no other is.
 */
function askRoute(app: FastifyInstance, { config, pool }: Deps): void {
  const token = config.customDomains?.askToken ?? null;
  if (token === null) return;
  const allowed = new Set<string>();
  app.get<{ Querystring: { domain?: string; token?: string } }>(
    ASK_PATH,
    { logLevel: 'warn' },
    async ({ query }, reply) => {
      const { domain = '', token: given = '' } = query;
      if (!timingSafeEqual(digest(String(given)), digest(token))) return reply.code(404).send();
      const name = String(domain).toLowerCase();
      try {
        const served = await transactionOutside(pool, (tx) => domainOfHost(tx, name));
        if (served === null) allowed.delete(name);
        else if (allowed.size < MOST_REMEMBERED) allowed.add(name);
        return await reply.code(served === null ? 404 : 200).send();
      } catch (error) {
        if (!allowed.has(name)) throw error;
        return reply.code(200).send();
      }
    },
  );
}
