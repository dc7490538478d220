import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  fchmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartFault } from '../start-fault.ts';
import { type Binaries, provideBinaries } from './embedded-binaries.ts';
import { claimFolder } from './embedded-claim.ts';
import { type Home, locateHome, socketFolder } from './embedded-home.ts';
import { answers, findPostmaster, optionsOf, OWNER, stopPostmaster, urlOf } from './embedded-postmaster.ts';
import { isAlive } from './embedded-process.ts';
import { CTYPES, type Durability, initArguments, serverArguments } from './embedded-settings.ts';

/** The application's database in the embedded cluster. */
export const DATABASE = 'bellwether';

/** Milliseconds during which a failing start is retried. Source: a killed server's last processes take up to 10 s. */
const RETRY_MS = 15_000;

/** Milliseconds between two attempts. Our choice. */
const PAUSE_MS = 300;

/** Time for a running server to answer before it is stopped instead, in ms. Our choice. */
const ADOPT_MS = 60_000;

/** Time limit of recovery, in ms. Our choice: 4 GB of journal on a slow disk. */
const RECOVERY_MS = 15 * 60_000;

/** Size at which PostgreSQL's log is set aside at a start, in bytes. Ours. */
const LOG_MAX = 20 * 2 ** 20;
/** Statements are in it. */
const LOG_MODE = 0o600;

export interface EmbeddedOptions {
  /** Absolute path; made when absent. */
  dataDir: string;
  /** Takes a sentence on what happens. */
  log(sentence: string): void;
  /** Absent means `forever`. */
  durability?: Durability;
  /** Location of the cluster when PostgreSQL can't enter `dataDir`; default: the system's durable folders. */
  elsewhere?: readonly string[];
}

export interface EmbeddedPostgres {
  /** The application's database, as its owner, over the Unix socket. */
  url: string;
  isRunning(): boolean;
  /** Process id of the server, or of the last one that ran. */
  pid(): number;
  /** Starts the server again after it died by itself; the URL stays. */
  revive(): Promise<void>;
  /** Stops the server and gives the data folder free. */
  stop(): Promise<void>;
}

interface Cluster extends Home {
  binaries: Binaries;
  logPath: string;
  options: EmbeddedOptions;
  durability: Durability;
}

/**
 * Starts the embedded PostgreSQL of a data folder, or takes over the one that outlived a killed process.
 * @throws {StartFault} when that is impossible here, with what to do about it.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = await locateHome(options.dataDir, options.elsewhere);
  const claim = claimFolder(home.folder);
  try {
    const cluster: Cluster = {
      ...home,
      binaries: provideBinaries(home.account, home.folder),
      logPath: join(options.dataDir, 'logs', 'postgres.log'),
      options,
      durability: options.durability ?? 'forever',
    };
    await initialise(cluster);
    let running = await adoptOrLaunch(cluster);
    await createDatabase(running.socketFolder);
    return {
      url: urlOf(running.socketFolder, DATABASE),
      isRunning: () => isAlive(running.pid),
      pid: () => running.pid,
      revive: async () => {
        running = await adoptOrLaunch(cluster);
      },
      stop: async () => {
        await stopPostmaster(cluster.cluster);
        claim.release();
      },
    };
  } catch (error) {
    claim.release();
    throw error;
  }
}

/** Creates the cluster next to its place and renames it, so that a killed start leaves no half of one. */
async function initialise(cluster: Cluster): Promise<void> {
  const { account, durability } = cluster;
  if (existsSync(cluster.cluster)) return checkVersion(cluster);
  const fresh = `${cluster.cluster}.new`;
  let output = '';
  for (const ctype of CTYPES) {
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { mode: 0o700 });
    if (account) chownSync(fresh, account.uid, account.gid);
    const child = spawn(cluster.binaries.initdb, initArguments(fresh, OWNER, ctype, durability), {
      cwd: '/',
      env: { PATH: process.env['PATH'], TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
    });
    output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const code = await new Promise((done) => child.on('error', done).on('close', done));
    if (code === 0) return renameSync(fresh, cluster.cluster);
    if (!output.includes('locale')) break;
  }
  if (output.includes('could not look up effective user')) {
    const uid = account?.uid ?? process.getuid?.();
    throw new StartFault(
      `PostgreSQL must run as a known user, and uid ${uid} has no account here. Add one ("useradd -u ${uid} bellwether"), or set DATABASE_URL.`,
    );
  }
  const reason = /error: (.*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1);
  throw new StartFault(`Couldn't create the database in ${cluster.folder}: ${reason}.`);
}

function checkVersion(cluster: Cluster): void {
  const theirs = readFileSync(join(cluster.cluster, 'PG_VERSION'), 'utf8').trim();
  const ours = readFileSync(join(cluster.binaries.postgres, '../../share/postgresql/postgres.bki'), 'utf8');
  const major = /^# PostgreSQL (\d+)/.exec(ours)?.[1] ?? theirs;
  if (theirs === major) return;
  throw new StartFault(
    `The database in ${cluster.cluster} was made by PostgreSQL ${theirs}, but this version of Bellwether brings ${major}. Start the version that made it, make a backup there, and restore it here with --replace (docs/upgrading.md).`,
  );
}

async function adoptOrLaunch(cluster: Cluster): Promise<{ pid: number; socketFolder: string }> {
  const until = Date.now() + RETRY_MS;
  for (;;) {
    const before = statSync(cluster.logPath, { throwIfNoEntry: false })?.size ?? 0;
    const running = (await adopt(cluster)) ?? (await launch(cluster));
    if (running !== null) return running;
    if (faultsIn(cluster, before).some((fault) => fault.includes('No space left on device'))) {
      throw new StartFault(`The disk of ${cluster.cluster} is full. PostgreSQL restarts once there is space on it.`);
    }
    if (Date.now() > until)
      throw new StartFault(`PostgreSQL doesn't start: ${lastFault(cluster)} (${cluster.logPath}).`);
    await sleep(PAUSE_MS);
  }
}

/** The server that still runs, when it is the one that we would start; any other one is stopped. */
async function adopt(cluster: Cluster) {
  const found = findPostmaster(cluster.cluster);
  if (found === null) return null;
  const { postgres } = cluster.binaries;
  const command = serverArguments(cluster.cluster, found.socketFolder, cluster.durability).map((each) => `"${each}"`);
  const until = Date.now() + ADOPT_MS;
  const alike = optionsOf(cluster.cluster) === [postgres, ...command].join(' ');
  if (alike && (await answers(found.socketFolder, cluster.cluster, () => isAlive(found.pid) && Date.now() < until))) {
    cluster.options.log(`Reusing the PostgreSQL that was still running (process ${found.pid}).`);
    return found;
  }
  cluster.options.log(`Stopping a PostgreSQL that was still running (process ${found.pid}).`);
  await stopPostmaster(cluster.cluster);
  return null;
}

/**
 * Starts a server in its own session, so that a terminal's Ctrl-C reaches only us. `null` when it ended immediately.
 */
async function launch(cluster: Cluster) {
  const socket = socketFolder(cluster.options.dataDir, cluster.account);
  const args = serverArguments(cluster.cluster, socket, cluster.durability);
  if ((statSync(cluster.logPath, { throwIfNoEntry: false })?.size ?? 0) > LOG_MAX) {
    renameSync(cluster.logPath, `${cluster.logPath}.1`);
  }
  const log = openSync(cluster.logPath, 'a', LOG_MODE);
  // One that an earlier version has made, too.
  fchmodSync(log, LOG_MODE);
  const child = spawn(cluster.binaries.postgres, args, {
    cwd: '/',
    detached: true,
    env: { PATH: process.env['PATH'], TZ: 'UTC' },
    stdio: ['ignore', log, log],
    ...cluster.account,
  });
  closeSync(log);
  let ended = false;
  child.on('error', () => (ended = true)).on('exit', () => (ended = true));
  child.unref();

  const until = Date.now() + RECOVERY_MS;
  const ready = await answers(socket, cluster.cluster, () => !ended && Date.now() < until);
  return ready && child.pid !== undefined ? { pid: child.pid, socketFolder: socket } : null;
}

/** The faults in PostgreSQL's log from a byte on, without their time and process. */
const faultsIn = ({ logPath }: Cluster, from = 0): readonly string[] =>
  readFileSync(logPath)
    .subarray(from)
    .toString()
    .match(/(?<=(FATAL|PANIC|ERROR): {2}).*/g) ?? [];

const lastFault = (cluster: Cluster): string => faultsIn(cluster).at(-1) ?? 'it ends without a reason';

async function createDatabase(socket: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(socket, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
