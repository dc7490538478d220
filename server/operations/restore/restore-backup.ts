import { createWriteStream, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { claimFolder } from '../../db/embedded-claim.ts';
import { findHome } from '../../db/embedded-home.ts';
import { findPostmaster, stopPostmaster } from '../../db/embedded-postmaster.ts';
import { startEmbeddedPostgres } from '../../db/embedded.ts';
import type { Durability } from '../../db/embedded-settings.ts';
import { migrate } from '../../db/migrate.ts';
import { MIGRATIONS } from '../../db/migrations.ts';
import { KEY_FILE } from '../../seal.ts';
import { StartFault } from '../../start-fault.ts';
import { connect, readTables } from '../backup/catalog.ts';
import { fingerprintOf } from '../backup/manifest.ts';
import { unpack } from '../backup/pack.ts';
import { freeBytes } from '../free-bytes.ts';
import { loadBackup, requireEmpty, type Source } from './load.ts';
import { openSource } from './open-source.ts';
import { readKeys } from './read-keys.ts';
import { finishSwap, FRESH, swap } from './swap.ts';
import { lastOf } from './verify-backup.ts';

/** Bytes on disk for each byte of a packed table, indexes included, at least. Source: measured, about 12. */
const UNPACKED_TIMES = 15;

export interface RestoreOptions {
  readonly folder: string;
  readonly key: Buffer | null;
  /** See `SourceOptions`. */
  readonly unsealed?: boolean;
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir'>;
  /** Keys of this installation. */
  readonly secretKeys: readonly Buffer[];
  /** Allows setting existing data in the data folder aside. */
  readonly replace: boolean;
  readonly now: () => Date;
  /** Absent means those of the application. */
  readonly migrations?: string;
  /** Absent means `forever`. */
  readonly durability?: Durability;
}

export interface Restored {
  /** Location of the previous data; `null`: there was none. */
  readonly aside: string | null;
  /** Sentences that the operator has to know. */
  readonly notes: readonly string[];
}

/**
 * Restores a backup and brings it to this version. Into a data folder it is made aside and moved in when it is whole;
 * into a database of one's own all rows come in one transaction, after the files.
 * @throws {StartFault} when the backup is not whole, something is there already, or Bellwether runs.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { config, replace, migrations = MIGRATIONS } = options;
  if (config.databaseUrl !== null && replace) {
    throw new StartFault(
      '--replace works with data folders only and never empties your own database. Create an empty one, and set DATABASE_URL to it.',
    );
  }
  const source = await openSource({ ...options, migrations });
  const restored = await (config.databaseUrl === null ? intoDataDir(source, options) : intoDatabase(source, options));
  return { aside: restored.aside, notes: [...restored.notes, ...(await settleKeys(source, options))] };
}

async function intoDataDir(source: Source, options: RestoreOptions): Promise<Restored> {
  const { dataDir } = options.config;
  await mkdir(dataDir, { recursive: true });
  const claim = claimFolder(dataDir);
  try {
    requirePlace(options);
    requireRoom(dataDir, source);
    const fresh = join(dataDir, FRESH);
    await removeFresh(fresh);
    await mkdir(fresh, { mode: 0o755 });
    const postgres = await startEmbeddedPostgres({
      dataDir: fresh,
      log: () => undefined,
      durability: options.durability ?? 'forever',
    });
    let notes: readonly string[];
    try {
      notes = await fill(postgres.url, source, options);
    } finally {
      await postgres.stop();
    }
    await copyFiles(source, join(fresh, 'files'));
    const [own, ...others] = await readKeys(source);
    if (own !== undefined && others.length === 0 && options.secretKeys.length === 0) {
      writeFileSync(join(fresh, KEY_FILE), own.toString('base64'), { mode: 0o600, flush: true });
    }
    return { aside: swap(dataDir, options.now()), notes };
  } finally {
    claim.release();
  }
}

async function intoDatabase(source: Source, options: RestoreOptions): Promise<Restored> {
  const { databaseUrl, dataDir } = options.config;
  const url = databaseUrl ?? '';
  const client = await connect(url);
  try {
    await requireEmpty(client, source.manifest);
  } finally {
    await client.end();
  }
  await copyFiles(source, join(dataDir, 'files'));
  return { aside: null, notes: await fill(url, source, options) };
}

/** Rows at the backup's own level, then everything that is new since. */
async function fill(
  url: string,
  source: Source,
  { migrations = MIGRATIONS }: RestoreOptions,
): Promise<readonly string[]> {
  const use = { url, log: () => undefined, folder: migrations };
  await migrate({ ...use, ...lastOf(source) });
  const { notes } = await loadBackup(url, source, beginAnew);
  await migrate(use);
  return notes;
}

/**
 * Time went backward: event numbers will repeat, so each stream gets a new epoch and every client reloads. Sessions,
 * pending sign-ins and password reset links end; passwords, API keys and roles are those of the backup.
 */
async function beginAnew(client: pg.Client): Promise<void> {
  const there = new Set((await readTables(client)).map(({ name }) => name));
  for (const [table, statement] of ANEW) if (there.has(table)) await client.query(statement);
}

/** Rows of each table; a backup may predate a table. */
const ANEW = [
  ['streams', 'update streams set epoch = gen_random_uuid()'],
  ['sessions', 'update sessions set ended_at = now() where ended_at is null'],
  ['sign_in_challenges', 'delete from sign_in_challenges'],
  ['password_resets', 'delete from password_resets'],
  ['sso_attempts', 'delete from sso_attempts'],
] as const;

async function copyFiles({ folder, manifest, key }: Source, into: string): Promise<void> {
  await mkdir(into, { recursive: true });
  for (const { file, key: name } of manifest.files) {
    const target = createWriteStream(join(into, name), { mode: 0o600, flush: true });
    await pipeline(unpack(join(folder, file), file, key), target);
  }
}

/** @throws {StartFault} when there is data that may not be set aside, or a server still runs on it. */
function requirePlace({ config: { dataDir }, replace }: RestoreOptions): void {
  finishSwap(dataDir);
  const home = findHome(dataDir);
  const running = home && findPostmaster(home.cluster);
  if (running) {
    throw new StartFault(
      `The database in ${dataDir} is still running (process ${running.pid}). Start and stop Bellwether, then run this again.`,
    );
  }
  if (replace) return;
  const files = existsSync(join(dataDir, 'files')) ? readdirSync(join(dataDir, 'files')) : [];
  if (home === null && files.length === 0) return;
  throw new StartFault(
    `${dataDir} already contains data. Add --replace, which moves it aside and deletes nothing, or set DATA_DIR to another folder.`,
  );
}

function requireRoom(dataDir: string, { manifest }: Source): void {
  const packed = [...manifest.tables, ...manifest.files].reduce((sum, { bytes }) => sum + bytes, 0);
  const needed = packed * UNPACKED_TIMES + 512 * 2 ** 20;
  const free = freeBytes(dataDir);
  if (free >= needed) return;
  throw new StartFault(
    `Not enough disk space for ${dataDir}: the data may need ${Math.ceil(needed / 1e6)} MB, and ${Math.floor(free / 1e6)} MB is free. Free up space, or set DATA_DIR to a folder on another disk.`,
  );
}

/** Leftovers of a killed restore, including its server. */
async function removeFresh(fresh: string): Promise<void> {
  const home = existsSync(fresh) ? findHome(fresh) : null;
  if (home !== null) {
    await stopPostmaster(home.cluster);
    rmSync(home.folder, { recursive: true, force: true });
  }
  rmSync(fresh, { recursive: true, force: true });
}

/** Steps needed for the keys of the secrets; writes those that the backup contains and that have no known location. */
async function settleKeys(source: Source, { secretKeys, config: { databaseUrl, dataDir } }: RestoreOptions) {
  const brought = await readKeys(source);
  if (brought.length === 1 && databaseUrl === null && secretKeys.length === 0) return [];
  const here = new Set(secretKeys.map(fingerprintOf));
  const missing = source.manifest.secret_keys.filter((each) => !here.has(each));
  if (missing.length === 0) return [];
  if (brought.length > 0) {
    const path = join(dataDir, 'restored-keys');
    await mkdir(dataDir, { recursive: true });
    writeFileSync(path, brought.map((each) => each.toString('base64')).join(','), { mode: 0o600, flush: true });
    return [`The backup's keys are in ${path}. Add them to SECRET_KEYS, and delete the file.`];
  }
  return [
    `The key ${missing.join(', ')} isn't here, so two-factor secrets, queued messages, and contacts' encrypted numbers and prescriptions can't be decrypted. Put it into ${join(dataDir, KEY_FILE)} or SECRET_KEYS; without it, affected users must sign in with a recovery code and set up two-factor again.`,
  ];
}
