import { timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocketServer } from 'ws';
import { VOICE_PATH } from '#contract/phone.contract.ts';
import { NoSuchCall } from '../adapters/voice/voice-line.ts';
import { refuseUpgrade } from '../cable/upgrade.ts';
import { Unfit } from './calls-errors.ts';
import type { ControlCommand } from './control-client.ts';
import { MAX_FRAME_BYTES } from './frames.ts';
import type { Gateway } from './gateway.ts';
import { ACCOUNT_HEADER, KEY_HEADER, REACHED_HEADER } from './voice-address.ts';

const CALL = /^\/calls\/(CA[0-9a-f]{32})$/;
/** Liveness address for an orchestrator; discloses nothing else. */
const HEALTH = '/health';

interface Use {
  readonly gateway: Pick<Gateway, 'take' | 'command' | 'counts'>;
  /** Any of them opens. */
  readonly keys: readonly string[];
  onTrouble(error: unknown): void;
}

export interface VoiceServer {
  /** `null`: it listens at a socket. */
  readonly port: number | null;
  /** Takes no new ones. */
  close(): Promise<void>;
}

/**
 * Accepts browsers forwarded by `web`, and requests of `web` about calls. Both carry the key of the installation:
 * anyone who bypasses `web` is refused.
 */
export async function openVoiceServer(at: ListenOptions, { gateway, keys, onTrouble }: Use): Promise<VoiceServer> {
  const sockets = new WebSocketServer({ noServer: true, clientTracking: true, maxPayload: MAX_FRAME_BYTES });
  const isOurs = ({ headers }: IncomingMessage) => keys.some((key) => isSame(key, String(headers[KEY_HEADER] ?? '')));

  const server = createServer((request, response) => {
    if (request.url === HEALTH) return void response.writeHead(200).end();
    if (!isOurs(request)) return void response.writeHead(401).end();
    const sid = CALL.exec(request.url ?? '')?.[1];
    if (request.method !== 'POST' || sid === undefined) return void response.writeHead(404).end();
    void obey(gateway, sid, request, response).catch((error: unknown) => {
      onTrouble(error);
      response.writeHead(500).end();
    });
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (!isOurs(request) || request.url?.split('?', 1)[0] !== VOICE_PATH) return refuseUpgrade(socket, '404 Not Found');
    const reached = String(request.headers[REACHED_HEADER] ?? '');
    const account = String(request.headers[ACCOUNT_HEADER] ?? '');
    sockets.handleUpgrade(request, socket, head, (taken) => gateway.take(taken, reached, account));
  });

  if (at.path !== undefined) rmSync(at.path, { force: true });
  // The mode of a socket counts from the first moment.
  const mask = process.umask(0o177);
  await new Promise<void>((done, refuse) => {
    server.once('error', refuse);
    server.listen(at, done);
    process.umask(mask);
  });
  return {
    port: at.path === undefined ? (server.address() as AddressInfo).port : null,
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function obey(gateway: Use['gateway'], sid: string, request: IncomingMessage, response: ServerResponse) {
  try {
    await gateway.command(sid, JSON.parse(await text(request)) as ControlCommand);
    response.writeHead(204).end();
  } catch (error) {
    if (error instanceof NoSuchCall) response.writeHead(404).end();
    else if (error instanceof Unfit) response.writeHead(409).end(error.message);
    else throw error;
  }
}

function isSame(key: string, text: string): boolean {
  const [known, given] = [Buffer.from(key), Buffer.from(text)];
  // Compares bytes: a letter may take two, and unequal lengths throw.
  return known.length === given.length && timingSafeEqual(known, given);
}
