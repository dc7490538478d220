import pg from 'pg';

/** Schema of the product's tables. */
const PUBLIC = 'public';

export interface Table {
  readonly schema: string;
  readonly name: string;
  /** Without generated ones. */
  readonly columns: readonly string[];
  /** On disk, without indexes. */
  readonly bytes: number;
}

export type Asking = Pick<pg.Client, 'query'>;

export const nameOf = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

export const columnsOf = ({ columns }: Pick<Table, 'columns'>): string => columns.map(pg.escapeIdentifier).join(', ');

/**
 * Tables whose rows a backup holds: all of the product's, and the jobs. What says which migrations ran, and what the
 * queue knows about itself, is made again by the migrations of the restore.
 */
export async function readTables(connection: Asking): Promise<Table[]> {
  const { rows } = await connection.query<Table>(
    `select n.nspname as schema, c.relname as name, pg_table_size(c.oid)::float8 as bytes,
            array(select attname::text from pg_attribute
                  where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and (
       n.nspname = $1 and c.relname not like 'kysely_%' and c.relname <> 'schema_state'
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       or c.oid in (select inhrelid from pg_inherits where inhparent = to_regclass('pgboss.job')))
     order by 1, 2`,
    [PUBLIC],
  );
  return rows;
}

export interface Sequence {
  readonly schema: string;
  readonly name: string;
  readonly value: number;
  readonly called: boolean;
}

export async function readSequences(connection: Asking): Promise<Sequence[]> {
  const { rows } = await connection.query<Sequence>(
    `select schemaname as schema, sequencename as name, coalesce(last_value, start_value)::float8 as value,
            last_value is not null as called
     from pg_sequences where schemaname = $1 order by 2`,
    [PUBLIC],
  );
  return rows;
}

/** Migrations that the database had. Empty: it has never been migrated. */
export async function readMigrations(connection: Asking): Promise<string[]> {
  const { rows: found } = await connection.query<{ there: boolean }>(
    `select to_regclass('kysely_migration') is not null as there`,
  );
  if (found[0]?.there !== true) return [];
  const { rows } = await connection.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map((row) => row.name);
}

export async function readQueueVersion(connection: Asking): Promise<number> {
  const { rows } = await connection.query<{ version: number }>('select version from pgboss.version');
  return rows[0]?.version ?? 0;
}

export interface Content {
  readonly rows: number;
  readonly content: string;
}

/** Row count of a table and an order-independent checksum of its content. */
export async function readContent(connection: Asking, table: { schema: string; name: string }): Promise<Content> {
  const { rows } = await connection.query<Content>(
    `select count(*)::float8 as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as content
     from ${nameOf(table)} t`,
  );
  return rows[0] ?? { rows: 0, content: '0' };
}

/** Settings in which rows read the same everywhere. */
export const STEADY = `set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0; set jit = off`;

/** A separate connection. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(STEADY);
  return client;
}
