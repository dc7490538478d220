import pg from 'pg';
import type { LockGraph } from './lock-graph.ts';
import { RECORDS, type TemplateTable, WalReader, type WalRecord } from './wal-reader.ts';

/** Bytes of the log that are read together: a few ten thousand records. */
const PIECE = 16 * 2 ** 20;

const PIECES = `
  with r as materialized (select * from pg_get_wal_records_info($1::pg_lsn, least($1::pg_lsn + $2::numeric, pg_current_wal_flush_lsn()))),
       b as materialized (
         select start_lsn, substr(block_data, 1, 128) as data
         from pg_get_wal_block_info($1::pg_lsn, least($1::pg_lsn + $2::numeric, pg_current_wal_flush_lsn()))
         where record_type like 'INSERT%' and block_id = 0)
  select (select max(end_lsn) from r)::text as upto, r.xid::text, resource_manager as manager, record_type as type, description,
         block_ref as blocks, b.data
  from (select 1) one left join r on ${RECORDS} left join b using (start_lsn) order by r.start_lsn`;

/** Say that the log ends there: written to its end, or not yet written up to where the next record will be. */
const AT_END = ['could not find a valid record after', 'WAL start LSN must be less than current LSN'];

interface Piece extends Omit<WalRecord, 'manager'> {
  readonly upto: string | null;
  /** `null`: the piece has no record that matters. */
  readonly manager: string | null;
}

/** Tables of a database, by their files. */
const TABLES = `
  select (select oid from pg_database where datname = current_database())::text as database, c.relfilenode::text as file, c.relname as name,
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum = 1 and a.attname = 'id' and a.atttypid = 'int8'::regtype) as "hasId",
         c.ctid::text as place
  from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`;

/** Lets a database read the log of its cluster, which then keeps so much of it, as `wal_keep_size` takes it. */
export async function instrument(url: string, kept: string): Promise<void> {
  await asked(url, 'create extension if not exists pg_walinspect');
  await asked(url, `alter system set wal_keep_size = '${kept}'`);
  await asked(url, 'select pg_reload_conf()');
}

/** Makes a cluster log every statement with its transaction. */
export async function logStatements(url: string): Promise<void> {
  await asked(url, 'alter system set log_min_duration_statement = 0');
  await asked(url, 'alter system set log_parameter_max_length = 0');
  await asked(url, `alter system set log_line_prefix = '%p|%v|%x|%d| '`);
  await asked(url, 'select pg_reload_conf()');
}

/** By table, the tables that its rows refer to, also by way of others. */
const REFERENCES = `
  with recursive refers as (
    select conrelid, confrelid from pg_constraint where contype = 'f' and conrelid <> confrelid
    union select r.conrelid, c.confrelid from refers r join pg_constraint c on c.conrelid = r.confrelid and c.contype = 'f' and c.confrelid <> r.conrelid
  ) select conrelid::regclass::text as "from", array_agg(confrelid::regclass::text) as "to" from refers group by 1`;

export async function referencesOf(url: string): Promise<Map<string, Set<string>>> {
  const found = await asked<{ from: string; to: string[] }>(url, REFERENCES);
  const references = new Map(found.map(({ from, to }) => [from, new Set(to)]));
  // Its items are contacts without a foreign key, as those of other lists are other things.
  references.get('favorite_items')?.add('contacts');
  return references;
}

export const tablesOf = (url: string): Promise<TemplateTable[]> => asked<TemplateTable>(url, TABLES);

/** Reads the log of a cluster from here on into a graph. */
export class WalFollower {
  readonly #client: pg.Client;
  readonly #reader: WalReader;
  readonly #graph: Pick<LockGraph, 'add'>;
  #from = '';

  private constructor(client: pg.Client, reader: WalReader, graph: Pick<LockGraph, 'add'>) {
    this.#client = client;
    this.#reader = reader;
    this.#graph = graph;
  }

  static async begin(
    url: string,
    tables: readonly TemplateTable[],
    graph: Pick<LockGraph, 'add'>,
  ): Promise<WalFollower> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const follower = new WalFollower(client, new WalReader(tables), graph);
    const { rows } = await client.query<{ here: string }>('select pg_current_wal_insert_lsn()::text as here');
    follower.#from = rows[0]?.here ?? '';
    await client.query('set log_min_duration_statement = -1');
    return follower;
  }

  /** Reads what has come; false if nothing has. */
  async read(): Promise<boolean> {
    const rows = await this.#piece();
    for (const row of rows) {
      const ended = row.manager === null ? null : this.#reader.read(row as WalRecord);
      if (ended !== null) this.#graph.add(ended);
    }
    const from = this.#from;
    this.#from = rows[0]?.upto ?? from;
    return this.#from !== from;
  }

  async #piece(): Promise<readonly Piece[]> {
    try {
      return (await this.#client.query<Piece>(PIECES, [this.#from, PIECE])).rows;
    } catch (error) {
      if (error instanceof Error && AT_END.some((start) => error.message.startsWith(start))) return [];
      throw error;
    }
  }

  /** Reads up to now, and ends. */
  async end(): Promise<void> {
    await this.#client.query(`select pg_logical_emit_message(false, 'end', '', true)`);
    while (await this.read());
    for (const open of this.#reader.rest()) this.#graph.add(open);
    await this.#client.end();
  }
}

async function asked<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
