import type { Deps } from '../deps.ts';
import type { CableSocket } from './cable-socket.ts';
import { pingFrame } from './protocol.ts';
import { endStaleSockets } from './sessions.ts';

/**
 * Groups that are pinged in turn within a beat. Our choice: pinging 5,000 sockets together delays every event by some
 * 50 ms; a thirtieth of them by 2.
 */
const GROUPS = 30;

/** Every open socket, in groups of about the same size. */
export class SocketGroups {
  readonly groups: readonly Set<CableSocket>[] = Array.from({ length: GROUPS }, () => new Set<CableSocket>());
  #next = 0;
  size = 0;

  add(socket: CableSocket): void {
    this.#next = (this.#next + 1) % GROUPS;
    this.groups[this.#next]?.add(socket);
    this.size += 1;
  }

  delete(socket: CableSocket): void {
    for (const group of this.groups) if (group.delete(socket)) this.size -= 1;
  }

  *[Symbol.iterator](): Generator<CableSocket> {
    for (const group of this.groups) yield* group;
  }
}

/**
 * Starts one timer for all sockets: each beat pings them, drops those with dead connections, and disconnects those of
 * ended sessions. Returns a function that stops it.
 */
export function startHeartbeat(deps: Deps, sockets: SocketGroups, beatMs: number): () => void {
  let turn = 0;
  let checking = false;

  const check = async () => {
    checking = true;
    await endStaleSockets(deps, sockets).catch((error: unknown) => deps.log.warn({ err: error }, 'sessions unknown'));
    checking = false;
  };

  const timer = setInterval(() => {
    const ping = pingFrame(Math.floor(Date.now() / 1_000));
    for (const socket of sockets.groups[turn] ?? []) socket.beat(ping);
    if (turn === 0 && !checking) void check();
    turn = (turn + 1) % GROUPS;
  }, beatMs / GROUPS);
  return () => clearInterval(timer);
}
