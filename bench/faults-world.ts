// Shared by the fault tests: their own database, its users, and the real processes of the product.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../server/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/db/embedded.ts';
import { findPostmaster } from '../server/db/embedded-postmaster.ts';
import { migrate } from '../server/db/migrate.ts';
import { JOBS_FLAGS } from '../server/roles/child.ts';
import { type CableWorld, openCableWorld, type Person } from '../tests/_cable/cable-world.ts';

/** Milliseconds until a process must be ready. */
const READY_MS = 60_000;

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

export interface FaultWorld extends CableWorld {
  readonly dataDir: string;
  readonly postgres: EmbeddedPostgres;
  /** `kill -9` of the whole PostgreSQL; `postgres.revive()` brings it back. */
  killPostgres(): Promise<void>;
}

export interface User extends Person {
  readonly cookie: string;
}

/** An embedded PostgreSQL, durable as in production, with every migration. */
export async function openFaultWorld(): Promise<FaultWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-faults-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate({ url: postgres.url, log: () => undefined });
  const world = openCableWorld(postgres.url);
  const close = async () => {
    leaving.delete(close);
    await world.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  leaving.add(close);
  // Connections break here by design.
  for (const pool of [world.owner, world.pool]) pool.on('error', () => undefined);
  return {
    ...world,
    dataDir,
    postgres,
    killPostgres: async () => {
      const found = findPostmaster(join(dataDir, 'postgres', 'data'));
      if (found === null) throw new Error('PostgreSQL does not run in the data folder.');
      process.kill(found.pid, 'SIGKILL');
      while (postgres.isRunning()) await sleep(20);
    },
    close,
  };
}

/** A signed-in user of an account. */
export async function addUser(world: CableWorld, accountId: number): Promise<User> {
  const person = await world.addPerson(accountId, 'agent');
  return { ...person, cookie: (await world.signIn(person)).cookie };
}

export interface Running {
  readonly child: ChildProcess;
  /** Its address; empty when it serves nothing. */
  readonly url: string;
  readonly port: number;
  /** Ends it with this signal and answers its exit code; `null` when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Its output. */
  readonly log: () => string;
}

const running = new Set<ChildProcess>();

/** Starts a role of the product as a separate process, like its supervisor. */
export async function startRole(
  role: 'web' | 'jobs',
  env: Readonly<Record<string, string>> & { readonly DATABASE_URL: string; readonly DATA_DIR: string },
): Promise<Running> {
  const logPath = join(env.DATA_DIR, 'logs', `${role}-${process.hrtime.bigint()}.log`);
  const output = openSync(logPath, 'a');
  const flags = role === 'jobs' ? JOBS_FLAGS : [];
  const child = spawn(process.execPath, [...flags, join(ROOT, 'server', 'main.ts'), role], {
    env: { ...process.env, APP_ENV: 'demo', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', output, output, 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const log = () => readFileSync(logPath, 'utf8');
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${role} ended with ${String(code)} at its start: ${log()}`);
  });
  const late = sleep(READY_MS, undefined, { ref: false }).then(() => {
    throw new Error(`${role} is not ready in time: ${log()}`);
  });
  const [{ url }] = (await Promise.race([once(child, 'message'), failed, late])) as [{ url: string | null }];
  for (const promise of [failed, late]) promise.catch(() => undefined);
  return {
    child,
    url: url ?? '',
    port: url === null ? 0 : Number(new URL(url).port),
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exit = once(child, 'exit');
      child.kill(signal);
      const [code] = (await exit) as [number | null];
      return code;
    },
    log,
  };
}

/** Cleanup that must run however a part ends: file systems, databases. Each removes itself when done. */
export const leaving = new Set<() => Promise<void>>();

/** Ends and removes what a broken or interrupted part left. */
export async function leaveAll(): Promise<void> {
  for (const child of running) child.kill('SIGKILL');
  for (const undo of [...leaving].toReversed()) await undo().catch((error: unknown) => say(String(error)));
}

export const isAlive = ({ child }: Running): boolean => child.exitCode === null && child.signalCode === null;

/** Megabytes of memory that a process holds. */
export const residentMb = ({ child }: Running): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024;

/** Waits until a condition holds. @throws after `ms` with the condition's name. */
export async function until(what: string, ms: number, holds: () => boolean | Promise<boolean>): Promise<number> {
  const from = performance.now();
  while (!(await holds())) {
    if (performance.now() - from > ms) throw new Error(`Waited ${Math.round(ms / 1_000)} s in vain: ${what}.`);
    await sleep(50);
  }
  return performance.now() - from;
}
