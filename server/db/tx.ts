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
import pg, { type QueryResult } from 'pg';
import { type Asked, ConfinedRead, type Settling } from './confined-read.ts';
import { APP_ROLE, type Pool, type PoolClient, settingsIn } from './pool.ts';
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
   * Like `raw`, planned once per connection where it keeps plans: for the hottest statements, which have few distinct
   * texts (no values in them) and name their columns, as those of a plan must not change.
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

const INNERMOST = /\([^()]*\)/g;

/** Returns true if a statement answers every column that its tables have, also those of the next migration. */
export function answersEverything(text: string): boolean {
  const outer = text.replaceAll(INNERMOST, ' ');
  return outer === text ? /(\.|,\s*|\b(select|distinct|all|returning)\s+)\*/i.test(outer) : answersEverything(outer);
}

/**
 * The name under which every connection prepares this text.
 * @throws for `select *`: PostgreSQL refuses a prepared statement once a migration has changed what it answers.
 */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (answersEverything(text)) throw new Error(`A prepared statement must name its columns: ${text}`);
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** Hears of every statement of the current request that has changed rows. */
export const onChange = new AsyncLocalStorage<(text: string) => void>();

const changed = <Result extends { readonly command: string; readonly rowCount: number | null }>(
  text: string,
  result: Result,
): Result => {
  if (result.command !== 'SELECT' && (result.rowCount ?? 0) > 0) onChange.getStore()?.(text);
  return result;
};

/** `prepares` is false where a connection keeps no prepared statements. */
export function txOn(client: Pick<PoolClient | Pool, 'query'>, prepares = true): Tx {
  const run = async <Row>(query: Built<Row>) => {
    const { sql, parameters } = compile(query);
    return changed(sql, await client.query<Row & object>(sql, parameters as unknown[]));
  };
  return {
    all: async (query) => (await run(query)).rows,
    one: async (query) => (await run(query)).rows[0] ?? null,
    raw: async <Row>(text: string, values: readonly unknown[] = []) =>
      changed(text, await client.query<Row & object>(text, values as unknown[])).rows,
    prepared: async <Row>(query: string | Built<Row>, values: readonly unknown[] = []) => {
      const { sql: text, parameters } = typeof query === 'string' ? { sql: query, parameters: values } : compile(query);
      const name = prepares ? { name: nameOf(text) } : {};
      return changed(text, await client.query<Row & object>({ ...name, text, values: parameters as unknown[] })).rows;
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

const afterCommits = new WeakMap<Tx, Set<(pool: Pool) => void>>();

/** Runs `work` once after `withAccount` has committed this transaction, however often it is requested. It must not throw. */
export function afterCommit(tx: Tx, work: (pool: Pool) => void): void {
  const works = afterCommits.get(tx) ?? new Set();
  afterCommits.set(tx, works.add(work));
}

/** A transaction that other calls of `withAccount` join. */
interface Shared extends TenantScope {
  readonly pool: Pool;
  readonly tx: Tx;
  isOpen: boolean;
  /** Calls that joined and have not ended. */
  running: number;
  /** A call that joined has failed, so that what it wrote must not commit. */
  hasFailed: boolean;
}

const shared = new AsyncLocalStorage<Shared>();

/**
 * Like `withAccount`, for work that calls it itself: all its transactions of this account are this one.
 * @throws also when one of them failed and `work` has not thrown on, and when `work` does not await one.
 */
export function inOneTransaction<T>(pool: Pool, scope: TenantScope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withAccount(pool, scope, async (tx) => {
    const { accountId } = scope;
    const mine: Shared = { pool, accountId, tx, isOpen: true, running: 0, hasFailed: false };
    try {
      const result = await shared.run(mine, () => work(tx));
      if (mine.running > 0) throw new Error('A part of the transaction was not awaited.');
      if (mine.hasFailed) throw new Error('A failed part of the transaction was passed over.');
      return result;
    } finally {
      mine.isOpen = false;
    }
  });
}

async function join<T>(joined: Shared, work: (tx: Tx) => Promise<T>): Promise<T> {
  joined.running += 1;
  try {
    return await work(joined.tx);
  } catch (error) {
    joined.hasFailed = true;
    throw error;
  } finally {
    joined.running -= 1;
  }
}

/**
 * Runs `work` in one transaction in which row-level security shows the account of `scope` only.
 * Rolls back and throws on when `work` throws.
 * Within `inOneTransaction` it is a part of that transaction instead, which keeps its own time limits.
 * @throws also when a statement of it has failed and `work` has not thrown on.
 */
export async function withAccount<T>(
  pool: Pool,
  scope: TenantScope,
  work: (tx: Tx) => Promise<T>,
  { statementTimeoutMs }: TxOptions = {},
): Promise<T> {
  const joined = shared.getStore();
  if (joined?.isOpen === true && joined.pool === pool && joined.accountId === scope.accountId)
    return join(joined, work);
  const limit = statementTimeoutMs ? `; set local statement_timeout = ${Math.trunc(statementTimeoutMs)}` : '';
  const done = await inTransaction(pool, `; ${confinedTo(scope.accountId)}${limit}`, async (client) => {
    const tx = txOn(client, pool.prepares);
    const result = await work(tx);
    await beforeCommit.getStore()?.(tx);
    return { tx, result };
  });
  for (const run of afterCommits.get(done.tx) ?? []) run(pool);
  return done.result;
}

/**
 * Like `withAccount`, for work that only reads: each statement is a transaction of its own, which reads what a statement
 * of a shared one would, and needs no round trips for its begin and its end. PostgreSQL refuses to write in them.
 * Within `inOneTransaction` it is a part of that transaction instead.
 */
export async function readAccount<T>(
  pool: Pool,
  scope: TenantScope,
  work: (tx: Tx) => Promise<T>,
  options: TxOptions = {},
): Promise<T> {
  if (shared.getStore()?.isOpen === true || beforeCommit.getStore() !== undefined) {
    return withAccount(pool, scope, work, options);
  }
  const settling = settlingOf(pool, scope, options);
  const client = await pool.connect();
  let broken: Error | undefined;
  const query = (asked: string | Asked, values: readonly unknown[] = []) =>
    new Promise<QueryResult>((resolve, reject) => {
      const statement = typeof asked === 'string' ? { text: asked, values } : asked;
      const read = new ConfinedRead(settling, statement, (error, result) => {
        if (!error) return resolve(result);
        // An error leaves the connection as it was; anything worse ends it.
        if (!(error instanceof pg.DatabaseError && error.severity === 'ERROR')) broken ??= error;
        reject(error);
      });
      client.query(read);
    });
  try {
    return await work(txOn({ query } as unknown as PoolClient, pool.prepares));
  } finally {
    client.release(broken);
  }
}

/** What `confinedTo` and `settingsIn` say, for a transaction that only reads. */
function settlingOf(pool: Pool, { accountId }: TenantScope, { statementTimeoutMs }: TxOptions): Settling {
  const settings = new Map(pool.pooled?.settings);
  settings.set('role', APP_ROLE).set('timezone', 'UTC').set('transaction_read_only', 'on');
  settings.set('app.account_id', String(Math.trunc(accountId)));
  if (statementTimeoutMs) settings.set('statement_timeout', String(Math.trunc(statementTimeoutMs)));
  const calls = [...settings.keys()].map((name, index) => `set_config('${name}', $${index + 1}, true)`);
  const text = `select ${calls.join(', ')}`;
  return { ...(pool.prepares === false ? {} : { name: nameOf(text) }), text, values: [...settings.values()] };
}

/** The settings of the pool and `settings` follow the begin in the same round trip. */
async function inTransaction<T>(pool: Pool, settings: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(`begin${settingsIn(pool)}${settings}`);
    const result = await work(client);
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

/**
 * Runs one statement outside of any account: only the definer functions answer anything there. Behind a pooler it is a
 * transaction, which has the role and the limits that its connection lacks.
 */
export const outsideAccounts = <Row>(pool: Pool, text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  aloneOn(pool, (tx) => tx.raw<Row>(text, values));

/** As `outsideAccounts`, planned once per connection like `Tx.prepared`. */
export const preparedOutside = <Row>(pool: Pool, text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  aloneOn(pool, (tx) => tx.prepared<Row>(text, values));

/**
 * Runs `work` in one transaction outside of any account. For what must be told elsewhere before it commits.
 */
export const transactionOutside = <T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(pool, '', (client) => work(txOn(client, pool.prepares)));

const aloneOn = <T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> =>
  pool.pooled === undefined ? work(txOn(pool, pool.prepares)) : transactionOutside(pool, work);
