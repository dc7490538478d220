import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#brands/brand.ts';
import { bareHost } from '#rules/public-pages/page-host.ts';
import { isDatabaseAway } from '../../db/database-away.ts';
import type { Deps } from '../../deps.ts';
import type { PublicPage } from '../../http/public-page.ts';
import { agentPage, fillForm } from './agent-page.ts';
import { sealForm } from './form-token.ts';
import type { PageFacts, Place } from './page-facts.ts';
import { awayPage, thanksPage, unknownPage } from './plain-pages.ts';
import type { Sites } from './sites.ts';

/** Seconds that a cache in front may keep a page: our own is told of changes, that one isn't. */
const CACHE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60';

interface Use {
  readonly deps: Pick<Deps, 'seal' | 'now' | 'log'>;
  readonly brand: Brand;
  readonly sites: Sites;
}

interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** `null`: no one can have this address. */
  readonly place: Place | null;
  readonly path: string;
}

/** Bytes that are kept are sent as they are: a page as text is encoded for each answer. */
interface Sent extends Omit<PublicPage, 'html'> {
  readonly html: string | Buffer;
}

export const sendPage = (reply: FastifyReply, status: number, { html, policy }: Sent): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'strict-origin')
    .send(html);

/** Answers on the host of a page: the page, what search engines ask for, or that there is none. */
export async function servePage(use: Use, asked: Asked): Promise<FastifyReply> {
  const { request, reply, place, path } = asked;
  const { brand, sites, deps } = use;
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendPage(reply, 404, unknownPage(brand));
  try {
    const facts = place === null ? null : await sites.find(place);
    if (facts === null || place === null) return sendPage(reply, 404, unknownPage(brand));
    if (path === '/robots.txt') return robots(request, reply);
    if (path === '/sitemap.xml') return sitemap(request, reply, facts);
    if (path === '/thank-you') return sendPage(reply, 200, thanksPage(brand, facts.page.name, facts.page.agency));
    const isPage = path === '/' || (place.of === 'domain' && place.name !== null);
    return isPage ? show(use, request, reply, facts) : sendPage(reply, 404, unknownPage(brand));
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    deps.log.warn({ err: error }, 'a public page can’t be shown');
    if (path === '/thank-you') return sendPage(reply, 200, thanksPage(brand, '', ''));
    return sendPage(reply.header('retry-after', '30'), 503, awayPage(brand));
  }
}

const originOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host.toLowerCase()}`;

/** The address as it is written once: no query, no trailing slash. */
export const pageUrlOf = (request: FastifyRequest, path: string): string =>
  `${originOf(request)}${path === '/' ? '/' : path.toLowerCase().replace(/\/$/, '')}`;

interface Made {
  readonly minute: number;
  readonly page: PublicPage;
  readonly tag: string;
  /** With its form, which the visitors of one second share: each visit is told apart by what its browser makes. */
  filled: { readonly second: number; readonly bytes: Buffer } | null;
}

/** By what they show and their address: a page is made once a minute, as its office opens and closes. */
const made = new WeakMap<PageFacts, Map<string, Made>>();

function pageNow(brand: Brand, facts: PageFacts, url: string, at: Date): Made {
  const pages = made.get(facts) ?? new Map<string, Made>();
  made.set(facts, pages);
  const minute = Math.floor(at.getTime() / 60_000);
  const before = pages.get(url);
  if (before?.minute === minute) return before;
  const page = agentPage(brand, facts, { url, at, errors: {} });
  const tag = `"${createHash('sha256').update(page.html).digest('base64url').slice(0, 22)}"`;
  if (pages.size >= 8) pages.clear();
  const now: Made = { minute, page, tag, filled: null };
  pages.set(url, now);
  return now;
}

function filledNow({ seal }: Pick<Deps, 'seal'>, made: Made, facts: PageFacts, host: string, at: Date): Buffer {
  const second = Math.floor(at.getTime() / 1_000);
  if (made.filled?.second !== second) {
    const bytes = Buffer.from(fillForm(made.page.html, sealForm(seal, facts, host, at)));
    made.filled = { second, bytes };
  }
  return made.filled.bytes;
}

function show({ brand, deps }: Use, request: FastifyRequest, reply: FastifyReply, facts: PageFacts): FastifyReply {
  const at = deps.now();
  const made = pageNow(brand, facts, pageUrlOf(request, request.url.split('?', 1)[0] ?? '/'), at);
  const { page, tag } = made;
  void reply.headers({ 'cache-control': CACHE, etag: tag, vary: 'accept-encoding' });
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (known?.includes(tag) === true) return reply.code(304).removeHeader('content-security-policy').send();
  return sendPage(reply, 200, { ...page, html: filledNow(deps, made, facts, bareHost(request.host), at) });
}

const robots = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .type('text/plain; charset=utf-8')
    .header('cache-control', CACHE)
    .send(
      `User-agent: *\nAllow: /\nDisallow: /_pages/\nDisallow: /thank-you\nSitemap: ${originOf(request)}/sitemap.xml\n`,
    );

function sitemap(request: FastifyRequest, reply: FastifyReply, { page }: PageFacts): FastifyReply {
  const paths = ['/', ...page.agents.map(({ domain }) => `/${encodeURIComponent(domain)}`)];
  const urls = paths.map((path) => `<url><loc>${xmlText(originOf(request))}${path}</loc></url>`).join('');
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', CACHE)
    .send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`,
    );
}

const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
