import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The whole product as `bin/start` runs it: supervisor, PostgreSQL, web and jobs as real processes. */
export interface RunningApp {
  readonly url: string;
  /** `kill -9` of every process at once, PostgreSQL too. */
  readonly killAll: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const READY = /^ready (http:\/\/\S+)$/mu;

interface StartOptions {
  readonly dataDir: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** @throws when the app ends before it is ready; the message is what it said. */
export async function startApp({ dataDir, port }: StartOptions): Promise<RunningApp> {
  const env = { ...process.env, APP_ENV: 'demo', DATA_DIR: dataDir, PORT: String(port) };
  delete (env as Record<string, string | undefined>)['DATABASE_URL'];
  const supervisor = spawn(process.execPath, ['server/main.ts', 'all'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
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
    const hear = (text: Buffer) => {
      said += text.toString();
      const url = READY.exec(said)?.[1];
      if (url) resolve(url);
    };
    supervisor.stdout?.on('data', hear);
    supervisor.stderr?.on('data', hear);
    supervisor.once('exit', (code) => reject(new Error(`the app ended with ${code}: ${said}`)));
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
