import pg from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016 as Parameters<typeof pg.types.setTypeParser>[0];
const DATE = 1082;

// Ids stay far below 2^53; a day has no zone, so it stays text.
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(INT8_ARRAY, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)));
pg.types.setTypeParser(DATE, (text) => text);

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;

export const APP_ROLE = 'bellwether_app';

export interface PoolOptions {
  readonly url: string;
  /** Role that every connection takes on; without it the connection is the owner's. */
  readonly role?: string;
  readonly max?: number;
  /** Milliseconds a statement may run, and a little more that its answer may take on a dead line; 0: no limit. */
  readonly statementTimeoutMs?: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onError?: (error: Error) => void;
}

/** Milliseconds after the end of a statement's time in which its answer must have come. Ours. */
const ANSWER_MS = 2_000;

/** Connections to PostgreSQL; `timezone` is UTC on each. Waits at most 2 s for a free one (promise P26). */
export function createPool({ url, role, max = 10, statementTimeoutMs = 0, onError }: PoolOptions): Pool {
  const settings = [
    '-c timezone=UTC',
    '-c jit=off',
    role ? `-c role=${role}` : '',
    statementTimeoutMs ? `-c statement_timeout=${statementTimeoutMs}` : '',
  ];
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    ...(statementTimeoutMs ? { query_timeout: statementTimeoutMs + ANSWER_MS } : {}),
    options: settings.filter(Boolean).join(' '),
    allowExitOnIdle: true,
  });
  pool.on('error', (error) => onError?.(error));
  // A connection that breaks while borrowed fails the next statement; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
