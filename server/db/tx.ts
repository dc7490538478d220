import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import { APP_ROLE, type Pool, type PoolClient } from './pool.ts';
import type { Database } from './schema.ts';

/** Builds queries with types; it never runs one, a `Tx` does. */
export const qb = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

type Built<Row> = Compilable<Row> | RawBuilder<Row>;

// A query builder ignores the argument that a raw template needs.
const compile = <Row>(query: Built<Row>): CompiledQuery<Row> => (query as RawBuilder<Row>).compile(qb);

/** One transaction of one account. `*.sql.ts` functions take it as their first argument. */
export interface Tx {
  all<Row>(query: Built<Row>): Promise<Row[]>;
  /** `null`: no row. */
  one<Row>(query: Built<Row>): Promise<Row | null>;
  /** Runs text with parameters; for statements that are SQL through and through. */
  raw<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Like `raw`, planned once per connection: for the hottest statements, which have few distinct texts (no values in
   * them).
   */
  prepared<Row>(query: string | Built<Row>, values?: readonly unknown[]): Promise<Row[]>;
  /** Rows changed. */
  change(query: Built<unknown>): Promise<number>;
}

/** Account whose rows a transaction may touch. */
export interface TenantScope {
  readonly accountId: number;
}

export interface TxOptions {
  /** Milliseconds one statement may take; absent: what the pool allows. */
  readonly statementTimeoutMs?: number;
}

const names = new Map<string, string>();

/** The name under which every connection prepares this text. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

export function txOn(client: Pick<PoolClient, 'query'>): Tx {
  const run = async <Row>(query: Built<Row>) => {
    const { sql, parameters } = compile(query);
    return client.query<Row & object>(sql, parameters as unknown[]);
  };
  return {
    all: async (query) => (await run(query)).rows,
    one: async (query) => (await run(query)).rows[0] ?? null,
    raw: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row & object>(text, values as unknown[])).rows,
    prepared: async <Row>(query: string | Built<Row>, values: readonly unknown[] = []) => {
      const { sql: text, parameters } = typeof query === 'string' ? { sql: query, parameters: values } : compile(query);
      return (await client.query<Row & object>({ name: nameOf(text), text, values: parameters as unknown[] })).rows;
    },
    change: async (query) => (await run(query)).rowCount ?? 0,
  };
}

/**
 * First words of a transaction of one account, in its first round trip: the role and the zone are options of the
 * connection too, but a pooler may drop those, and without the role every account's rows show.
 */
export const confinedTo = (accountId: number): string =>
  `set local role ${APP_ROLE}; set local timezone = 'UTC'; set local app.account_id = '${Math.trunc(accountId)}'`;

/** Milliseconds are few: when it gets no answer the connection is given up, which rolls back as well. */
const ROLLBACK = { text: 'rollback', query_timeout: 1_000 } as const;

/** Runs in every transaction of the current request, as its last statement before the commit. */
export const beforeCommit = new AsyncLocalStorage<(tx: Tx) => Promise<unknown>>();

/**
 * Runs `work` in one transaction in which row-level security shows the account of `scope` only.
 * Rolls back and throws on when `work` throws.
 * @throws also when a statement of it has failed and `work` has not thrown on.
 */
export async function withAccount<T>(
  pool: Pool,
  scope: TenantScope,
  work: (tx: Tx) => Promise<T>,
  { statementTimeoutMs }: TxOptions = {},
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const limit = statementTimeoutMs ? `; set local statement_timeout = ${Math.trunc(statementTimeoutMs)}` : '';
    await client.query(`begin; ${confinedTo(scope.accountId)}${limit}`);
    const tx = txOn(client);
    const result = await work(tx);
    await beforeCommit.getStore()?.(tx);
    const { command } = await client.query('commit');
    // PostgreSQL answers this when an earlier statement failed and `work` swallowed the error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a failed statement was passed over.');
    return result;
  } catch (error) {
    await client.query(ROLLBACK).catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs one statement outside of any account: only the definer functions answer anything there. */
export async function outsideAccounts<Row>(pool: Pool, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await pool.query<Row & object>(text, values as unknown[])).rows;
}
