import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Returns whether an address is a proxy whose `X-Forwarded-*` headers count (`TRUSTED_PROXIES`). */
export type IsTrusted = (address: string, distance: number) => boolean;

export const trustIn = (proxies: readonly string[]): IsTrusted =>
  proxies.length === 0 ? () => false : proxyAddress.compile([...proxies]);

const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/** Client address of a request. A proxy may add a port, or name no one; then it is the proxy itself. */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const found = WITH_PORT.exec(ip);
  const named = found?.[1] ?? found?.[2] ?? ip;
  return isIP(named) > 0 ? named : (socket.remoteAddress ?? '::');
}

/** The same of a socket that is about to open, which Fastify never sees. */
export const addressOfUpgrade = (request: IncomingMessage, isTrusted: IsTrusted): string =>
  addressOf({ ip: proxyAddress(request, isTrusted), socket: request.socket });

/** True when such a socket uses https, here or at a trusted proxy in front. */
export function isSecureUpgrade({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): boolean {
  if ('encrypted' in socket) return true;
  const told = String(headers['x-forwarded-proto'] ?? '');
  return isTrusted(socket.remoteAddress ?? '', 0) && told.split(',').at(-1)?.trim() === 'https';
}

/** Tells the operator once that a proxy is not trusted: all of its clients then share one address. */
export function warnOfProxies(app: FastifyInstance, isTrusted: IsTrusted): void {
  let isTold = false;
  app.addHook('onRequest', (request, _, done) => {
    const { headers, socket } = request;
    if (!isTold && headers['x-forwarded-for'] !== undefined && !isTrusted(socket.remoteAddress ?? '', 0)) {
      isTold = true;
      const proxy = socket.remoteAddress;
      app.log.warn({ proxy }, 'X-Forwarded-For is ignored: if this address is your proxy, add it to TRUSTED_PROXIES');
    }
    done();
  });
}

/** An IPv6 address counts with the /64 that it is of. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0');
  const network = [...groups, ...(tail === undefined ? [] : zeros), ...rest].slice(0, 4);
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
