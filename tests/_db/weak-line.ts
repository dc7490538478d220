import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Current fault of a line. */
export interface Weather {
  /** Milliseconds that an answer is held up. */
  readonly latencyMs: number;
  /** Nothing gets through, either way, and no side is notified; it arrives late once the line recovers. */
  readonly silent: boolean;
  /** New connections are reset immediately. */
  readonly refusing: boolean;
  /**
   * Drawn for each connection: bytes of answers after which it breaks, in the middle of whatever is under way.
   * `null`: it does not.
   */
  readonly breaksAfter: (() => Break) | null;
}

export interface Break {
  readonly bytes: number;
  /** `end`: both sides are told in order. `reset`: by an RST. `silence`: neither is told. */
  readonly how: 'end' | 'reset' | 'silence';
}

export interface WeakLine {
  readonly port: number;
  /** Connections that broke by themselves so far. */
  readonly breaks: () => number;
  set(weather: Partial<Weather>): void;
  /** New connections lead to this place from now on. */
  aim(place: Place): void;
  /** Resets whatever is connected. */
  reset(): void;
  close(): Promise<void>;
}

/** Target of a line: a port of this machine, or the path of a socket. */
export type Place = number | string;

const FAIR: Weather = { latencyMs: 0, silent: false, refusing: false, breaksAfter: null };

/** Milliseconds between two looks whether a silent line speaks again. */
const LOOK_MS = 20;
/** Bytes under way at which the sender has to wait. */
const FULL = 2 ** 20;

interface Ends {
  readonly near: Socket;
  readonly far: Socket;
}

/** A TCP line on a port of its own that can be slow, silent or cut at any byte. */
export async function openLine(place: Place): Promise<WeakLine> {
  let weather = FAIR;
  let breaks = 0;
  const ends = new Set<Ends>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => undefined);
    if (weather.refusing) return void near.resetAndDestroy();
    const far = connectTo(place);
    const pair = { near, far };
    ends.add(pair);
    near.once('close', () => ends.delete(pair));
    for (const socket of [near, far]) socket.setNoDelay(true);
    far.on('error', () => undefined);
    const fate = weather.breaksAfter?.() ?? null;
    carry(near, far, { weather: () => ({ ...weather, latencyMs: 0 }), fate: null, broken: () => undefined });
    carry(far, near, { weather: () => weather, fate, broken: () => (breaks += 1) });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reset = () => {
    for (const { near, far } of ends) {
      near.resetAndDestroy();
      far.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    breaks: () => breaks,
    set: (changed) => {
      weather = { ...weather, ...changed };
    },
    aim: (other) => {
      place = other;
    },
    reset,
    close: async () => {
      weather = FAIR;
      reset();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A weak line to a database; `url` leads through it. */
export async function openDatabaseLine(databaseUrl: string): Promise<WeakLine & { readonly url: string }> {
  const target = new URL(databaseUrl);
  const host = target.searchParams.get('host') ?? decodeURIComponent(target.hostname);
  const port = Number(target.port || 5432);
  const line = await openLine(host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : port);
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(line.port);
  return { ...line, url: url.href };
}

const connectTo = (place: Place): Socket =>
  createConnection(
    typeof place === 'number'
      ? { port: place, host: '127.0.0.1', allowHalfOpen: true }
      : { path: place, allowHalfOpen: true },
  );

const untilDrained = (socket: Socket) =>
  new Promise<void>((done) => {
    const end = () => {
      socket.off('drain', end).off('close', end);
      done();
    };
    socket.on('drain', end).on('close', end);
  });

interface Carriage {
  readonly weather: () => Weather;
  readonly fate: Break | null;
  readonly broken: () => void;
}

/** Carries everything from one end to the other, in order. */
function carry(from: Socket, to: Socket, { weather, fate, broken }: Carriage): void {
  const waiting: { bytes: Buffer | 'end' | 'gone'; due: number }[] = [];
  let underWay = 0;
  let left = fate?.bytes ?? Number.POSITIVE_INFINITY;
  let busy = false;

  const breakOff = () => {
    broken();
    waiting.length = 0;
    if (fate?.how === 'silence') return;
    for (const socket of [from, to]) {
      if (fate?.how === 'reset') socket.resetAndDestroy();
      else socket.end(() => socket.destroy());
    }
  };

  const pass = async (bytes: Buffer): Promise<void> => {
    const part = bytes.subarray(0, left);
    left -= part.length;
    if (!to.destroyed && !to.write(part)) await untilDrained(to);
    underWay -= bytes.length;
    if (left === 0) breakOff();
    else if (underWay < FULL) from.resume();
  };

  const work = async (): Promise<void> => {
    busy = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const early = next.due - performance.now();
      if (early > 1) await sleep(early);
      while (weather().silent) await sleep(LOOK_MS);
      if (next.bytes === 'end') to.end();
      else if (next.bytes === 'gone') to.destroy();
      else await pass(next.bytes);
    }
    busy = false;
  };

  const send = (bytes: Buffer | 'end' | 'gone') => {
    // A line that broke in silence carries nothing any more.
    if (left === 0 && bytes !== 'gone') return;
    waiting.push({ bytes, due: performance.now() + weather().latencyMs });
    if (!busy) void work();
  };
  from.on('data', (bytes: Buffer) => {
    underWay += bytes.length;
    if (underWay > FULL) from.pause();
    send(bytes);
  });
  from.on('end', () => send('end'));
  from.on('close', () => send('gone'));
}
