import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Handler } from './call.ts';
import { onceInOne } from './once-in-one.ts';
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

/**
 * Like `bind`, for a write that does everything in the database, in one transaction: its idempotency key and its answer
 * commit with it. A handler that reaches outside, or keeps something after a refusal, is bound by `bind`, which claims
 * the key first.
 */
export function bindChange<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  route(app, endpoint, handler as unknown as Handler<Endpoint>, onceInOne);
}
