import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isAlive, signal, untilGone, worksIn } from './embedded-process.ts';

/** The role that owns the embedded cluster. */
export const OWNER = 'bellwether';

/** Time limit of a fast stop (its checkpoint writes every dirty page), in ms. Our choice: within the 30 s of a stop. */
const FAST_STOP_MS = 12_000;

/** Time limit of an immediate stop, in ms. Our choice. */
const IMMEDIATE_STOP_MS = 3_000;

/** Time limit of one connection attempt, in ms. Our choice: the socket is local. */
const CONNECT_MS = 5_000;

/** Interval for checking a server that is starting or recovering, in ms. Our choice. */
const ASK_AGAIN_MS = 50;

/** SQLSTATE cannot_connect_now: starting, recovering or stopping. Source: PostgreSQL, appendix A. */
const CANNOT_CONNECT_NOW = '57P03';

/** Status file that PostgreSQL writes into its data folder. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
}

export const urlOf = (socketFolder: string, database: string): string =>
  `postgres://${OWNER}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;

/** The server that runs on a cluster. `null` when there is none; the file of one that died is left or removed. */
export function findPostmaster(cluster: string): Postmaster | null {
  const path = join(cluster, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(path, 'utf8').split('\n');
  } catch {
    return null;
  }
  const [pid, socketFolder] = [Number(lines[0]), lines[4]?.trim() ?? ''];
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  if (worksIn(pid, cluster)) return { pid, socketFolder };

  // Another process lives under the dead server's id: PostgreSQL would take it for a rival and refuse to start.
  rmSync(path, { force: true });
  if (socketFolder !== '') rmSync(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
  return null;
}

/** The command line that started the server, as PostgreSQL noted it. */
export function optionsOf(cluster: string): string {
  try {
    return readFileSync(join(cluster, 'postmaster.opts'), 'utf8').trim();
  } catch {
    return '';
  }
}

/** True when a socket leads to this cluster's server: waits while it recovers, as long as `goOn` returns true. */
export async function answers(socketFolder: string, cluster: string, goOn: () => boolean): Promise<boolean> {
  while (goOn()) {
    const answer = await ask(socketFolder);
    if (answer !== 'later') return answer === cluster;
    await sleep(ASK_AGAIN_MS);
  }
  return false;
}

/** Data folder of the server behind a socket; `later` while there is none or it isn't ready. */
async function ask(socketFolder: string): Promise<string> {
  const client = new pg.Client({
    connectionString: urlOf(socketFolder, 'postgres'),
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    return rows[0]?.folder ?? '';
  } catch (error) {
    const code = (error as { code?: string }).code;
    const waiting = code === undefined || ['ENOENT', 'ECONNREFUSED', CANNOT_CONNECT_NOW].includes(code);
    return waiting ? 'later' : '';
  } finally {
    await client.end();
  }
}

/** Stops a cluster's server, if one runs: fast, then immediately (which costs a recovery, but no data). */
export async function stopPostmaster(cluster: string): Promise<void> {
  const running = findPostmaster(cluster);
  if (running === null) return;
  signal(running.pid, 'SIGINT');
  if (await untilGone(running.pid, FAST_STOP_MS)) return;
  signal(running.pid, 'SIGQUIT');
  await untilGone(running.pid, IMMEDIATE_STOP_MS);
}
