import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Whether a page of this very origin asks. A browser sends at least one of the two headers with every write, and no
 * page can forge them. `anyLocalPort` lets the development server, which stands on another port, in.
 */
export function isSameOrigin(request: FastifyRequest, anyLocalPort: boolean): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined) return site === 'same-origin';
  if (origin === `${request.protocol}://${request.host}`) return site === undefined || site === 'same-origin';
  return anyLocalPort && LOCAL.test(origin);
}

/** @throws {Refusal} `access_denied` when a write comes without proof of this origin (promise P2). */
export function requireSameOrigin(request: FastifyRequest, anyLocalPort: boolean): void {
  if (isSameOrigin(request, anyLocalPort)) return;
  throw new Refusal('access_denied', 'This request does not come from a page of this site.');
}
