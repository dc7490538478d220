import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandOf } from '#brands/brand.ts';
import * as contract from '#contract/public-pages.contract.ts';
import { openAt } from '#rules/public-pages/opening-hours.ts';
import { bareHost, pageHost } from '#rules/public-pages/page-host.ts';
import { isDatabaseAway } from '../../db/database-away.ts';
import { outsideAccounts } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { addressOf, networkOf } from '../../http/client-address.ts';
import { sendBytes } from '../files/file-bytes.ts';
import { linkedBytes, type StoredFile } from '../files/linked-bytes.ts';
import { sealForm } from './form-token.ts';
import { LEAD_PATH } from './lead-form.ts';
import { acceptLead, listLeads, readOwnPage } from './own-page.service.ts';
import { PAGE_FILES_PATH, type Place } from './page-facts.ts';
import { servePage } from './serve-page.ts';
import { openSites } from './take-lead.ts';

/** Paths that answer on every host. */
const EVERYWHERE =
  /^\/(v1\/users\/[^/]+\/webpage|v1\/contacts\/webpage\/[^/]+|healthz|readyz|_pages\/lead|_pages\/files\/[^/]+)\/?$/;

/** Pages of agents on hosts of their own, their leads, and what agents see of both. */
export function publicPagesRoutes(app: FastifyInstance, deps: Deps): void {
  const desk = openSites(deps);
  const brand = brandOf(deps.config.brand);
  const { appUrl } = deps.config;
  app.addHook('onReady', () => void desk.journal.start());
  app.addHook('onClose', async () => {
    desk.sites.stop();
    await desk.journal.close();
  });

  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    if (EVERYWHERE.test(path)) return;
    const place = await placeOf(desk, deps, request, path);
    if (place === 'app') return;
    app.limiter.count('read', networkOf(addressOf(request)));
    await servePage({ deps, brand, sites: desk.sites }, { request, reply, place, path });
    return reply;
  });

  void app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, new URLSearchParams(String(body))),
    );
    scope.post(LEAD_PATH, { bodyLimit: FORM_BYTES }, async (request: FastifyRequest, reply: FastifyReply) => {
      app.limiter.count('write', networkOf(addressOf(request)));
      return desk.takeForm(request as FastifyRequest<{ Body: URLSearchParams | undefined }>, reply);
    });
    done();
  });

  app.get<{ Params: { key: string } }>(`${PAGE_FILES_PATH}/:key`, async (request, reply) => {
    app.limiter.count('read', networkOf(addressOf(request)));
    const [file] = await outsideAccounts<StoredFile>(deps.pool, FIND_FILE, [request.params.key]);
    const bytes = linkedBytes(file ?? null);
    if (bytes === null) return reply.code(404).send();
    // Another file has another address.
    void reply.header('cache-control', 'public, max-age=3600, immutable');
    return sendBytes(deps, reply, { ...bytes, isPage: true }, request.headers.range);
  });

  bind(app, contract.readWebpage, async ({ params, request }) => {
    const place = placeAsked(params.id, request.host, appUrl);
    const facts = place === null ? null : await desk.sites.find(place);
    if (facts === null) throw unknown();
    const { page } = facts;
    const { office } = page;
    const open_now = openAt(office.hours, office.zone, deps.now()).open;
    const form = sealForm(deps.seal, facts, {
      host: bareHost(request.host) || params.id,
      at: deps.now(),
      language: 'en',
    });
    return { data: { ...page, office: { ...office, open_now }, form } };
  });

  bind(app, contract.createWebpageLead, async ({ params, body, request }) => {
    const place = placeAsked(params.domain, request.host, appUrl);
    if (place === null) throw unknown();
    await desk.takeCall(request, place, body);
    return { data: { received: true as const } };
  });

  bind(app, contract.readOwnWebpage, async ({ identity, request }) => ({
    data: await readOwnPage(deps, identity, Number(bareHostPort(request))),
  }));

  bind(app, contract.listWebpageLeads, ({ identity, query }) => listLeads(deps, identity, query));

  bindChange(app, contract.acceptWebpageLead, async ({ params, ...caller }) => ({
    data: await acceptLead(deps, caller, params.id),
  }));
}

const FIND_FILE = 'select key, name, type, bytes from find_page_file($1)';

/** Bytes of a form at most: long texts are refused at their field. */
const FORM_BYTES = 128_000;

const unknown = () => new Refusal('not_found', 'Page not found.');

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '/';

/** The port that a browser uses. */
const bareHostPort = ({ host, protocol }: FastifyRequest): string =>
  /:(\d+)$/.exec(host)?.[1] ?? (protocol === 'https' ? '443' : '80');

type Desk = ReturnType<typeof openSites>;

/**
 * Place of the page that a request is for; `app`: none. A host of neither the product nor an agency is the product's, as it was
 * before there were such pages, unless agencies point theirs here: then it is a page that isn't there.
 */
async function placeOf(
  { sites }: Desk,
  { config, log }: Deps,
  request: FastifyRequest,
  path: string,
): Promise<Place | null | 'app'> {
  const host = pageHost(request.host, config.appUrl);
  if (host.of === 'app') return 'app';
  if (host.of === 'agent') return host.name === null ? null : { of: 'agent', name: host.name };
  const { customDomains, appUrl } = config;
  if (customDomains === null) return 'app';
  const isServed = await sites.isServed(host.host).catch((error: unknown) => {
    if (!isDatabaseAway(error)) throw error;
    log.warn({ err: error }, 'whose page a host has is unknown');
    return true;
  });
  if (isServed) return { of: 'domain', host: host.host, name: agentIn(path) };
  const isOwn =
    appUrl === null || customDomains.sample || /^\/(v1|auth|metrics|docs|cable|voice|_domains)(\/|$)/.test(path);
  return isOwn ? 'app' : null;
}

const OWN_PATHS: ReadonlySet<string> = new Set(['/', '/robots.txt', '/sitemap.xml', '/thank-you']);

/** The agent in the path of an agency's domain. `null`: the agency's own page. */
const agentIn = (path: string): string | null =>
  OWN_PATHS.has(path) ? null : (/^\/([a-z0-9-]{3,32})\/?$/i.exec(path)?.[1]?.toLowerCase() ?? '-');

/**
 * The page that a call asks for, by its name or its whole host. A request that comes to the host of a page, as a trusted
 * proxy names it, is for that page alone. `null`: there can't be one.
 */
export function placeAsked(domain: string, requestHost: string, appUrl: string | null): Place | null {
  const asked = domain.includes('.')
    ? pageHost(domain, appUrl)
    : ({ of: 'agent', name: domain.toLowerCase() } as const);
  const here = pageHost(requestHost, appUrl);
  if (here.of === 'agent' && (asked.of !== 'agent' || asked.name !== here.name)) return null;
  if (asked.of === 'agent') return asked.name === null ? null : { of: 'agent', name: asked.name };
  return asked.of === 'elsewhere' ? { of: 'domain', host: asked.host, name: null } : null;
}
