import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';

/**
 * Proxies whose `X-Forwarded-*` headers count: those of this machine and network, because no outside client has such an
 * address.
 */
export const TRUSTED_PROXIES = ['loopback', 'linklocal', 'uniquelocal'] as const;

const isTrusted = proxyAddress.compile([...TRUSTED_PROXIES]);

const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/** Client address of a request. A proxy may add a port, or name no one; then it is the proxy itself. */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const found = WITH_PORT.exec(ip);
  const named = found?.[1] ?? found?.[2] ?? ip;
  return isIP(named) > 0 ? named : (socket.remoteAddress ?? '::');
}

/** The same of a socket that is about to open, which Fastify never sees. */
export const addressOfUpgrade = (request: IncomingMessage): string =>
  addressOf({ ip: proxyAddress(request, isTrusted), socket: request.socket });

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
