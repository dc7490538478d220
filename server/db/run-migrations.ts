import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '#rules/time/back-off.ts';
import { StartFault } from '../start-fault.ts';
import type { PoolClient } from './pool.ts';

/** Takes a sentence on what happens. */
export type Log = (sentence: string) => void;

/**
 * Milliseconds that a migration waits for a lock. Ours: everything else that wants the table waits behind it, and a page
 * may take a second longer.
 */
const LOCK_MS = 1_000;

/** Pauses in which those go first, in ms, and attempts: some 5 minutes. Ours. */
const PAUSE_MS = { first: 250, longest: 10_000 } as const;
const ATTEMPTS = 40;

/** Milliseconds between two batches, for everyone else. Ours. */
const BREATH_MS = 20;

/** PostgreSQL's codes of a lock that was not free in time, and of a deadlock. */
const LOCKED = /^(55P03|40P01)$/;

/** Key of the lock that lets one process migrate at a time, and milliseconds between two attempts to get it. Ours. */
const MIGRATION_LOCK = 4_201_041;
const LOCK_PAUSE_MS = 200;

/**
 * Runs `work` while no other process migrates this database. Waits in short statements: one that waits for the lock
 * would keep a snapshot, which `create index concurrently` waits for.
 */
export async function oneAtATime<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [MIGRATION_LOCK]);
    if (rows[0]?.mine === true) break;
    await sleep(LOCK_PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }
}

/** Runs `work` in a transaction that gives way to everyone else: a lock that isn't free soon is tried again later. */
export async function inTurn<T>(client: PoolClient, name: string, log: Log, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_MS}`);
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (attempt === ATTEMPTS || !LOCKED.test((error as { code?: string }).code ?? '')) throw error;
      if (attempt === 1) log(`${name} waits for a lock, and lets others go first.`);
    }
    await sleep(backOff(PAUSE_MS, attempt));
  }
}

/** Names of the migrations that have run. */
export async function findDone(client: PoolClient): Promise<Set<string>> {
  await client.query(
    `create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`,
  );
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
  return new Set(rows.map(({ name }) => name));
}

/** The first line of a file chooses how it runs; without one of these it is a transaction. */
const RUNS: Readonly<Record<string, (migration: Migration) => Promise<void>>> = {
  '-- no-transaction': runStatements,
  '-- batched': runBatches,
};

interface Migration {
  readonly client: PoolClient;
  readonly name: string;
  readonly text: string;
  readonly log: Log;
}

/** @throws {StartFault} with the reason when it fails: a transaction leaves nothing behind. */
export async function runMigration(client: PoolClient, folder: string, name: string, log: Log): Promise<void> {
  const text = readFileSync(join(folder, `${name}.sql`), 'utf8');
  const run = RUNS[text.split('\n', 1)[0]?.trim() ?? ''] ?? runAtOnce;
  try {
    await run({ client, name, text, log });
  } catch (error) {
    throw new StartFault(
      `Migration ${name} failed: ${error instanceof Error ? error.message : JSON.stringify(error)}.`,
    );
  }
  log(`Migrated ${name}.`);
}

const note = ({ client, name }: Migration) =>
  client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, new Date().toISOString()]);

async function runAtOnce(migration: Migration): Promise<void> {
  const { client, name, text, log } = migration;
  await inTurn(client, name, log, async () => {
    await client.query(text);
    await note(migration);
  });
}

/**
 * One statement at a time, each on its own, as `create index concurrently` demands. They wait for locks as long as it
 * takes, since none that may run here makes others wait. After a failure they all run again.
 */
async function runStatements(migration: Migration): Promise<void> {
  const statements = migration.text
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((statement) => statement.trim() !== '');
  for (const statement of statements) await migration.client.query(statement);
  await note(migration);
}

/** The file again and again, each time as a transaction, until its last statement changes no row. */
async function runBatches(migration: Migration): Promise<void> {
  const { client, name, text, log } = migration;
  for (;;) {
    const changed = await inTurn(client, name, log, async () => {
      const results = [await client.query(text)].flat();
      return results.at(-1)?.rowCount ?? 0;
    });
    if (changed === 0) break;
    await sleep(BREATH_MS);
  }
  await note(migration);
}
