import type { Config } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { StartFault } from '../start-fault.ts';

/** Brings the database to this version, as its owner. @throws {StartFault} when that is impossible. */
export async function runMigrate(config: Config, log: (sentence: string) => void): Promise<void> {
  if (config.databaseUrl === null) throw new StartFault(NO_DATABASE);
  await migrate({ url: config.databaseUrl, log, appUrl: config.database.appUrl });
}

/** Only `all` has a database of its own. */
export const NO_DATABASE =
  'DATABASE_URL is missing. Set it to your PostgreSQL server, or use bin/start, which brings its own.';
