import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followChannel } from '../../server/db/follow-channel.ts';
import { openDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

const log = pino({ level: 'silent' });

test('a notification brings work before the next look, and a lost line is made again', async () => {
  const pids: number[] = [];
  const follower = followChannel({
    pool: database.appPool,
    log,
    channel: 'bell',
    enter: () => Promise.resolve(),
    drain: async (connection) => {
      const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
      pids.push(rows[0]?.pid ?? 0);
    },
  });
  await expect.poll(() => pids.length).toBe(1);

  const asked = performance.now();
  await database.pool.query('notify bell');
  await expect.poll(() => pids.length, { interval: 5 }).toBe(2);
  expect(performance.now() - asked).toBeLessThan(900);

  await database.pool.query('select pg_terminate_backend($1)', [pids[0]]);
  await expect.poll(() => new Set(pids).size).toBe(2);
  await follower.close();
});

test('work that fails on every line is tried with growing pauses', async () => {
  const tries: number[] = [];
  const follower = followChannel({
    pool: database.appPool,
    log,
    channel: 'bell',
    enter: () => Promise.resolve(),
    drain: () => {
      tries.push(performance.now());
      return Promise.reject(new Error('a fault'));
    },
  });
  await expect.poll(() => tries.length, { timeout: 5_000 }).toBe(5);
  await follower.close();

  const [first = 0, , , , fifth = 0] = tries;
  // 50, 100, 200 and 400 ms.
  expect(fifth - first).toBeGreaterThan(700);
});
