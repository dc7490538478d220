import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartFault } from '../start-fault.ts';
import type { Pool, PoolClient } from './pool.ts';

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

type Asking = Pick<Pool | PoolClient, 'query'>;

/** A database that a newer version has migrated. */
export interface Newer {
  readonly unknown: readonly string[];
  /** Releases between this version and the database; this one works with the next one's. */
  readonly releases: number;
}

/** `null`: every migration is known here. */
export async function findNewer(ask: Asking, folder: string = MIGRATIONS): Promise<Newer | null> {
  const table = await ask.query<{ found: boolean }>(`select to_regclass('kysely_migration') is not null as found`);
  if (table.rows[0]?.found !== true) return null;
  const { rows } = await ask.query<{ name: string }>('select name from kysely_migration order by name');
  const done = rows.map(({ name }) => name);
  const unknown = unknownOf(done, folder);
  if (unknown.length === 0) return null;
  const released = await ask.query<{ last: string }>(
    `select value as last from schema_state where name like 'release:%' order by value`,
  );
  const ours = namesIn(folder).at(-1) ?? '';
  const newest = done.at(-1) ?? '';
  const ends = released.rows.map(({ last }) => last).filter((last) => last > ours && last <= newest);
  return { unknown, releases: ends.length + ((ends.at(-1) ?? '') < newest ? 1 : 0) };
}

/** Releases ahead that a version works with: migrations keep what the previous version needs. */
const TOLERATED = 1;

/** Returns whether this version works with the database of a newer one. */
export const isTolerated = ({ releases }: Newer): boolean => releases <= TOLERATED;

/**
 * Returns whether a newer version has migrated the database.
 * @throws {StartFault} when it is more than one release ahead: this one would misread its data.
 */
export async function refuseNewer(ask: Asking, folder: string = MIGRATIONS): Promise<boolean> {
  const newer = await findNewer(ask, folder);
  if (newer !== null && !isTolerated(newer)) throw new StartFault(newerDatabase(newer.unknown));
  return newer !== null;
}
