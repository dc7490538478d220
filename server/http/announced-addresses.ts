import type { Server } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { isTryout } from '#rules/access/tryout.ts';
import type { Config } from '../config.ts';

/** In the environment of a `web` behind a breakable connection of the demo world. */
export const BEHIND_LINE = 'BEHIND_DEMO_LINE';

/** Bytes of the longest announcement. Source: the PROXY protocol, version 1. */
const LONGEST = 107;

/** Time limit for the announcement, in ms. Our choice: the connection sends it immediately, before any delayed data. */
const ANNOUNCED_MS = 5_000;

const ANNOUNCEMENT = /^PROXY TCP[46] (\S+) (\S+) \d+ \d+\r\n/;

/** In demo and development only: a client that reaches such a `web` directly could claim any address. */
export const isBehindLine = ({ appEnv }: Pick<Config, 'appEnv'>): boolean =>
  isTryout(appEnv) && process.env[BEHIND_LINE] !== undefined;

/**
 * Reads the PROXY protocol line at the start of every connection, and uses its client address and the address that they
 * reached. Closes a connection without one.
 */
export function readAnnouncedAddresses(server: Server, announcedMs = ANNOUNCED_MS): void {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    let heard = Buffer.alloc(0);
    const late = setTimeout(() => socket.destroy(), announcedMs);
    const hear = (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes]);
      const found = ANNOUNCEMENT.exec(heard.toString('latin1', 0, LONGEST));
      if (found === null && heard.length < LONGEST) return;
      socket.off('data', hear);
      clearTimeout(late);
      const [line = '', address = '', reached = ''] = found ?? [];
      if (isIP(address) === 0) return void socket.destroy();
      Object.defineProperty(socket, 'remoteAddress', { value: address });
      Object.defineProperty(socket, 'localAddress', { value: reached });
      socket.pause();
      for (const listener of listeners) listener.call(server, socket);
      if (heard.length > line.length) socket.unshift(heard.subarray(line.length));
      socket.resume();
    };
    socket.on('data', hear);
    socket.on('error', () => undefined);
    socket.on('close', () => clearTimeout(late));
  });
}
