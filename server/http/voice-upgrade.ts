import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { VOICE_PATH } from '#contract/phone.contract.ts';
import { createGate } from '../gate.ts';
import { callersOf, refuseUpgrade } from '../cable/upgrade.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import type { Identity } from '../identity.ts';
import { ACCOUNT_HEADER, KEY_HEADER, REACHED_HEADER, voiceAddress, voiceKeys } from '../voice/voice-address.ts';
import { authenticate } from './authentication.ts';
import { networkOf } from './client-address.ts';
import { createPlaces } from './connection-places.ts';
import { tokenOf } from './session-cookie.ts';

/** Headers of a WebSocket handshake that are forwarded; everything else, such as the cookie, stays here. */
const PASSED = [
  'host',
  'upgrade',
  'connection',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
] as const;

/** Connections of one user. Source: promise P25. */
const MAX_PER_USER = 10;
/** Sign-ins by cookie at a time. Ours: a third of the pool. */
const AUTHENTICATIONS = 3;

const isVoicePath = ({ url = '' }: IncomingMessage): boolean => url === VOICE_PATH || url.startsWith(`${VOICE_PATH}?`);

export interface VoicePassage {
  /** Ends forwarded connections: browsers reconnect to another process. */
  close(): void;
}

type Use = Pick<Deps, 'config' | 'seal' | 'pool' | 'now' | 'log'>;
type Refused = Parameters<typeof refuseUpgrade>[1];

/**
 * Passes signed-in browsers that request the embedded line on to the voice process, byte by byte, with their account and
 * the address they reached. Everyone else is refused here. Other paths are left to the earlier listeners.
 */
export function passVoiceOn(server: Server, deps: Use): VoicePassage {
  const { config, seal, log } = deps;
  const open = new Set<Duplex>();
  const admit = createAdmission(deps);

  const forward = (request: IncomingMessage, socket: Duplex, head: Buffer, { accountId }: Identity) => {
    const far = connect(voiceAddress(config));
    let answered = false;
    far.on('error', () => {
      if (answered) socket.destroy();
      else refuseUpgrade(socket, '503 Service Unavailable');
    });
    far.on('connect', () => {
      answered = true;
      far.setNoDelay();
      far.write(handshake(request, voiceKeys(seal)[0] ?? '', accountId));
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

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on('error', () => socket.destroy());
    const admitted = await admit(request, socket);
    if (typeof admitted === 'string') refuseUpgrade(socket, admitted);
    else if (!socket.destroyed) forward(request, socket, head, admitted);
  };

  const others = server.listeners('upgrade') as ((...args: [IncomingMessage, Duplex, Buffer]) => void)[];
  server.removeAllListeners('upgrade');
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isVoicePath(request)) {
      upgrade(request, socket, head).catch((error: unknown) => {
        log.warn({ err: error }, 'a connection to the phone line was not let in');
        refuseUpgrade(socket, '503 Service Unavailable');
      });
      return;
    }
    for (const other of others) other.call(server, request, socket, head);
  };
  server.on('upgrade', onUpgrade);
  return {
    close: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

/** Gives a signed-in browser a place for as long as its socket is open, or returns the status of the refusal. */
function createAdmission(deps: Use): (request: IncomingMessage, socket: Duplex) => Promise<Identity | Refused> {
  const { config, log } = deps;
  const { perAddress, perAccount } = config.voice;
  const callerOf = callersOf(config);
  const gate = createGate(AUTHENTICATIONS);
  const full = (field: string, whose: string, limit: number) => (key: string | number) =>
    log.warn({ [field]: key }, `${whose} has ${limit} open connections to the phone line`);
  const addresses = createPlaces<string>(perAddress, full('address', 'the address', perAddress));
  const accounts = createPlaces<number>(perAccount, full('account_id', 'the account', perAccount));
  const users = createPlaces<number>(MAX_PER_USER, full('user_id', 'the user', MAX_PER_USER));

  return async (request, socket) => {
    const { cookie, address, secure, isOwn } = callerOf(request);
    if (!isOwn) return '404 Not Found';
    // Without a token nothing is asked of the database.
    if (tokenOf(cookie, secure) === null) return '401 Unauthorized';
    const network = networkOf(address);
    if (!addresses.enter(network)) return '429 Too Many Requests';
    socket.once('close', () => addresses.leave(network));
    const identity = await gate(() => authenticate(deps, { cookie, address, secure })).catch(statusOf);
    if (identity === null) return '401 Unauthorized';
    if (typeof identity === 'string' || socket.destroyed) return identity;
    const { userId, accountId } = identity;
    if (!users.enter(userId)) return '429 Too Many Requests';
    socket.once('close', () => users.leave(userId));
    if (!accounts.enter(accountId)) return '429 Too Many Requests';
    socket.once('close', () => accounts.leave(accountId));
    return identity;
  };
}

/** A token that a rotation has just replaced. @throws anything else */
function statusOf(error: unknown): Refused {
  if (error instanceof Refusal) return '409 Conflict';
  throw error;
}

function handshake({ headers, socket }: IncomingMessage, key: string, accountId: number): string {
  const lines = PASSED.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${String(headers[name])}`]));
  const own = [
    `${KEY_HEADER}: ${key}`,
    `${REACHED_HEADER}: ${socket.localAddress ?? ''}`,
    `${ACCOUNT_HEADER}: ${accountId}`,
  ];
  return [`GET ${VOICE_PATH} HTTP/1.1`, ...lines, ...own, '', ''].join('\r\n');
}
