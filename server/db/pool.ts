import pg from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016 as Parameters<typeof pg.types.setTypeParser>[0];
const DATE = 1082;

// Ids stay far below 2^53; a day has no zone, so it stays text.
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(INT8_ARRAY, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)));
pg.types.setTypeParser(DATE, (text) => text);

/** What a pooler in transaction mode takes from connections, and so is settled in each transaction or past it. */
export interface Pooled {
  /** The database itself, for what needs a session. */
  readonly directUrl: string;
  /** Startup options of a connection to it. */
  readonly options: string;
  /** Set at the begin of each transaction. */
  readonly settings: Map<string, string>;
}

export type Pool = pg.Pool & {
  /** Absent: connections are sessions of the database. */
  readonly pooled?: Pooled;
  /** False: connections keep no prepared statements. */
  readonly prepares?: boolean;
};
export type PoolClient = pg.PoolClient;

export const APP_ROLE = 'bellwether_app';

/** Milliseconds that something may take; absent or 0: no limit. */
export interface Limits {
  /** A statement, and a little more until its answer on a dead line. */
  readonly statementMs?: number;
  /** The wait for a lock. */
  readonly lockMs?: number;
  /** A transaction between two statements: its locks must not outlive what began it. */
  readonly idleInTransactionMs?: number;
  /** An unused connection. */
  readonly idleMs?: number;
}

export interface PoolOptions extends Limits {
  readonly url: string;
  /** The same database past a pooler in transaction mode, which `url` is then. */
  readonly directUrl?: string | null;
  /** Absent: connections keep prepared statements. */
  readonly prepares?: boolean;
  /** Role that every connection takes on; without it the connection is the owner's. */
  readonly role?: string;
  readonly max?: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onError?: (error: Error) => void;
}

/** Milliseconds after the end of a statement's time in which its answer must have come. Ours. */
const ANSWER_MS = 2_000;

/** Milliseconds that an unused connection stays. Source: the default of pg. */
const IDLE_MS = 10_000;

const settingsOf = ({ role, statementMs = 0, lockMs = 0, idleInTransactionMs = 0 }: PoolOptions): Map<string, string> =>
  new Map(
    Object.entries({
      timezone: 'UTC',
      jit: 'off',
      role: role ?? '',
      statement_timeout: statementMs || '',
      lock_timeout: lockMs || '',
      idle_in_transaction_session_timeout: idleInTransactionMs || '',
    })
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, String(value)]),
  );

/** Connections to PostgreSQL; `timezone` is UTC on each. Waits at most 2 s for a free one (promise P26). */
export function createPool(about: PoolOptions): Pool {
  const { url, directUrl = null, prepares = true, max = 10, statementMs = 0, idleMs = IDLE_MS, onError } = about;
  const settings = settingsOf(about);
  const options = [...settings].map(([name, value]) => `-c ${name}=${value}`).join(' ');
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    ...(statementMs ? { query_timeout: statementMs + ANSWER_MS } : {}),
    // PgBouncer refuses a connection with options, or drops them.
    ...(directUrl === null ? { options } : {}),
    allowExitOnIdle: true,
  });
  pool.on('error', (error) => onError?.(error));
  // A connection that breaks while borrowed fails the next statement; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return Object.assign(pool, { prepares, ...(directUrl === null ? {} : { pooled: { directUrl, options, settings } }) });
}

/** Text that gives a transaction the settings of its pool, from a pooler whose connections have none; else empty. */
export const settingsIn = ({ pooled }: Pool): string =>
  [...(pooled?.settings ?? [])].map(([name, value]) => `; set local ${name} = '${value}'`).join('');
