import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Handler } from './call.ts';
import { route } from './route.ts';

export type { IncomingFile } from './call.ts';

/**
 * Makes a route of an endpoint: method, path, parsing, access, identity check, rate, idempotency and the OpenAPI entry
 * come from the contract, so a route can't drift from it.
 *
 * @throws when the endpoint lacks a declaration; the server then doesn't start (promise P7).
 */
export function bind<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  route(app, endpoint, handler as unknown as Handler<Endpoint>);
}
