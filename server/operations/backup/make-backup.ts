import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { formatCount } from '#rules/words/format-count.ts';
import { KEY } from '../../adapters/storage/storage.ts';
import { claimFolder } from '../../db/embedded-claim.ts';
import { StartFault } from '../../start-fault.ts';
import { freeBytes } from '../free-bytes.ts';
import { connect, readTables } from './catalog.ts';
import { dumpDatabase } from './dump.ts';
import { makerOf } from './installation.ts';
import { type FileEntry, fingerprintOf, type Manifest, syncFolder, writeManifest } from './manifest.ts';
import { pack } from './pack.ts';
import { instantOf, nameFor } from './rotation.ts';

/** Suffix of an unfinished backup of one installation on this host. */
const partialOf = (installation: string): string => `.${makerOf(installation)}.partial`;

/** Bytes of a packed table for each byte that it takes in the database, at most. Source: measured, below 0.25. */
const PACKED_PART = 0.5;

/** Bytes that remain free next to the backup. Our choice. */
const SPARE_BYTES = 64 * 2 ** 20;

export interface BackupOptions {
  /** Connects as the owner. */
  readonly url: string;
  /** Description of `url` without its password. */
  readonly source: string;
  /** Its id (`installationOf`). */
  readonly installation: string;
  /** Key in the storage. */
  readonly filesFolder: string;
  /** The bucket that holds the files instead. Absent: none. */
  readonly bucket?: string | null;
  /** Writes the backup to a folder of its own. */
  readonly into: string;
  /** Version of Bellwether. */
  readonly app: string;
  /** Seals every file; `null`: they are only compressed. */
  readonly key: Buffer | null;
  /** Keys that open the secrets in the database. */
  readonly secretKeys: readonly Buffer[];
  /** True when those keys are included in the backup. */
  readonly withKeys: boolean;
  readonly now: () => Date;
}

export interface Made {
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * Writes a backup to a folder that gets its name only when it is complete and on disk.
 * @throws {StartFault} when the disk is too small.
 */
export async function makeBackup(options: BackupOptions): Promise<Made> {
  const started = options.now();
  await mkdir(options.into, { recursive: true });
  await removeDead(options);
  await requireRoom(options);
  const partial = join(options.into, `${nameFor(started)}${partialOf(options.installation)}`);
  await mkdir(partial, { mode: 0o700 });
  const claim = claimFolder(partial);
  try {
    const manifest = await fill(partial, started, options);
    writeManifest(partial, manifest, options.key);
    claim.release();
    const folder = await giveName(partial, started, options.into);
    syncFolder(options.into);
    return { folder, manifest };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Installations that share a folder may begin in the same second: the later one takes the next. */
async function giveName(partial: string, at: Date, into: string): Promise<string> {
  const folder = join(into, nameFor(at));
  try {
    await rename(partial, folder);
    return folder;
  } catch (error) {
    if (!TAKEN.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return giveName(partial, new Date(at.getTime() + 1_000), into);
  }
}

/** Error of a rename onto an existing folder. Source: rename(2). */
const TAKEN = new Set(['ENOTEMPTY', 'EEXIST']);

async function fill(folder: string, started: Date, options: BackupOptions): Promise<Manifest> {
  const { key, secretKeys, withKeys, filesFolder, bucket = null } = options;
  for (const part of ['tables', 'files']) await mkdir(join(folder, part));
  // Files from before the snapshot may be removed during the copy; files added before its end are found by the second
  // pass.
  const files = new Map<string, FileEntry>();
  await copyFiles(filesFolder, folder, key, files);
  const dump = await dumpDatabase(options.url, folder, key);
  await copyFiles(filesFolder, folder, key, files);

  const text = Readable.from([Buffer.from(secretKeys.map((each) => each.toString('base64')).join(','))]);
  const keys = withKeys ? { file: 'keys' as const, ...(await pack(text, join(folder, 'keys'), 'keys', key)) } : null;
  return {
    format: 1,
    app: options.app,
    source: options.source,
    installation: options.installation,
    started_at: started.toISOString(),
    finished_at: options.now().toISOString(),
    sealed_with: key === null ? null : fingerprintOf(key),
    secret_keys: secretKeys.map(fingerprintOf),
    keys,
    ...dump.found,
    files: [...files.values()],
    missing_files: bucket === null ? dump.fileKeys.filter((fileKey) => !files.has(fileKey)) : [],
    bucket,
  };
}

/** Files of the storage never change, so that each is copied once. */
async function copyFiles(from: string, folder: string, key: Buffer | null, done: Map<string, FileEntry>) {
  for (const name of await readdir(from).catch(() => [])) {
    if (!KEY.test(name) || done.has(name)) continue;
    const file = `files/${name}`;
    try {
      const packed = await pack(createReadStream(join(from, name)), join(folder, file), file, key);
      done.set(name, { key: name, file, ...packed });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await rm(join(folder, file), { force: true });
    }
  }
}

/** Takes away what backups of this installation on this host have left that were killed. */
async function removeDead({ into, installation }: BackupOptions): Promise<void> {
  const partial = partialOf(installation);
  for (const entry of await readdir(into, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isDirectory() || !name.endsWith(partial) || instantOf(basename(name, partial)) === null) continue;
    try {
      claimFolder(join(into, name));
    } catch (error) {
      if (!(error instanceof StartFault)) throw error;
      throw new StartFault(`Another backup is in progress (${basename(name, partial)}). Wait for it to finish.`);
    }
    await rm(join(into, name), { recursive: true, force: true });
  }
}

async function requireRoom({ url, into, filesFolder }: BackupOptions): Promise<void> {
  const client = await connect(url);
  const tables = await readTables(client);
  await client.end();
  const names = await readdir(filesFolder).catch(() => []);
  const sizes = await Promise.all(names.map((name) => stat(join(filesFolder, name)).catch(() => ({ size: 0 }))));
  const rows = tables.reduce((sum, table) => sum + table.bytes, 0) * PACKED_PART;
  const needed = SPARE_BYTES + rows + sizes.reduce((sum, { size }) => sum + size, 0);
  const free = freeBytes(into);
  if (free >= needed) return;
  throw new StartFault(
    `Not enough disk space for ${into}: the backup may need ${megabytes(needed)} MB, and ${megabytes(free)} MB is free. Free up space, or choose a folder on another disk.`,
  );
}

const megabytes = (bytes: number): string => formatCount(Math.ceil(bytes / 1e6));
