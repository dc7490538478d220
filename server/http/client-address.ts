import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/** Whence a request comes. A proxy may name a port as well, or nobody; then it is the proxy itself. */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const found = WITH_PORT.exec(ip);
  const named = found?.[1] ?? found?.[2] ?? ip;
  return isIP(named) > 0 ? named : (socket.remoteAddress ?? '::');
}
