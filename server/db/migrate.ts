import { PgBoss, type Queue } from 'pg-boss';
import { QUEUES } from '../jobs/queues.ts';
import { ensureLogin } from './ensure-login.ts';
import { applyFunctions } from './functions.ts';
import { MIGRATIONS, namesIn, refuseNewer } from './migrations.ts';
import { APP_ROLE, createPool, type PoolClient } from './pool.ts';
import { RELEASES } from './releases.ts';
import { findDone, inTurn, type Log, oneAtATime, runMigration } from './run-migrations.ts';

/** Schema of pg-boss. Source: its default. */
const QUEUE_SCHEMA = 'pgboss';

interface MigrateOptions {
  /** Connects as the owner of the schema. */
  url: string;
  log: Log;
  /** Address of the application, when its login isn't the owner. */
  appUrl?: string | null;
  /** Absent means the folder of the application. */
  folder?: string;
  /** Name of the migration to stop after; absent means that all are run. */
  last?: string;
}

/**
 * Brings a database to this version: tables, job queues, and grants of the restricted role. Safe to run twice, and by
 * two processes at the same time. Leaves a database of the next release as it is.
 * @throws {StartFault} when a version further ahead has been there, or a migration fails.
 */
export async function migrate({ url, log, folder = MIGRATIONS, last, appUrl = null }: MigrateOptions): Promise<void> {
  const pool = createPool({ url, max: 1 });
  const client = await pool.connect();
  try {
    await oneAtATime(client, async () => {
      if (await refuseNewer(client, folder)) return;
      const done = await findDone(client);
      for (const name of namesIn(folder, last)) {
        if (!done.has(name)) await runMigration(client, folder, name, log);
      }
      // The readiness check reads it (features/health).
      await client.query(`grant select on kysely_migration to ${APP_ROLE}`);
      // An older shape of the database, such as a backup's, has the functions of its migrations.
      if (folder === MIGRATIONS && last === undefined) {
        await applyFunctions(client, log);
        await noteReleases(client);
      }
      await migrateQueues(url);
      await indexQueues(client, log);
      await grantQueues(client);
      if (appUrl !== null) await ensureLogin(client, appUrl);
    });
  } finally {
    client.release();
    await pool.end();
  }
}

async function noteReleases(client: PoolClient): Promise<void> {
  for (const { version, last } of RELEASES)
    await client.query(
      'insert into schema_state (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [`release:${version}`, last],
    );
}

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

/** Our indexes of the queue: for the jobs of a key, and for the failed ones of an account. */
const QUEUE_INDEXES: Readonly<Record<string, string>> = {
  job_of_key: '(name, singleton_key, created_on)',
  job_failed: `((data ->> 'accountId')) where state = 'failed'`,
};

/** Looks before it creates: `if not exists` would lock out everyone who enqueues a job at every start. */
async function indexQueues(client: PoolClient, log: Log): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) as wanted(name) where to_regclass('${QUEUE_SCHEMA}.' || name) is null`,
    [Object.keys(QUEUE_INDEXES)],
  );
  for (const { name } of rows)
    await inTurn(client, `The index ${name}`, log, () =>
      client.query(`create index ${name} on ${QUEUE_SCHEMA}.job ${QUEUE_INDEXES[name]}`),
    );
}

/** Everything about jobs but the schema itself. */
async function grantQueues(client: PoolClient): Promise<void> {
  await client.query(`
    grant usage on schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    grant usage on all sequences in schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    grant execute on all functions in schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    alter default privileges in schema ${QUEUE_SCHEMA} grant select, insert, update, delete on tables to ${APP_ROLE};
    alter default privileges in schema ${QUEUE_SCHEMA} grant usage on sequences to ${APP_ROLE};
    alter default privileges in schema ${QUEUE_SCHEMA} grant execute on functions to ${APP_ROLE}`);
}
