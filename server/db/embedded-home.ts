import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, chownSync, constants, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartFault } from '../start-fault.ts';
import { type Account, accountFor, mayEnter } from './embedded-account.ts';
import { stopPostmaster } from './embedded-postmaster.ts';

/** Durable folders for a cluster whose own data folder PostgreSQL can't enter, tried in order. */
const ELSEWHERE = ['/var/lib', '/srv', '/opt'] as const;

/** In the data folder: the home of its cluster. */
export const INSIDE = 'postgres';

/** In the data folder: one line, the path of the cluster's home where it had to be put elsewhere. */
export const POINTER = 'postgres.location';

/** In a home elsewhere: one line, the data folder that it belongs to. */
const OWNER = 'data-dir';

/** Longest path of a socket, in bytes. Source: sun_path in sys/un.h, 108 on Linux and 104 on macOS, less the NUL. */
export const SOCKET_PATH_MAX = 103;

const SOCKET_NAME = '.s.PGSQL.5432';

/** Location of a data folder's PostgreSQL. */
export interface Home {
  /** Holds the cluster and, where they had to be copied, the programs. */
  folder: string;
  /** PostgreSQL's own data folder; absent until it is first made. */
  cluster: string;
  /** `null` means the current user. */
  account: Account | null;
}

/** Marker in the data folder while a restore moves folders (server/operations/restore/swap.ts). */
export const MOVING = 'restore.moving';

/** Creates the data folder, and checks that it is complete and writable. @throws {StartFault} otherwise. */
export function prepareDataDir(dataDir: string): void {
  if (existsSync(join(dataDir, MOVING))) {
    throw new StartFault(
      `A restore into ${dataDir} was interrupted while moving folders. Run "bin/restore --finish", which takes a moment.`,
    );
  }
  try {
    makeFolder(join(dataDir, 'logs'));
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    accessSync(join(dataDir, 'logs'), constants.W_OK | constants.X_OK);
  } catch {
    throw new StartFault(
      `The data folder ${dataDir} isn't writable by this user. Grant write access, or set DATA_DIR to another folder.`,
    );
  }
}

/** One folder after the other: Node's own recursion never ends in a folder like /proc, which refuses deletions. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/**
 * Finds or creates the home of a data folder's cluster: inside it, or, when we are root and PostgreSQL's account can't
 * enter it, in a durable folder elsewhere that a file in the data folder names.
 * @throws {StartFault} when there is no such folder, or it belongs to another data folder or user.
 */
export async function locateHome(dataDir: string, elsewhere: readonly string[] = ELSEWHERE): Promise<Home> {
  prepareDataDir(dataDir);
  const pointer = join(dataDir, POINTER);
  if (existsSync(pointer)) return pointedHome(dataDir, readFileSync(pointer, 'utf8').trim());

  const inside = homeIn(join(dataDir, INSIDE));
  mkdirSync(inside.folder, { recursive: true });
  if (inside.account === null) return ownHome(inside);
  letThrough(dataDir, inside.account);
  letThrough(inside.folder, inside.account);
  return mayEnter(inside.account, inside.folder) ? inside : moveElsewhere(dataDir, inside, elsewhere);
}

/** Home of an existing data folder; changes nothing. `null`: no cluster yet, or it was moved. */
export function findHome(dataDir: string): Home | null {
  const pointer = join(dataDir, POINTER);
  const home = homeIn(existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, INSIDE));
  return existsSync(home.cluster) ? home : null;
}

function homeIn(folder: string): Home {
  const cluster = join(folder, 'data');
  return { folder, cluster, account: accountFor(cluster) };
}

function ownHome(home: Home): Home {
  const owner = statSync(home.cluster, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner === process.getuid?.()) return home;
  throw new StartFault(
    `The database in ${home.cluster} belongs to another user (uid ${owner}). Start Bellwether as that user or as root, or set DATA_DIR to another folder.`,
  );
}

/** Lets the account pass through a closed folder of ours by its group, without giving access to anyone else. */
function letThrough(folder: string, account: Account): void {
  const { uid, mode } = statSync(folder);
  if (uid !== 0 || (mode & 0o077) !== 0) return;
  chownSync(folder, 0, account.gid);
  chmodSync(folder, 0o710);
}

function pointedHome(dataDir: string, folder: string): Home {
  const owner = join(folder, OWNER);
  if (!existsSync(owner)) {
    throw new StartFault(
      `${join(dataDir, POINTER)} says the database is in ${folder}, but it isn't. Put it back, or delete that file to start with an empty database.`,
    );
  }
  const other = readFileSync(owner, 'utf8').trim();
  const here = realpathSync(dataDir);
  if (other !== here && existsSync(join(other, POINTER))) {
    throw new StartFault(
      `The database in ${folder} belongs to ${other}, and ${dataDir} is a copy of that folder. Delete ${join(dataDir, POINTER)} to start with an empty database.`,
    );
  }
  if (other !== here) writeFileSync(owner, `${here}\n`);
  return homeIn(folder);
}

async function moveElsewhere(dataDir: string, inside: Home, elsewhere: readonly string[]): Promise<Home> {
  for (const base of elsewhere) {
    const folder = makeHome(base, hashOf(dataDir));
    if (folder === null || !mayEnter(inside.account, folder)) continue;
    writeFileSync(join(folder, OWNER), `${realpathSync(dataDir)}\n`);
    if (existsSync(inside.cluster)) await moveCluster(inside.cluster, join(folder, 'data'));
    writeFileSync(join(dataDir, `${POINTER}.new`), `${folder}\n`, { flush: true });
    renameSync(join(dataDir, `${POINTER}.new`), join(dataDir, POINTER));
    rmSync(inside.folder, { recursive: true });
    return homeIn(folder);
  }
  throw new StartFault(
    `PostgreSQL doesn't run as root, and its own user (uid ${inside.account?.uid}) can't open ${dataDir}. Set DATA_DIR to a folder that every user can open, or start Bellwether as a regular user.`,
  );
}

function makeHome(base: string, hash: string): string | null {
  try {
    const folder = mkdtempSync(join(base, `bellwether-${hash}-`));
    chmodSync(folder, 0o711);
    return folder;
  } catch {
    return null;
  }
}

/** Copies to another file system: owners, modes and links are preserved, and the old cluster is deleted last. */
async function moveCluster(from: string, to: string): Promise<void> {
  await stopPostmaster(from);
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const copied = spawnSync('cp', ['-a', from, to]).status === 0 && spawnSync('sync').status === 0;
    if (!copied) throw new StartFault(`Couldn't move the database from ${from} to ${to}. Is that disk full?`);
  }
}

const hashOf = (dataDir: string) => createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);

/**
 * Short folder for the socket that only PostgreSQL's account may enter, in the system's temporary folder. Skips one
 * created by another user under our name.
 */
export function socketFolder(dataDir: string, account: Account | null): string {
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  for (const base of new Set([tmpdir(), '/tmp'])) {
    if (!mayEnter(account, base)) continue;
    for (let turn = 0; turn < 10; turn += 1) {
      const folder = join(base, `bellwether-${hashOf(dataDir)}${turn === 0 ? '' : `-${turn}`}`);
      if (Buffer.byteLength(join(folder, SOCKET_NAME)) > SOCKET_PATH_MAX) break;
      if (ownFolder(folder, uid, account)) return folder;
    }
  }
  throw new StartFault(
    `Couldn't create a socket folder in ${tmpdir()}. Set TMPDIR to a folder that every user can open.`,
  );
}

function ownFolder(folder: string, uid: number, account: Account | null): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (account) chownSync(folder, account.uid, account.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
}
