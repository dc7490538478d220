import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#brands/brand.ts';
import { bareHost } from '#rules/public-pages/page-host.ts';
import { askedLanguage, isPageLanguage, PAGE_LANGUAGES, type PageLanguage } from '#rules/words/page-language.ts';
import { isDatabaseAway } from '../../db/database-away.ts';
import type { Deps } from '../../deps.ts';
import type { PublicPage } from '../../http/public-page.ts';
import { agentPage, fillForm, type Shown, urlIn } from './agent-page.ts';
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

/** The language that the visitor chose, or else the one that their browser asks for. */
export function languageOf({ query, headers }: FastifyRequest): PageLanguage {
  const { lang } = query as { readonly lang?: unknown };
  return isPageLanguage(lang) ? lang : (askedLanguage(headers['accept-language']) ?? 'en');
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
  const language = languageOf(request);
  void reply.header('vary', 'accept-encoding, accept-language');
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendPage(reply, 404, unknownPage(brand, language));
  try {
    const facts = place === null ? null : await sites.find(place);
    if (facts === null || place === null) return sendPage(reply, 404, unknownPage(brand, language));
    if (path === '/robots.txt') return robots(request, reply);
    if (path === '/sitemap.xml') return sitemap(request, reply, facts);
    if (path === '/thank-you')
      return sendPage(reply, 200, thanksPage(brand, language, facts.page.name, facts.page.agency));
    const isPage = path === '/' || (place.of === 'domain' && place.name !== null);
    return isPage ? show(use, request, reply, facts) : sendPage(reply, 404, unknownPage(brand, language));
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    deps.log.warn({ err: error }, 'a public page can’t be shown');
    if (path === '/thank-you') return sendPage(reply, 200, thanksPage(brand, language, '', ''));
    return sendPage(reply.header('retry-after', '30'), 503, awayPage(brand, language));
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

/** By what they show, their language and their address: a page is made once a minute, as its office opens and closes. */
const made = new WeakMap<PageFacts, Map<string, Made>>();

function pageNow(brand: Brand, facts: PageFacts, { url, at, language }: Omit<Shown, 'errors'>): Made {
  const pages = made.get(facts) ?? new Map<string, Made>();
  made.set(facts, pages);
  const minute = Math.floor(at.getTime() / 60_000);
  const key = `${language} ${url}`;
  const before = pages.get(key);
  if (before?.minute === minute) return before;
  const page = agentPage(brand, facts, { url, at, language, errors: {} });
  const tag = `"${createHash('sha256').update(page.html).digest('base64url').slice(0, 22)}"`;
  if (pages.size >= 8) pages.clear();
  const now: Made = { minute, page, tag, filled: null };
  pages.set(key, now);
  return now;
}

function filledNow(
  { seal }: Pick<Deps, 'seal'>,
  made: Made,
  facts: PageFacts,
  form: Parameters<typeof sealForm>[2],
): Buffer {
  const { at } = form;
  const second = Math.floor(at.getTime() / 1_000);
  if (made.filled?.second !== second) {
    const bytes = Buffer.from(fillForm(made.page.html, sealForm(seal, facts, form)));
    made.filled = { second, bytes };
  }
  return made.filled.bytes;
}

function show({ brand, deps }: Use, request: FastifyRequest, reply: FastifyReply, facts: PageFacts): FastifyReply {
  const at = deps.now();
  const language = languageOf(request);
  const url = pageUrlOf(request, request.url.split('?', 1)[0] ?? '/');
  const made = pageNow(brand, facts, { url, at, language });
  const { page, tag } = made;
  void reply.headers({ 'cache-control': CACHE, etag: tag, 'content-language': language });
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (known?.includes(tag) === true) return reply.code(304).removeHeader('content-security-policy').send();
  return sendPage(reply, 200, {
    ...page,
    html: filledNow(deps, made, facts, { host: bareHost(request.host), at, language }),
  });
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
  const urls = paths.flatMap((path) =>
    PAGE_LANGUAGES.map(
      (language) => `<url><loc>${xmlText(urlIn(`${originOf(request)}${path}`, language))}</loc></url>`,
    ),
  );
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', CACHE)
    .send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
    );
}

const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
