import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../server/config.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { makeWorld, type World } from '../_db/world.ts';

type Line = Readonly<Record<string, unknown>>;

/** `web` and `jobs` as processes of their own, on a database of their own. */
export interface Processes {
  readonly url: string;
  /** Address of each process's metrics. */
  readonly metrics: { readonly web: string; readonly jobs: string };
  readonly world: World;
  readonly database: TestDatabase;
  /** Log lines of a process so far. */
  lines(role: 'web' | 'jobs'): Line[];
  stop(): Promise<void>;
}

interface Role {
  readonly child: ChildProcess;
  readonly url: string;
  readonly lines: () => Line[];
}

type Settings = Readonly<Record<string, string>>;

/** `settings` may depend on the database. */
export async function startProcesses(
  settings: Settings | ((database: TestDatabase) => Promise<Settings>),
): Promise<Processes> {
  const database = await openDatabase();
  const own = typeof settings === 'function' ? await settings(database) : settings;
  const world = await makeWorld(database.pool);
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-telemetry-'));
  const port = await freePorts();
  const env = {
    ...process.env,
    APP_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    ...own,
  };
  const [web, jobs] = await Promise.all([startRole('web', env), startRole('jobs', env)]);
  return {
    url: web.url,
    metrics: { web: `http://127.0.0.1:${port}/metrics`, jobs: `http://127.0.0.1:${port + 1}/metrics` },
    world,
    database,
    lines: (role) => (role === 'web' ? web : jobs).lines(),
    stop: async () => {
      await Promise.all([end(web.child), end(jobs.child)]);
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The first of two free ports in a row. */
async function freePorts(): Promise<number> {
  for (;;) {
    const port = await listenOnce(0);
    if ((await listenOnce(port + 1).catch(() => 0)) !== 0) return port;
  }
}

const listenOnce = (port: number) =>
  new Promise<number>((free, taken) => {
    const server = createServer().once('error', taken);
    server.listen(port, '127.0.0.1', () => {
      const { port: got } = server.address() as AddressInfo;
      server.close(() => free(got));
    });
  });

/** @throws with what the process said when it does not start. */
function startRole(role: string, env: NodeJS.ProcessEnv): Promise<Role> {
  const child = fork(join(ROOT, 'server', 'main.ts'), [role], { env, silent: true });
  let out = '';
  child.stdout?.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (out += text.toString()));
  const lines = () =>
    out
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);
  return new Promise((started, failed) => {
    child.once('exit', () => failed(new Error(`${role} ended: ${out}`)));
    child.on('message', (message: { type: string; url?: string }) => {
      if (message.type === 'ready') started({ child, url: message.url ?? '', lines });
    });
  });
}

function end(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGTERM');
  return ended;
}
