import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  IDEMPOTENCY_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
  IDENTITY_HEADER,
  REQUEST_ID_HEADER,
} from '#contract/_wire.contract.ts';

/** Paths of endpoints. */
const API = /^\/(v1|auth)(\/|$|\?)/;

const METHODS = 'GET, POST, PATCH, PUT, DELETE';
const REQUEST_HEADERS = ['content-type', IDENTITY_HEADER, IDEMPOTENCY_HEADER, REQUEST_ID_HEADER].join(', ');
const ANSWER_HEADERS = [REQUEST_ID_HEADER, IDEMPOTENT_REPLAYED_HEADER, 'retry-after', 'content-disposition'].join(', ');

/** Seconds for which a browser may cache the preflight. Source: Chromium's maximum. */
const PREFLIGHT_S = 7_200;

/** Returns whether this host serves the page's API: the page's own host, or that host with `api.` in front. */
export const isApiOf = (pageHost: string, host: string): boolean =>
  pageHost !== '' && (pageHost === host.toLowerCase() || `api.${pageHost}` === host.toLowerCase());

/** The host of an origin as a browser writes it. `null`: it is none, `null` for one. */
function hostOfOrigin(origin: string): string | null {
  if (!URL.canParse(origin)) return null;
  const { host, origin: normal } = new URL(origin);
  return normal === origin && host !== '' ? host : null;
}

/** Returns whether this host is the API of the page's origin, on another host over the same protocol. */
export function isSiblingOrigin({ headers: { origin }, protocol, host }: FastifyRequest): boolean {
  if (origin === undefined || !origin.startsWith(`${protocol}://`)) return false;
  const page = hostOfOrigin(origin);
  return page !== null && page !== host.toLowerCase() && isApiOf(page, host);
}

/** Allows pages of `<host>`, and no others, to call the API on `api.<host>` with their cookie (promise P2). */
export function answerSiblings(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!API.test(request.url)) return done();
    // A response cached for one origin isn't valid for another.
    void reply.header('vary', 'origin');
    if (!isSiblingOrigin(request)) return done();
    void reply.headers({
      'access-control-allow-origin': request.headers.origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': ANSWER_HEADERS,
    });
    if (!isPreflight(request)) return done();
    answerPreflight(reply);
  });
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

function answerPreflight(reply: FastifyReply): void {
  void reply.headers({
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-max-age': String(PREFLIGHT_S),
  });
  void reply.code(204).send();
}
