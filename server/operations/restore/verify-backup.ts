import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { MIGRATIONS } from '../../db/migrations.ts';
import { createSeal } from '../../seal.ts';
import { StartFault } from '../../start-fault.ts';
import { connect } from '../backup/catalog.ts';
import { readFileKeys } from '../backup/file-keys.ts';
import { closedTo, compareTables, inspectDatabase, readSealed, unknownFiles } from './inspect.ts';
import { loadBackup, type Source } from './load.ts';
import { openSource } from './open-source.ts';
import { readKeys } from './read-keys.ts';

/** In a backup: when it was verified, and by which version. */
const NOTE = 'verified.json';

export interface Verified {
  /** ISO instant. */
  readonly at: string;
  readonly app: string;
  readonly rows: number;
  readonly tables: number;
  readonly files: number;
  /** Number of secrets that the local keys can't decrypt; null without a key here. */
  readonly closed: number | null;
  readonly seconds: number;
  /** Parts that a restore would leave out, and other notes for the operator. */
  readonly notes: readonly string[];
}

export interface VerifyOptions {
  readonly folder: string;
  readonly key: Buffer | null;
  /** See `SourceOptions`. */
  readonly unsealed?: boolean;
  /** Keys of this installation; those in the backup count as well. */
  readonly secretKeys: readonly Buffer[];
  /** Version of Bellwether. */
  readonly app: string;
  readonly now: () => Date;
  /** Absent means those of the application. */
  readonly migrations?: string;
}

/**
 * Restores a backup into a separate PostgreSQL in the system's temporary folder, compares every table with the
 * manifest, and migrates it to this version. Records the result in the backup.
 * @throws {StartFault} with everything that is wrong, a sentence each.
 */
export async function verifyBackup(options: VerifyOptions): Promise<Verified> {
  const { folder, now, migrations = MIGRATIONS } = options;
  const started = now();
  const source = await openSource({ ...options, migrations });
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-verify-'));
  try {
    await chmod(dataDir, 0o711);
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, durability: 'this-run' });
    try {
      const result = await prove(postgres.url, source, options);
      const seconds = (now().getTime() - started.getTime()) / 1000;
      return note(folder, { at: now().toISOString(), app: options.app, ...result, seconds });
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Writes the result into the backup, if it is writable. */
function note(folder: string, verified: Verified): Verified {
  try {
    writeFileSync(join(folder, NOTE), `${JSON.stringify(verified, null, 1)}\n`);
    return verified;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...verified, notes: [...verified.notes, `Couldn't record in the backup that it was verified: ${why}.`] };
  }
}

async function prove(url: string, source: Source, { secretKeys, migrations = MIGRATIONS }: VerifyOptions) {
  const { manifest } = source;
  const silent = { url, log: () => undefined, folder: migrations };
  await migrate({ ...silent, ...lastOf(source) });
  const { tables, notes } = await loadBackup(url, source);
  const client = await connect(url);
  try {
    const fileKeys = await readFileKeys(client);
    const faults = [...(await compareTables(client, tables)), ...unknownFiles(fileKeys, manifest)];
    await migrate(silent);
    faults.push(...(await inspectDatabase(client)));
    if (faults.length > 0) throw new StartFault(faults.join('\n'));

    const [first, ...others] = [...(await readKeys(source)), ...secretKeys];
    const closed =
      first === undefined ? null : closedTo(createSeal([first, ...others]), await readSealed(client, 1_000));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, tables: tables.length, files: manifest.files.length, closed, notes };
  } finally {
    await client.end();
  }
}

/** Last migration to run, so that the database has the shape of the backup. */
export const lastOf = ({ manifest }: Source): { last?: string } => {
  const last = manifest.migrations.at(-1);
  return last === undefined ? {} : { last };
};

/** `null`: the backup was never verified. */
export function readVerified(folder: string): Verified | null {
  try {
    return JSON.parse(readFileSync(join(folder, NOTE), 'utf8')) as Verified;
  } catch {
    return null;
  }
}
