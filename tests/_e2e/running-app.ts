import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The whole product as `bin/start` runs it: supervisor, PostgreSQL, web and jobs as real processes. */
export interface RunningApp {
  readonly url: string;
  /** `kill -9` of every process, PostgreSQL too. */
  readonly killAll: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const READY = /^ready (http:\/\/\S+)$/mu;
const ROOT = join(import.meta.dirname, '../..');

/** Milliseconds until the app must be up. Ours: a first start makes a database and loads the demo world. */
const START_MS = 110_000;

interface StartOptions {
  readonly dataDir: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Settings besides; those of this process when absent. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** @throws when the app ends or does not come up in time; the message is what it said. */
export async function startApp({ dataDir, port, extra = {} }: StartOptions): Promise<RunningApp> {
  const env: NodeJS.ProcessEnv = { ...process.env, ...extra, APP_ENV: 'demo', DATA_DIR: dataDir, PORT: String(port) };
  delete env['DATABASE_URL'];
  const supervisor = spawn(process.execPath, ['server/main.ts', 'all'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await readyUrl(supervisor);
  const ended = new Promise<void>((done) => supervisor.once('exit', () => done()));
  return {
    url,
    killAll: async () => {
      for (const pid of [...childrenOf(supervisor.pid), postmasterOf(dataDir), supervisor.pid]) kill(pid);
      await ended;
    },
    stop: async () => {
      supervisor.kill('SIGTERM');
      await ended;
    },
  };
}

function readyUrl(supervisor: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const late = () => {
      supervisor.kill('SIGTERM');
      reject(new Error(`the app did not come up in time: ${said}`));
    };
    const timer = setTimeout(late, START_MS);
    const hear = (text: Buffer) => {
      said += text.toString();
      const url = READY.exec(said)?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    };
    supervisor.stdout?.on('data', hear);
    supervisor.stderr?.on('data', hear);
    supervisor.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the app ended with ${code}: ${said}`));
    });
  });
}

const childrenOf = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** The cluster lies in DATA_DIR, or where `postgres.location` in it points to. */
function postmasterOf(dataDir: string): number | undefined {
  const pointer = join(dataDir, 'postgres.location');
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres');
  const file = [join(home, 'data', 'postmaster.pid'), join(home, 'postmaster.pid')].find((path) => existsSync(path));
  return file === undefined ? undefined : Number(readFileSync(file, 'utf8').split('\n')[0]);
}

function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
