// A world with its web server and its jobs process, for benches of work that a call starts and a job does.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../server/config.ts';
import { createPool, type Pool } from '../server/db/pool.ts';
import { JOBS_FLAGS } from '../server/roles/child.ts';
import { startServer } from './list-load.ts';
import { type BenchUser, openWorld, type Shape, type World } from './list-world.ts';

export interface JobWorld {
  readonly world: World;
  /** Connects as the owner of the schema. */
  readonly owner: Pool;
  call<T>(by: BenchUser, method: string, path: string, body?: unknown): Promise<T>;
  /** Asks again until the work is over; answers by how many megabytes the jobs process grew at most. */
  until(isOver: () => Promise<boolean>): Promise<number>;
  /** The same start for every measurement: no dead rows, nothing to be written out, these tables empty. */
  settle(emptied: string): Promise<void>;
  close(): Promise<void>;
}

export async function openJobWorld(name: string, contacts: number, shape: Shape): Promise<JobWorld> {
  const world = await openWorld(name, contacts, (text) => void process.stderr.write(`${text}\n`), shape);
  const owner = createPool({ url: world.postgres.url, max: 2, onError: () => undefined });
  const env = {
    DATABASE_URL: world.postgres.url,
    APP_ENV: 'demo',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: join(ROOT, '.cache', name),
  };
  const main = join(ROOT, 'server', 'main.ts');
  const web = await startServer(main, ['web'], env);
  const jobs = fork(main, ['jobs'], {
    env: { ...process.env, ...env },
    execArgv: [...JOBS_FLAGS],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(jobs, 'message');
  const residentMb = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${jobs.pid}/status`, 'utf8'))?.[1]) / 1024;

  return {
    world,
    owner,
    call: async <T>({ token, userId }: BenchUser, method: string, path: string, body?: unknown): Promise<T> => {
      const response = await fetch(web.url + path, {
        method,
        headers: {
          origin: web.url,
          'x-identity': `${userId}:0`,
          cookie: `token=${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    until: async (isOver) => {
      const before = residentMb();
      let most = before;
      while (!(await isOver())) {
        most = Math.max(most, residentMb());
        await sleep(100);
      }
      return most - before;
    },
    settle: async (emptied) => {
      await owner.query('vacuum (analyze) contacts');
      await owner.query(`truncate ${emptied}`);
      await owner.query('checkpoint');
    },
    close: async () => {
      web.child.removeAllListeners('exit').kill();
      jobs.kill();
      await owner.end();
      await world.postgres.stop();
    },
  };
}

export async function timed<T>(act: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const from = performance.now();
  const answer = await act();
  return { ms: performance.now() - from, answer };
}
