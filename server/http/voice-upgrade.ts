import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { VOICE_PATH } from '#contract/phone.contract.ts';
import { isOwnOrigin, refuseUpgrade } from '../cable/upgrade.ts';
import type { Deps } from '../deps.ts';
import { KEY_HEADER, REACHED_HEADER, voiceAddress, voiceKeys } from '../voice/voice-address.ts';

/** Headers of a WebSocket handshake that are forwarded; everything else, such as the cookie, stays here. */
const PASSED = [
  'host',
  'upgrade',
  'connection',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
] as const;

const isVoicePath = ({ url = '' }: IncomingMessage): boolean => url === VOICE_PATH || url.startsWith(`${VOICE_PATH}?`);

export interface VoicePassage {
  /** Ends forwarded connections: browsers reconnect to another process. */
  close(): void;
}

/**
 * Passes browsers that request the embedded line on to the voice process, byte by byte, with the address they reached.
 * Pages of other sites are refused. Other paths are left to the earlier listeners.
 */
export function passVoiceOn(server: Server, { config, seal }: Pick<Deps, 'config' | 'seal'>): VoicePassage {
  const anyLocalPort = config.appEnv === 'development';
  const open = new Set<Duplex>();

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (!isOwnOrigin(request, anyLocalPort)) return refuseUpgrade(socket, '404 Not Found');
    const far = connect(voiceAddress(config));
    let answered = false;
    far.on('error', () => {
      if (answered) socket.destroy();
      else refuseUpgrade(socket, '503 Service Unavailable');
    });
    far.on('connect', () => {
      answered = true;
      far.setNoDelay();
      far.write(handshake(request, voiceKeys(seal)[0] ?? ''));
      if (head.length > 0) far.write(head);
      far.pipe(socket).pipe(far);
    });
    open.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      far.destroy();
    });
    far.on('close', () => socket.end());
  };

  const others = server.listeners('upgrade') as (typeof upgrade)[];
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isVoicePath(request)) return upgrade(request, socket, head);
    for (const other of others) other.call(server, request, socket, head);
  });
  return {
    close: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

function handshake({ headers, socket }: IncomingMessage, key: string): string {
  const lines = PASSED.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${String(headers[name])}`]));
  const own = [`${KEY_HEADER}: ${key}`, `${REACHED_HEADER}: ${socket.localAddress ?? ''}`];
  return [`GET ${VOICE_PATH} HTTP/1.1`, ...lines, ...own, '', ''].join('\r\n');
}
