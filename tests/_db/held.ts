import { expect } from 'vitest';
import type { Pool, PoolClient } from '../../server/db/pool.ts';

/**
 * Runs `work` while a transaction of the test's own has run `lock`; the transaction ends with the work. Another
 * connection asks, so that `work` may let go earlier with `release`.
 */
export async function holding<T>(
  pool: Pool,
  lock: { readonly text: string; readonly values: readonly unknown[] },
  work: (client: PoolClient, release: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(lock.text, [...lock.values]);
    return await work(client, () => client.query('commit'));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Until this many connections of the database wait for a lock. */
export const untilWaiting = (pool: Pool, connections: number): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBe(connections);
