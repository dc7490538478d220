import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import { PgBoss, type Queue } from 'pg-boss';
import { QUEUES } from '../jobs/queues.ts';
import { StartFault } from '../start-fault.ts';
import { APP_ROLE, createPool } from './pool.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** Schema of pg-boss. Source: its default. */
const QUEUE_SCHEMA = 'pgboss';

interface MigrateOptions {
  /** Connects as the owner of the schema. */
  url: string;
  /** Takes a sentence on what happens. */
  log(sentence: string): void;
  /** Absent means the folder of the application. */
  folder?: string;
}

/**
 * Brings a database to this version: its tables, its job queues, and what the restricted role may do. Safe to run
 * twice, and by two processes at once.
 * @throws {StartFault} when a newer version has been there, or a migration fails.
 */
export async function migrate({ url, log, folder = MIGRATIONS }: MigrateOptions): Promise<void> {
  const pool = createPool({ url, max: 2 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await refuseNewer(db, folder);
    await migrateTables(db, folder, log);
    // Whether the server may serve depends on it (features/health).
    await sql`grant select on kysely_migration to ${sql.id(APP_ROLE)}`.execute(db);
    await migrateQueues(url);
    await grantQueues(db);
  } finally {
    await db.destroy();
  }
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted();

const fromFiles = (folder: string): MigrationProvider => ({
  getMigrations: () =>
    Promise.resolve(
      Object.fromEntries(
        namesIn(folder).map((name) => {
          const up = async (db: Kysely<unknown>) => {
            await sql.raw(readFileSync(join(folder, `${name}.sql`), 'utf8')).execute(db);
          };
          return [name, { up }];
        }),
      ),
    ),
});

async function refuseNewer(db: Kysely<unknown>, folder: string): Promise<void> {
  const table = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!table.rows[0]?.found) return;
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const known = new Set(namesIn(folder));
  const unknown = done.rows.map((row) => row.name).filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new StartFault(
    `The database was migrated by a newer version of Bellwether (${unknown.join(', ')}): start that version, or restore a backup made before it.`,
  );
}

/** Each file is a transaction of its own, so what is done stays done when a later one fails. */
async function migrateTables(db: Kysely<unknown>, folder: string, log: MigrateOptions['log']): Promise<void> {
  const migrator = new Migrator({ db, provider: fromFiles(folder) });
  for (;;) {
    const { error, results = [] } = await migrator.migrateUp();
    const name = results[0]?.migrationName;
    if (error !== undefined) throw new StartFault(`Migration ${name ?? 'of the database'} failed: ${reasonOf(error)}.`);
    if (name === undefined) return;
    log(`Migrated ${name}.`);
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error));

async function migrateQueues(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: QUEUE_SCHEMA, max: 2, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  try {
    await boss.start();
    const queues: readonly { name: string; options: Omit<Queue, 'name'> }[] = QUEUES;
    for (const { name, options } of queues) {
      await boss.createQueue(name, options);
      const { policy: _, partition: __, ...changeable } = options;
      if (Object.keys(changeable).length > 0) await boss.updateQueue(name, changeable);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Everything about jobs but the schema itself. */
async function grantQueues(db: Kysely<unknown>): Promise<void> {
  const [schema, role] = [sql.id(QUEUE_SCHEMA), sql.id(APP_ROLE)];
  await sql`grant usage on schema ${schema} to ${role}`.execute(db);
  await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`.execute(db);
  await sql`grant usage on all sequences in schema ${schema} to ${role}`.execute(db);
  await sql`grant execute on all functions in schema ${schema} to ${role}`.execute(db);
  const future = sql`alter default privileges in schema ${schema} grant`;
  await sql`${future} select, insert, update, delete on tables to ${role}`.execute(db);
  await sql`${future} usage on sequences to ${role}`.execute(db);
  await sql`${future} execute on functions to ${role}`.execute(db);
}
