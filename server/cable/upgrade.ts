import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { CABLE_PATH, CABLE_PROTOCOL } from '#contract/_cable.contract.ts';
import type { Config } from '../config.ts';
import { addressOfUpgrade, isSecureUpgrade, trustIn } from '../http/client-address.ts';
import { isApiOf } from '../http/cross-origin.ts';
import { UNSUPPORTED_PROTOCOL } from './protocol.ts';

type UpgradeRefusal =
  | '401 Unauthorized'
  | '404 Not Found'
  | '409 Conflict'
  | '429 Too Many Requests'
  | '503 Service Unavailable';

/** Milliseconds for a refused client to close its side. Ours: HTTP's own time limits end with the upgrade. */
const CLOSE_MS = 1_000;

/** Answers an upgrade with a plain HTTP status, and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: UpgradeRefusal) {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // What the client still sends is read: unread, it would cost it the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), CLOSE_MS).unref();
}

export const isCablePath = ({ url = '' }: IncomingMessage): boolean =>
  url === CABLE_PATH || url.startsWith(`${CABLE_PATH}?`);

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Facts of the connection. */
export interface Site {
  readonly secure: boolean;
  /** Admits the development server on another port. */
  readonly anyLocalPort: boolean;
}

/**
 * True when the request comes from a page of this site, over the same protocol: of this host, or of the host that `api.`
 * precedes. A request without an Origin isn't from a browser, and is refused as in Rails.
 */
export function isOwnOrigin({ headers }: IncomingMessage, { secure, anyLocalPort }: Site): boolean {
  const { origin, host } = headers;
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
  const { host: page, protocol } = new URL(origin);
  if (isApiOf(page, host) && protocol === (secure ? 'https:' : 'http:')) return true;
  return anyLocalPort && LOCAL_HOST.test(page) && LOCAL_HOST.test(host);
}

/** Origin of a connection that is about to open. */
export interface UpgradeCaller {
  readonly cookie: string | undefined;
  readonly address: string;
  readonly secure: boolean;
  /** True: from a page of this site. */
  readonly isOwn: boolean;
}

/** Returns what reads an upgrade, with the address and protocol that trusted proxies tell. */
export function callersOf({ appEnv, trustedProxies }: Pick<Config, 'appEnv' | 'trustedProxies'>) {
  const isTrusted = trustIn(trustedProxies);
  const anyLocalPort = appEnv === 'development';
  return (request: IncomingMessage): UpgradeCaller => {
    const secure = isSecureUpgrade(request, isTrusted);
    const isOwn = isOwnOrigin(request, { secure, anyLocalPort });
    return { cookie: request.headers.cookie, address: addressOfUpgrade(request, isTrusted), secure, isOwn };
  };
}

/** Chooses like Rails: ours, else the one that reports the mismatch, else none. */
export function chooseProtocol(offered: ReadonlySet<string>): string | false {
  if (offered.has(CABLE_PROTOCOL)) return CABLE_PROTOCOL;
  return offered.has(UNSUPPORTED_PROTOCOL) ? UNSUPPORTED_PROTOCOL : false;
}
