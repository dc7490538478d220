import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import { PgBoss, type Queue } from 'pg-boss';
import { QUEUES } from '../jobs/queues.ts';
import { StartFault } from '../start-fault.ts';
import { MIGRATIONS, namesIn, refuseNewer } from './migrations.ts';
import { APP_ROLE, createPool } from './pool.ts';

/** Schema of pg-boss. Source: its default. */
const QUEUE_SCHEMA = 'pgboss';

interface MigrateOptions {
  /** Connects as the owner of the schema. */
  url: string;
  /** Takes a sentence on what happens. */
  log(sentence: string): void;
  /** Absent means the folder of the application. */
  folder?: string;
  /** Name of the migration to stop after; absent means that all are run. */
  last?: string;
}

/**
 * Brings a database to this version: tables, job queues, and grants of the restricted role. Safe to run twice, and by
 * two processes at the same time.
 * @throws {StartFault} when a newer version has been there, or a migration fails.
 */
export async function migrate({ url, log, folder = MIGRATIONS, last }: MigrateOptions): Promise<void> {
  const pool = createPool({ url, max: 2 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await refuseNewer(pool, folder);
    await migrateTables(db, fromFiles(namesIn(folder, last), folder), log);
    // The readiness check reads it (features/health).
    await sql`grant select on kysely_migration to ${sql.id(APP_ROLE)}`.execute(db);
    await migrateQueues(url);
    await grantQueues(db);
  } finally {
    await db.destroy();
  }
}

const fromFiles = (names: readonly string[], folder: string): MigrationProvider => ({
  getMigrations: () =>
    Promise.resolve(
      Object.fromEntries(
        names.map((name) => {
          const up = async (db: Kysely<unknown>) => {
            await sql.raw(readFileSync(join(folder, `${name}.sql`), 'utf8')).execute(db);
          };
          return [name, { up }];
        }),
      ),
    ),
});

/** Each file is its own transaction, so that earlier ones stay done when a later one fails. */
async function migrateTables(
  db: Kysely<unknown>,
  provider: MigrationProvider,
  log: MigrateOptions['log'],
): Promise<void> {
  const migrator = new Migrator({ db, provider });
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
