import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { CABLE_PING_MS, CABLE_PROTOCOL } from '#contract/_cable.contract.ts';
import { isTryout } from '#rules/access/tryout.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { authenticate } from '../http/authentication.ts';
import type { Identity } from '../identity.ts';
import { cable as metrics } from '../telemetry/instruments.ts';
import { Broadcast } from './broadcast.ts';
import { CableSocket } from './cable-socket.ts';
import { type Commands, createCommands } from './commands.ts';
import { createGate } from '../gate.ts';
import { SocketGroups, startHeartbeat } from './heartbeat.ts';
import { CLOSE, MAX_INBOUND_BYTES, MAX_SOCKETS_PER_USER, WELCOME } from './protocol.ts';
import { callersOf, chooseProtocol, isCablePath, refuseUpgrade, type UpgradeCaller } from './upgrade.ts';

/** Milliseconds over which a stopping server disconnects its clients, to avoid a stampede. Source: promise P26. */
const DRAIN_MS = { open: 5_000, local: 250 } as const;
/** Milliseconds between two groups of disconnected clients. Our choice. */
const DRAIN_STEP_MS = 50;
/** Milliseconds for the last ones to close on their own. Our choice. */
const LAST_MS = 500;
/** Sign-ins by cookie at a time. Ours: half of the pool. */
const AUTHENTICATIONS = 5;

export interface CableOptions {
  /** Milliseconds between pings; absent means Action Cable's. */
  readonly beatMs?: number;
  /** Milliseconds over which `close` disconnects the clients; default 5 s in stage and production, else 250 ms. */
  readonly drainMs?: number;
}

export interface CableServer {
  /** Open sockets. */
  size(): number;
  /** Disconnects the clients, a few at a time, and resolves when they are gone. */
  close(): Promise<void>;
}

const seconds = (): number => Math.floor(Date.now() / 1_000);
const ignore = () => undefined;

/**
 * Serves Action Cable at `/cable` of an HTTP server: every fact of the product's streams, to those who may receive it.
 */
export function attachCable(server: Server, deps: Deps, options: CableOptions = {}): CableServer {
  const { appEnv } = deps.config;
  const drainMs = options.drainMs ?? DRAIN_MS[isTryout(appEnv) ? 'local' : 'open'];
  const sockets = new SocketGroups();
  const broadcast = new Broadcast();
  const door = createDoor(deps, sockets, createCommands(deps, broadcast));
  const silence = deps.pubSub.subscribe((events) => broadcast.publish(events));
  const stopHeartbeat = startHeartbeat(deps, sockets, options.beatMs ?? CABLE_PING_MS);
  server.on('upgrade', door.upgrade);

  return {
    size: () => sockets.size,
    close: async () => {
      door.shut();
      await sendAway([...sockets], drainMs);
      for (let waited = 0; sockets.size > 0 && waited < LAST_MS; waited += DRAIN_STEP_MS) await sleep(DRAIN_STEP_MS);
      for (const socket of sockets) socket.terminate();
      stopHeartbeat();
      silence();
      server.off('upgrade', door.upgrade);
    },
  };
}

/** Lets clients in: from the upgrade to the welcome. */
function createDoor(deps: Deps, sockets: SocketGroups, commands: Commands) {
  const wss = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_INBOUND_BYTES,
    handleProtocols: chooseProtocol,
    WebSocket: CableSocket,
  });
  const gate = createGate(AUTHENTICATIONS);
  const countOf = new Map<number, number>();
  const callerOf = callersOf(deps.config);
  let open = true;

  // One function for all sockets: thousands of closures would be memory for nothing.
  function hear(this: WebSocket, data: RawData, isBinary: boolean): void {
    const now = seconds();
    if (!(this instanceof CableSocket) || this.leaving || this.identity === null) return;
    if (!this.mayHear(now)) return this.disconnect('too_many_messages', true, CLOSE.policy);
    if (isBinary || !Buffer.isBuffer(data)) return;
    commands.receive(this, this.identity, data.toString());
  }

  function answer(this: WebSocket): void {
    if (this instanceof CableSocket) this.answered();
  }

  function leave(this: WebSocket): void {
    if (!(this instanceof CableSocket)) return;
    this.leaving = true;
    commands.leave(this);
    sockets.delete(this);
    metrics.sockets.set(sockets.size);
    if (this.identity === null) return;
    const rest = (countOf.get(this.identity.userId) ?? 1) - 1;
    if (rest === 0) countOf.delete(this.identity.userId);
    else countOf.set(this.identity.userId, rest);
  }

  const admit = (socket: CableSocket, line: Duplex, address: string, identity: Identity | null) => {
    socket.on('error', ignore).on('pong', answer).on('close', leave);
    socket.line = line as Socket;
    socket.address = address;
    sockets.add(socket);
    metrics.sockets.set(sockets.size);
    if (identity === null) return socket.disconnect('unauthorized', false, CLOSE.normal);
    if (socket.protocol !== '' && socket.protocol !== CABLE_PROTOCOL) {
      return socket.disconnect('invalid_request', false, CLOSE.normal);
    }
    const count = countOf.get(identity.userId) ?? 0;
    if (count >= MAX_SOCKETS_PER_USER) return socket.disconnect('too_many_connections', true, CLOSE.tryAgain);
    countOf.set(identity.userId, count + 1);
    socket.identity = identity;
    socket.on('message', hear);
    socket.deliver(WELCOME);
  };

  const enter = async (request: IncomingMessage, line: Duplex, head: Buffer, caller: UpgradeCaller): Promise<void> => {
    const identity = await gate(() => authenticate(deps, caller));
    if (!open) return refuseUpgrade(line, '503 Service Unavailable');
    wss.handleUpgrade(request, line, head, (socket) => admit(socket, line, caller.address, identity));
  };

  return {
    shut: () => {
      open = false;
    },
    upgrade: (request: IncomingMessage, line: Duplex, head: Buffer) => {
      line.on('error', ignore);
      const caller = callerOf(request);
      if (!isCablePath(request) || !caller.isOwn) return refuseUpgrade(line, '404 Not Found');
      enter(request, line, head, caller).catch((error: unknown) => {
        if (error instanceof Refusal) return refuseUpgrade(line, '409 Conflict');
        deps.log.warn({ err: error }, 'a cable connection was not let in');
        refuseUpgrade(line, '503 Service Unavailable');
      });
    },
  };
}

async function sendAway(sockets: readonly CableSocket[], drainMs: number): Promise<void> {
  const size = Math.ceil(sockets.length / Math.max(1, drainMs / DRAIN_STEP_MS));
  for (let at = 0; at < sockets.length; at += size) {
    for (const socket of sockets.slice(at, at + size)) socket.disconnect('server_restart', true, CLOSE.restart);
    await sleep(DRAIN_STEP_MS);
  }
}
