import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CLOCK_VARIABLE, type ClockMessage, movedClock } from '../../server/demo-clock.ts';
import { APP_ROLE, createPool } from '../../server/db/pool.ts';
import { withAccount } from '../../server/db/tx.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { makeWorld, type World } from '../_db/world.ts';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await openDatabase();
  world = await makeWorld(database.pool);
});
afterAll(() => database.close());

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill();
});

/** A process of its own that tells its time. */
async function processAt(aheadMs: number, appEnv = 'demo') {
  const child = fork(join(import.meta.dirname, 'clock-child.ts'), {
    env: { ...process.env, [CLOCK_VARIABLE]: String(aheadMs), APP_ENV: appEnv },
  });
  children.push(child);
  await once(child, 'message');
  return {
    move: (to: number) => child.send({ type: 'demo.clock', aheadMs: to } satisfies ClockMessage),
    /** Hours that it is ahead of this process. */
    hoursAhead: async () => {
      child.send({ type: 'ask' });
      const [{ now }] = (await once(child, 'message')) as [{ now: number }];
      return Math.round((now - Date.now()) / HOUR_MS) || 0;
    },
  };
}

test('processes begin with the clock of their supervisor, and agree when it moves', async () => {
  const [web, jobs] = await Promise.all([processAt(5 * HOUR_MS), processAt(5 * HOUR_MS)]);
  const atStart = [await web.hoursAhead(), await jobs.hoursAhead()];

  for (const each of [web, jobs]) each.move(-2 * HOUR_MS);

  expect([atStart, [await web.hoursAhead(), await jobs.hoursAhead()]]).toEqual([
    [5, 5],
    [-2, -2],
  ]);
});

test('production has real time, regardless of settings', async () => {
  const web = await processAt(5 * HOUR_MS, 'production');

  web.move(7 * HOUR_MS);

  expect(await web.hoursAhead()).toBe(0);
});

test('defaults of columns follow the clock, also on a connection that was there before', async () => {
  let ahead = 0;
  const pool = movedClock(() => ahead).drive(createPool({ url: database.url, role: APP_ROLE, max: 1 }));
  const { agent } = world.people;
  const hours = async () => {
    const rows = await withAccount(pool, agent, (tx) =>
      tx.raw<{ hours: number }>(
        `insert into outbox_mails (account_id, recipient, subject, text_body) values ($1, 'a', 'b', 'c')
         returning round(extract(epoch from created_at - now()) / 3600)::int as hours`,
        [agent.accountId],
      ),
    );
    return rows[0]?.hours;
  };
  const seen: unknown[] = [await hours()];

  for (ahead of [48 * HOUR_MS, -3 * HOUR_MS, 0]) seen.push(await hours());

  await pool.end();
  expect(seen).toEqual([0, 48, -3, 0]);
});
