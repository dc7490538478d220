import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartFault } from '../../start-fault.ts';
import { columnsOf, connect, nameOf, readMigrations, readQueueVersion, readTables } from '../backup/catalog.ts';
import type { Manifest, TableEntry } from '../backup/manifest.ts';
import { unpack } from '../backup/pack.ts';

export interface Source {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Opens its files; `null`: they are not sealed. */
  readonly key: Buffer | null;
}

export interface Loaded {
  /** Rows counted in the manifest, and rows loaded into this database. */
  readonly tables: readonly TableEntry[];
  /** Sentences about what was left out. */
  readonly notes: readonly string[];
}

/**
 * Fills a database migrated exactly as far as the backup, in one transaction: rows first, then indexes and foreign
 * keys, which are checked that way. Triggers do not run. `settle` runs last in the transaction.
 * @throws {StartFault} when the database has another shape than the backup.
 */
export async function loadBackup(
  url: string,
  source: Source,
  settle: (client: pg.Client) => Promise<void> = () => Promise.resolve(),
): Promise<Loaded> {
  const client = await connect(url);
  try {
    await client.query('begin');
    const loaded = await load(client, source);
    await settle(client);
    await client.query('commit');
    await client.query('analyze');
    return loaded;
  } finally {
    await client.end();
  }
}

async function load(client: pg.Client, source: Source): Promise<Loaded> {
  const { manifest } = source;
  await requireShape(client, manifest);
  const jobsFit = (await readQueueVersion(client)) === manifest.queue;
  const tables = manifest.tables.filter(({ schema }) => jobsFit || schema === 'public');
  const jobs = tables.filter(({ schema }) => schema !== 'public');

  await client.query(`set local maintenance_work_mem = '256MB'`);
  const putBack = await takeDown(client, tables);
  await client.query(`truncate ${tables.map(nameOf).join(', ')}`);
  for (const table of tables) await loadTable(client, source, table);
  for (const { schema, name, value, called } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [nameOf({ schema, name }), value, called]);
  }
  for (const statement of putBack) await client.query(statement);
  return { tables, notes: jobsFit ? await dropStrays(client, jobs) : [JOBS_LEFT_OUT] };
}

const JOBS_LEFT_OUT =
  'Queued jobs were skipped because the queue has a different version. Waiting imports and messages resume within 10 minutes.';

/**
 * A database that a restore may migrate and fill: without a table, or one that a restore or a start has left without
 * an account, no further than the backup. Changes nothing.
 * @throws {StartFault} when it is another one.
 */
export async function requireEmpty(client: pg.Client, manifest: Manifest): Promise<void> {
  const migrations = await readMigrations(client);
  const filled = migrations.length === 0 ? ANY_TABLE : 'select exists (select from accounts) as filled';
  if (migrations.some((name, turn) => name !== manifest.migrations[turn])) throw otherLevel(migrations, manifest);
  const { rows } = await client.query<{ filled: boolean }>(filled);
  if (rows[0]?.filled === true) {
    throw new StartFault("The database isn't empty. Create an empty one, and set DATABASE_URL to it.");
  }
}

/** All tables except those of extensions. */
const ANY_TABLE = `select exists (
  select from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'f') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
    and c.relname not like 'kysely\\_%'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as filled`;

const otherLevel = (migrations: readonly string[], manifest: Manifest) =>
  new StartFault(
    `The database is migrated to ${migrations.at(-1) ?? 'nothing'}, the backup to ${manifest.migrations.at(-1)}. Restore into an empty database.`,
  );

async function requireShape(client: pg.Client, manifest: Manifest): Promise<void> {
  await requireEmpty(client, manifest);
  const migrations = await readMigrations(client);
  if (migrations.join() !== manifest.migrations.join()) throw otherLevel(migrations, manifest);
  const shapes = new Map((await readTables(client)).map((table) => [nameOf(table), columnsOf(table)]));
  const others = manifest.tables.filter(
    (table) => table.schema === 'public' && shapes.get(nameOf(table)) !== columnsOf(table),
  );
  if (others.length === 0) return;
  throw new StartFault(
    `The backup's tables don't match this version (${others.map(({ name }) => name).join(', ')}). Restore it with Bellwether ${manifest.app}.`,
  );
}

interface Statements {
  readonly down: string;
  readonly up: string;
}

/**
 * Removes what would run or be kept up for every row, and lets the owner write under row-level security. Answers the
 * statements that put everything back.
 */
async function takeDown(client: pg.Client, tables: readonly TableEntry[]): Promise<string[]> {
  const { rows } = await client.query<Statements>(
    `with loaded as (select c.oid, c.oid::regclass::text as name, c.relforcerowsecurity as forced
                     from unnest($1::text[]) as named(name) join pg_class c on c.oid = named.name::regclass)
     select format('alter table %s drop constraint %I', t.name, conname) as down, 3 as turn,
            format('alter table %s add constraint %I %s', t.name, conname, pg_get_constraintdef(k.oid)) as up
     from pg_constraint k join loaded t on t.oid = k.conrelid where k.contype = 'f' and k.conparentid = 0
     union all
     select format('drop index %s', i.indexrelid::regclass), 1, pg_get_indexdef(i.indexrelid)
     from pg_index i join loaded t on t.oid = i.indrelid
     where not exists (select from pg_constraint where conindid = i.indexrelid)
       and not exists (select from pg_inherits where inhrelid = i.indexrelid)
     union all
     select format('alter table %s no force row level security', name), 4,
            format('alter table %s force row level security', name) from loaded where forced
     union all
     select format('alter table %s disable trigger user', name), 2, format('alter table %s enable trigger user', name)
     from loaded
     order by turn`,
    [tables.map(nameOf)],
  );
  for (const { down } of rows) await client.query(down);
  return rows.map(({ up }) => up);
}

async function loadTable(client: pg.Client, { folder, key }: Source, table: TableEntry): Promise<void> {
  const target = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`));
  await pipeline(unpack(join(folder, table.file), table.file, key), target);
}

/** Jobs of queues that this version does not have any more. */
async function dropStrays(client: pg.Client, jobs: readonly TableEntry[]): Promise<string[]> {
  let strays = 0;
  for (const table of jobs) {
    const gone = await client.query(`delete from ${nameOf(table)} where name not in (select name from pgboss.queue)`);
    strays += gone.rowCount ?? 0;
  }
  return strays === 0 ? [] : [`${strays} queued jobs were skipped because this version has no queue for them.`];
}
