import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import type { Config } from '../config.ts';
import { isSiblingOrigin } from './cross-origin.ts';

const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

const ownOriginOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;

/**
 * Returns whether the request comes from a page of this very site: of this origin, or of the host that `api.` precedes.
 * Browsers send at least one of the two headers with every write, and no page can forge them. `anyLocalPort` admits the
 * development server on another port.
 */
export function isSameOrigin(request: FastifyRequest, anyLocalPort: boolean): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined) return site === 'same-origin';
  if (origin === ownOriginOf(request)) return site === undefined || site === 'same-origin';
  if (isSiblingOrigin(request)) return site === undefined || site === 'same-site';
  return anyLocalPort && LOCAL.test(origin);
}

/** @throws {Refusal} `access_denied` for a write without proof of this origin (promise P2). */
export function requireSameOrigin(request: FastifyRequest, anyLocalPort: boolean): void {
  if (isSameOrigin(request, anyLocalPort)) return;
  throw new Refusal('access_denied', "This request doesn't come from a page of this site.");
}

/** Public address of the app, for links: as configured, otherwise the origin of the requesting page. */
export function publicOriginOf({ appUrl, appEnv }: Pick<Config, 'appUrl' | 'appEnv'>, request: FastifyRequest): string {
  if (appUrl !== null) return appUrl;
  const anyLocalPort = appEnv === 'development';
  const { origin } = request.headers;
  return origin !== undefined && isSameOrigin(request, anyLocalPort) ? origin : ownOriginOf(request);
}
