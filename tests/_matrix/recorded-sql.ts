import type { Pool, PoolClient } from '../../server/db/pool.ts';
import { confinedTo } from '../../server/db/tx.ts';

/** A statement as the app sent it, inside of a transaction of one account. */
export interface Statement {
  readonly accountId: number;
  readonly text: string;
  readonly values: readonly unknown[];
}

const OPENS = /^begin;.* set local app\.account_id = '(\d+)'/;

/** Writes down every statement that runs in a transaction of an account. */
export function recordStatements(pool: Pool): Statement[] {
  const statements: Statement[] = [];
  const heard = new WeakSet<PoolClient>();
  pool.on('acquire', (client: PoolClient) => {
    if (heard.has(client)) return;
    heard.add(client);
    let accountId: number | null = null;
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const hear = (first: unknown, second: unknown): void => {
      const { text, values } =
        typeof first === 'string' ? { text: first, values: second } : (first as { text: string; values?: unknown });
      const opened = OPENS.exec(text)?.[1];
      if (opened !== undefined) accountId = Number(opened);
      else if (text === 'commit' || text === 'rollback') accountId = null;
      else if (accountId !== null) statements.push({ accountId, text, values: Array.isArray(values) ? values : [] });
    };
    Object.assign(client, {
      query: (...args: unknown[]) => {
        hear(args[0], args[1]);
        return query(...args);
      },
    });
  });
  return statements;
}

export interface Replayed {
  /** Everything that it answered. */
  readonly answer: string;
  /** Rows of accounts that it changed. */
  readonly changed: number;
  /** `null`: it ran. */
  readonly error: string | null;
}

/** The table that a statement changes. */
const CHANGES = /^\s*(?:update|delete from)\s+"?(\w+)/i;

/** Runs a statement again as the application, in a transaction of an account that is rolled back. */
export async function replay(
  pool: Pool,
  accountId: number,
  { text, values }: Statement,
  tables: readonly string[],
): Promise<Replayed> {
  const client = await pool.connect();
  try {
    await client.query(`begin; ${confinedTo(accountId)}; set local statement_timeout = 5000`);
    const { rows, rowCount } = await client.query<Record<string, unknown>>(text, [...values]);
    const table = CHANGES.exec(text)?.[1];
    return {
      answer: JSON.stringify(rows),
      changed: table !== undefined && tables.includes(table) ? (rowCount ?? 0) : 0,
      error: null,
    };
  } catch (error) {
    return { answer: '', changed: 0, error: error instanceof Error ? error.message : String(error) };
  } finally {
    await client.query('rollback');
    client.release();
  }
}
