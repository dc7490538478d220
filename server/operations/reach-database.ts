import type { Config } from '../config.ts';
import { claimFolder } from '../db/embedded-claim.ts';
import { findHome } from '../db/embedded-home.ts';
import { findPostmaster, urlOf } from '../db/embedded-postmaster.ts';
import { DATABASE, startEmbeddedPostgres } from '../db/embedded.ts';
import { StartFault } from '../start-fault.ts';

export interface Reached {
  /** Connects as the owner. */
  readonly url: string;
  /** Description of the database, without its password. */
  readonly source: string;
  close(): Promise<void>;
}

/** The database of DATABASE_URL, or the embedded one where it runs already. `null`: the embedded one is stopped or not there. */
export function findDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Omit<Reached, 'close'> | null {
  if (databaseUrl !== null) {
    const { host, pathname } = new URL(databaseUrl);
    return { url: databaseUrl, source: `${host}${pathname}` };
  }
  const home = findHome(dataDir);
  const running = home && findPostmaster(home.cluster);
  return running && { url: urlOf(running.socketFolder, DATABASE), source: `embedded, ${dataDir}` };
}

/**
 * As `findDatabase`, and starts the embedded database for as long as it is needed where Bellwether is stopped.
 * @throws {StartFault} when there is none.
 */
export async function reachDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Reached> {
  const found = findDatabase(config);
  if (found !== null) return { ...found, close: () => Promise.resolve() };
  const { dataDir } = config;
  if (findHome(dataDir) === null)
    throw new StartFault(`There's no database in ${dataDir}, so there's nothing to back up.`);
  const claim = claimFolder(dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    const close = () => postgres.stop().finally(claim.release);
    return { url: postgres.url, source: `embedded, ${dataDir}`, close };
  } catch (error) {
    claim.release();
    throw error;
  }
}
