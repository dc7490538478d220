import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartFault } from '../start-fault.ts';
import type { Pool } from './pool.ts';

export const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** Names of a folder's migrations in order, up to `last` or all. */
export const namesIn = (folder: string, last?: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .filter((name) => last === undefined || name <= last)
    .toSorted();

/** Migrations unknown to this version. */
export const unknownOf = (done: readonly string[], folder: string = MIGRATIONS): string[] => {
  const known = new Set(namesIn(folder));
  return done.filter((name) => !known.has(name));
};

export const newerDatabase = (unknown: readonly string[]): string =>
  `The database was migrated by a newer version of Bellwether (${unknown.join(', ')}). Start that version, or restore a backup made before it.`;

/** @throws {StartFault} when a newer version has used the database: this one would misread its data. */
export async function refuseNewer(pool: Pool, folder: string = MIGRATIONS): Promise<void> {
  const table = await pool.query<{ found: boolean }>(`select to_regclass('kysely_migration') is not null as found`);
  if (table.rows[0]?.found !== true) return;
  const done = await pool.query<{ name: string }>('select name from kysely_migration order by name');
  const unknown = unknownOf(
    done.rows.map((row) => row.name),
    folder,
  );
  if (unknown.length > 0) throw new StartFault(newerDatabase(unknown));
}
