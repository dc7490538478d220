import { join } from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { StartFault } from '../../start-fault.ts';
import {
  columnsOf,
  connect,
  nameOf,
  readContent,
  readMigrations,
  readQueueVersion,
  readSequences,
  readTables,
  type Table,
} from './catalog.ts';
import { readFileKeys } from './file-keys.ts';
import type { Manifest, TableEntry } from './manifest.ts';
import { pack } from './pack.ts';

/** Connections that copy side by side. Ours: two cores. */
const SIDE_BY_SIDE = 2;

export interface Dump {
  readonly found: Pick<Manifest, 'postgres' | 'migrations' | 'queue' | 'tables' | 'sequences'>;
  /** Files that rows name. */
  readonly fileKeys: readonly string[];
}

/** Copies every table as of one moment, despite concurrent writes. @throws {StartFault} without tables. */
export async function dumpDatabase(url: string, folder: string, key: Buffer | null): Promise<Dump> {
  const first = await connect(url);
  const others: pg.Client[] = [];
  try {
    await first.query('begin isolation level repeatable read read only');
    const migrations = await readMigrations(first);
    if (migrations.length === 0) throw new StartFault("The database is empty. There's nothing to back up.");
    await requireSight(first);
    const tables = await readTables(first);
    await first.query(`lock table ${tables.map(nameOf).join(', ')} in access share mode`);
    const snapshot = (await first.query<{ id: string }>('select pg_export_snapshot() as id')).rows[0]?.id ?? '';
    for (let turn = 1; turn < SIDE_BY_SIDE; turn += 1) {
      const other = await connect(url);
      others.push(other);
      await other.query(`begin isolation level repeatable read read only; set transaction snapshot '${snapshot}'`);
    }

    const waiting = tables.toSorted((a, b) => b.bytes - a.bytes);
    const entries: TableEntry[] = [];
    const work = async (connection: pg.Client) => {
      for (let table = waiting.shift(); table; table = waiting.shift()) {
        entries.push(await copyTable(connection, table, folder, key));
      }
    };
    await settle([first, ...others].map(work));
    // Sequences know no snapshots: read after it, they are ahead of every id in it.
    const sequences = await readSequences(first);
    const fileKeys = await readFileKeys(first);
    const version = await first.query<{ server_version: string }>('show server_version');
    return {
      found: {
        postgres: version.rows[0]?.server_version ?? '',
        migrations,
        queue: await readQueueVersion(first),
        tables: entries.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
        sequences,
      },
      fileKeys,
    };
  } finally {
    await Promise.all([first, ...others].map((connection) => connection.end()));
  }
}

/** Row-level security shows everything to this role alone. */
async function requireSight(connection: pg.Client): Promise<void> {
  const { rows } = await connection.query<{ sees: boolean }>(
    `select pg_has_role(current_user, 'bellwether_definer', 'usage') as sees`,
  );
  if (rows[0]?.sees === true) return;
  throw new StartFault("This database user can't see all rows. Run the backup as the owner of the tables.");
}

/** Waits for all of them, so that nothing is written after a failure. */
async function settle(works: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(works);
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

async function copyTable(connection: pg.Client, table: Table, folder: string, key: Buffer | null): Promise<TableEntry> {
  const file = `tables/${table.schema}.${table.name}`;
  const { schema, name, columns } = table;
  const content = await readContent(connection, table);
  // As a query, so that a partition or a table under row-level security is copied like any other.
  const rows = connection.query(copyTo(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`));
  const packed = await pack(rows, join(folder, file), file, key);
  return { schema, name, columns: [...columns], ...content, file, ...packed };
}
