import { rmSync } from 'node:fs';
import { createServer, type AddressInfo, type ListenOptions, type NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import type { DemoLine, DemoWorld, LineFault } from '#contract/demo.contract.ts';
import { BEHIND_LINE } from '../../http/announced-addresses.ts';
import type { Service } from '../child.ts';
import { secondsOf, weatherWords } from './bench-words.ts';
import { type FlakyLine, openLine } from './flaky-line.ts';

/** PostgreSQL's own number for its socket is 5432, so both may lie in one folder. */
const SOCKET_PORT = 5_433;

export interface LinesOptions {
  readonly host: string;
  readonly databaseUrl: string;
  /** A folder that only this user may enter. */
  readonly socketFolder: () => string;
}

interface Placed {
  readonly line: FlakyLine;
  readonly env: NodeJS.ProcessEnv;
}

interface Fault {
  readonly weather: LineFault;
  readonly until: number;
  readonly timer: NodeJS.Timeout;
}

export interface BenchLines {
  /** Environment of the processes at their start, so that they use the connections in place. */
  env(part: 'web' | 'jobs' | 'voice'): NodeJS.ProcessEnv;
  isIn(line: DemoLine): boolean;
  /** Inserts itself; the affected processes restart. Does nothing if already in place. */
  putIn(line: DemoLine, parts: LineParts): Promise<void>;
  /** Drops both connections; processes behind them must restart. */
  takeOut(): Promise<void>;
  /** `healed` is called when its time is over. */
  break(fault: LineFault, healed: () => void): void;
  cut(line: DemoLine): void;
  heal(line: DemoLine): void;
  status(): DemoWorld['lines'];
}

export interface LineParts {
  readonly web: Service;
  readonly jobs: Service;
  readonly voice: Service;
  /** The port that browsers know. */
  readonly port: number;
}

/** The two breakable connections of the demo world. Neither exists until requested. */
export function createLines(options: LinesOptions): BenchLines {
  const placed = new Map<DemoLine, Placed>();
  const faults = new Map<DemoLine, Fault>();
  const heal = (line: DemoLine) => {
    clearTimeout(faults.get(line)?.timer);
    faults.delete(line);
    placed.get(line)?.line.set(null);
  };

  return {
    env: (part) => ({ ...(part === 'web' ? placed.get('browser')?.env : {}), ...placed.get('database')?.env }),
    isIn: (line) => placed.has(line),
    putIn: async (line, { web, jobs, voice, port }) => {
      if (placed.has(line)) return;
      const parts = line === 'browser' ? [web] : [web, jobs, voice];
      await Promise.all(parts.map((part) => part.hold()));
      try {
        placed.set(line, line === 'browser' ? await browserLine(options, port) : await databaseLine(options));
      } finally {
        for (const part of parts) part.release();
      }
      await Promise.all(parts.map((part) => part.ready()));
    },
    takeOut: async () => {
      for (const line of placed.keys()) heal(line);
      const lines = [...placed.values()];
      placed.clear();
      await Promise.all(lines.map(({ line }) => line.close()));
    },
    break: (weather, healed) => {
      const { line } = weather;
      heal(line);
      placed.get(line)?.line.set(weather);
      const ms = secondsOf(weather) * 1_000;
      const timer = setTimeout(() => {
        heal(line);
        healed();
      }, ms);
      faults.set(line, { weather, until: Date.now() + ms, timer });
    },
    cut: (line) => placed.get(line)?.line.cut(),
    heal,
    status: () =>
      (['browser', 'database'] as const).map((line) => ({
        line,
        in_place: placed.has(line),
        fault: faultOf(faults.get(line)),
      })),
  };
}

const faultOf = (fault: Fault | undefined): DemoWorld['lines'][number]['fault'] =>
  fault === undefined
    ? null
    : {
        kind: fault.weather.fault,
        words: weatherWords(fault.weather),
        left_ms: Math.max(0, fault.until - Date.now()),
      };

/** Takes the public port; `web` moves to another port and learns client addresses from the connection. */
async function browserLine({ host }: LinesOptions, port: number): Promise<Placed> {
  const inside = await freePort();
  const at = host === 'localhost' ? await bothFamilies(port) : [{ host, port }];
  const line = await openLine({ at, to: { host: '127.0.0.1', port: inside }, announces: true });
  return { line, env: { HOST: '127.0.0.1', PORT: String(inside), [BEHIND_LINE]: '1' } };
}

/** As private as its destination: a socket in a closed folder for a socket, otherwise a port of this machine only. */
async function databaseLine({ databaseUrl, socketFolder }: LinesOptions): Promise<Placed> {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const number = Number(url.port || 5432);
  if (!folder.startsWith('/')) {
    const line = await openLine({ at: [{ host: '127.0.0.1', port: 0 }], to: { host: folder, port: number } });
    url.searchParams.delete('host');
    url.hostname = '127.0.0.1';
    url.port = String(line.port);
    return { line, env: { DATABASE_URL: url.href } };
  }
  const own = socketFolder();
  const path = join(own, `.s.PGSQL.${SOCKET_PORT}`);
  rmSync(path, { force: true });
  const to: NetConnectOpts = { path: join(folder, `.s.PGSQL.${number}`) };
  const line = await openLine({ at: [{ path }], to });
  url.searchParams.set('host', own);
  url.port = String(SOCKET_PORT);
  return { line, env: { DATABASE_URL: url.href } };
}

/** A machine without IPv6 has no ::1. */
async function bothFamilies(port: number): Promise<ListenOptions[]> {
  const four = { host: '127.0.0.1', port };
  const six = { host: '::1', port };
  return (await freePort('::1').catch(() => null)) === null ? [four] : [four, six];
}

function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((done, refuse) => {
    const server = createServer();
    server.once('error', refuse);
    server.listen({ host, port: 0 }, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
