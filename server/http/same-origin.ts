import type { FastifyRequest } from 'fastify';
import { isTryout } from '#rules/access/tryout.ts';
import { Refusal } from '../errors.ts';
import { StartFault } from '../start-fault.ts';
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

const NO_PUBLIC_ADDRESS =
  'APP_URL is missing. Set it to the address that people open, such as https://crm.example.com: links in e-mails start with it.';

/** @throws {StartFault} in stage and production without `APP_URL`. */
export function requirePublicAddress({ appUrl, appEnv }: Pick<Config, 'appUrl' | 'appEnv'>): void {
  if (appUrl === null && !isTryout(appEnv)) throw new StartFault(NO_PUBLIC_ADDRESS);
}

/**
 * Passwords and codes travel over https only, except in development and demo, or where the operator allows it.
 * @throws {Refusal} `access_denied`
 */
export function requireHttps(
  { appEnv, allowPlainHttp }: Pick<Config, 'appEnv' | 'allowPlainHttp'>,
  { protocol }: Pick<FastifyRequest, 'protocol'>,
): void {
  if (protocol === 'https' || allowPlainHttp || isTryout(appEnv)) return;
  throw new Refusal('access_denied', "Sign-in isn't available over plain HTTP. Open this site with https.");
}

/**
 * Public address of the app, for links: as configured, otherwise the origin of the requesting page.
 * @throws {StartFault} in stage and production without a configured one, since a request may name any host.
 */
export function publicOriginOf(config: Pick<Config, 'appUrl' | 'appEnv'>, request: FastifyRequest): string {
  requirePublicAddress(config);
  const { appUrl, appEnv } = config;
  if (appUrl !== null) return appUrl;
  const anyLocalPort = appEnv === 'development';
  const { origin } = request.headers;
  return origin !== undefined && isSameOrigin(request, anyLocalPort) ? origin : ownOriginOf(request);
}
