import {
  type AddressInfo,
  connect,
  createServer,
  type ListenOptions,
  type NetConnectOpts,
  type Socket,
} from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LineFault } from '#contract/demo.contract.ts';

/** Bytes that may wait in one direction before the sender has to. Ours: what a slow network holds as well. */
const WAITING_MAX = 256 * 1024;

/** Default delay in ms. Our choice. */
const DELAY_MS = 500;

export type Weather = Pick<LineFault, 'fault' | 'delay_ms' | 'jitter_ms' | 'bytes_per_s' | 'cut_every_s'>;

/** Delay of arriving bytes in ms; with a rate there is none by default. */
export const lateOf = ({ fault, delay_ms, bytes_per_s }: Weather): number =>
  delay_ms ?? (fault === 'delay' && bytes_per_s === undefined ? DELAY_MS : 0);

export interface LineOptions {
  /** Listening address. */
  readonly at: readonly ListenOptions[];
  readonly to: NetConnectOpts;
  /** Begins each connection with the line of the PROXY protocol, version 1, that names the sender. */
  readonly announces?: boolean;
}

export interface FlakyLine {
  /** Port of its first place; 0 for a path. */
  readonly port: number;
  /** `null`: everything passes, and what a blackhole held arrives. */
  set(weather: Weather | null): void;
  /** Resets every connection once. */
  cut(): void;
  close(): Promise<void>;
}

/** A TCP line that can be broken on purpose. @throws when a place is taken. */
export async function openLine({ at, to, announces = false }: LineOptions): Promise<FlakyLine> {
  const sky = createSky();
  const pairs = new Set<readonly [Socket, Socket]>();
  const deaf = new Set<Socket>();
  const reset = (sockets: Iterable<Socket>) => {
    for (const socket of sockets) tear(socket);
  };
  const cut = () => reset([...pairs].flat());

  const join = (near: Socket) => {
    if (sky.weather()?.fault === 'drop') return tear(near);
    const far = connect({ ...to, allowHalfOpen: true });
    if (announces) far.write(announcementOf(near));
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, into] of [pair, [far, near]] as const) {
      from.setNoDelay();
      carry(from, into, sky);
      from.on('close', () => {
        pairs.delete(pair);
        deaf.delete(near);
      });
    }
  };
  /** The near end of a connection stays open, with nothing at the far end. */
  const deafen = () => {
    for (const [near, far] of pairs) {
      deaf.add(near);
      far.removeAllListeners('close').removeAllListeners('end').destroy();
    }
  };

  let cutting: NodeJS.Timeout | undefined;
  const servers = await Promise.all(at.map((place) => listen(place, join)));
  return {
    port: portOf(servers[0]?.address() ?? null),
    set: (weather) => {
      clearInterval(cutting);
      sky.turn(weather);
      reset(deaf);
      if (weather?.fault === 'drop') cut();
      if (weather?.fault === 'half-open') deafen();
      if (weather?.cut_every_s !== undefined) cutting = setInterval(cut, weather.cut_every_s * 1_000);
    },
    cut,
    close: async () => {
      clearInterval(cutting);
      sky.turn(null);
      const closed = servers.map((server) => new Promise((done) => server.close(done)));
      cut();
      reset(deaf);
      await Promise.all(closed);
    },
  };
}

/** Tells that a connection is gone as rudely as its kind allows. */
function tear(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
  else socket.resetAndDestroy();
}

/** A reset has to travel as bytes do: `reset` and `end` stand among them. */
type Piece = { readonly what: Buffer | 'end' | 'reset'; readonly due: number };

/** Carries everything one way, in order: each piece leaves once it is due and something passes at all. */
function carry(from: Socket, to: Socket, sky: Sky): void {
  const pieces: Piece[] = [];
  let waiting = 0;
  let lastDue = 0;
  let isMoving = false;

  const move = async () => {
    isMoving = true;
    for (let piece = pieces[0]; piece !== undefined && !to.destroyed; piece = pieces[0]) {
      const early = piece.due - performance.now();
      if (early > 0) await sleep(early);
      await sky.passable();
      if (to.destroyed) break;
      pieces.shift();
      await pass(piece.what, to);
      if (piece.what instanceof Buffer) waiting -= piece.what.length;
      if (waiting < WAITING_MAX) from.resume();
    }
    isMoving = false;
  };
  const take = (what: Piece['what']) => {
    const size = what instanceof Buffer ? what.length : 0;
    lastDue = sky.dueOf(size, lastDue);
    pieces.push({ what, due: lastDue });
    waiting += size;
    if (waiting >= WAITING_MAX) from.pause();
    if (!isMoving) void move();
  };

  from.on('data', take);
  from.on('end', () => take('end'));
  from.on('error', () => undefined);
  from.on('close', () => {
    if (!from.readableEnded) take('reset');
  });
}

async function pass(what: Piece['what'], to: Socket): Promise<void> {
  if (what === 'end') to.end();
  else if (what === 'reset') tear(to);
  else if (!to.write(what)) {
    await new Promise<void>((done) => {
      to.once('drain', done);
      to.once('close', done);
    });
  }
}

interface Sky {
  weather(): Weather | null;
  turn(weather: Weather | null): void;
  /** Arrival time of a chunk of this size that follows one due at `after`; on the clock of `performance`. */
  dueOf(bytes: number, after: number): number;
  passable(): Promise<void>;
}

/** Effect of the conditions on a chunk of a connection; all connections share them. */
function createSky(): Sky {
  let weather: Weather | null = null;
  let dark: PromiseWithResolvers<void> | null = null;
  return {
    weather: () => weather,
    turn: (next) => {
      weather = next;
      if (next?.fault === 'blackhole') {
        dark ??= Promise.withResolvers<void>();
      } else {
        dark?.resolve();
        dark = null;
      }
    },
    dueOf: (bytes, after) => {
      if (weather === null) return after;
      const { jitter_ms = 0, bytes_per_s } = weather;
      const late = Math.max(0, lateOf(weather) + (Math.random() * 2 - 1) * jitter_ms);
      const busy = bytes_per_s === undefined ? 0 : (bytes / bytes_per_s) * 1_000;
      return Math.max(performance.now() + late, after) + busy;
    },
    passable: async () => {
      while (dark !== null) await dark.promise;
    },
  };
}

function announcementOf({ remoteAddress = '', remotePort = 0, localAddress = '', localPort = 0 }: Socket): string {
  const family = remoteAddress.includes(':') ? 'TCP6' : 'TCP4';
  return `PROXY ${family} ${remoteAddress} ${localAddress} ${remotePort} ${localPort}\r\n`;
}

function listen(place: ListenOptions, take: (socket: Socket) => void) {
  return new Promise<ReturnType<typeof createServer>>((done, refuse) => {
    const server = createServer({ allowHalfOpen: true }, take);
    server.once('error', refuse);
    server.listen(place, () => done(server));
  });
}

const portOf = (address: AddressInfo | string | null): number =>
  address === null || typeof address === 'string' ? 0 : address.port;
