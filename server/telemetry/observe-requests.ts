import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logFieldsOf, within } from './cause.ts';
import { requests } from './instruments.ts';
import { openSpan } from './spans.ts';

/** Gives each request its cause, and tells of its answer: in the log, the metrics and the trace. */
export function observeRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const { id: requestId, method } = request;
    const route = routeOf(request);
    const attributes = { 'http.request.method': method, 'http.route': route, request_id: requestId };
    const span = openSpan({ name: `${method} ${route}`, kind: 'request', attributes });
    request.cause = { requestId, who: null, span, events: 0 };
    within(request.cause, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    tell(request, reply);
    done();
  });
}

function tell(request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void {
  const { method, cause } = request;
  const ms = Math.round(elapsedTime);
  const labels = { method, route: labelOf(request) };
  requests.answered.inc({ ...labels, status: `${Math.trunc(status / 100)}xx` });
  requests.duration.observe(labels, elapsedTime / 1_000);
  const events = cause?.events ? { events: cause.events } : {};
  request.log.info({ method, path: routeOf(request), status, ms, ...events, ...logFieldsOf(cause) }, 'answered');
  cause?.span?.end({ failed: status >= 500, attributes: { 'http.response.status_code': status } });
}

/** Every file of the pages is a separate route: they count as one, and so does everything without a route. */
const labelOf = (request: FastifyRequest): string => {
  const route = routeOf(request);
  return API.test(route) ? route : 'page';
};

const API = /^\/(v1|auth|healthz|readyz|metrics|docs)(\/|$)/;

/** The route, not the address: what a person has typed stays out of logs, metrics and traces. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown';
