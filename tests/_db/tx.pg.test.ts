import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '../../server/db/pool.ts';
import { requireIsolation } from '../../server/db/require-isolation.ts';
import { inOneTransaction, withAccount } from '../../server/db/tx.ts';
import { openDatabase, type TestDatabase } from './database.ts';
import { openDatabaseLine } from './weak-line.ts';
import { makeWorld, type World } from './world.ts';

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await openDatabase();
  world = await makeWorld(database.pool);
});
afterAll(() => database.close());

const tagsNamed = async (name: string) =>
  (await database.pool.query('select from tags where name = $1', [name])).rowCount;
const INSERT = 'insert into tags (account_id, name) values (app_account_id(), $1)';

test('work that passes over a failed statement does not count as done', async () => {
  const done = withAccount(database.appPool, world, async (tx) => {
    await tx.raw(INSERT, ['lost']);
    await tx.raw('select 1/0').catch(() => undefined);
  });

  await expect(done).rejects.toThrow('rolled back');
  expect(await tagsNamed('lost')).toBe(0);
});

test('a transaction whose connection dies fails, and the pool continues', async () => {
  const done = withAccount(database.appPool, world, async (tx) => {
    const [own] = await tx.raw<{ pid: number }>('select pg_backend_pid() as pid');
    await database.pool.query('select pg_terminate_backend($1)', [own?.pid]);
    await tx.raw(INSERT, ['half']);
  });

  await expect(done).rejects.toThrow();
  await withAccount(database.appPool, world, (tx) => tx.raw(INSERT, ['whole']));
  expect([await tagsNamed('half'), await tagsNamed('whole')]).toEqual([0, 1]);
});

test('transactions in one commit or roll back together', async () => {
  const insert = (name: string) => withAccount(database.appPool, world, (tx) => tx.raw(INSERT, [name]));
  await inOneTransaction(database.appPool, world, async () => {
    await insert('first');
    await insert('second');
    expect(await tagsNamed('first')).toBe(0);
  });
  const failing = inOneTransaction(database.appPool, world, async () => {
    await insert('third');
    throw new Error('no');
  });

  await expect(failing).rejects.toThrow('no');
  expect([await tagsNamed('first'), await tagsNamed('second'), await tagsNamed('third')]).toEqual([1, 1, 0]);
});

test('a failed transaction in one, passed over, takes all of it along', async () => {
  const done = inOneTransaction(database.appPool, world, async () => {
    await withAccount(database.appPool, world, async (tx) => {
      await tx.raw(INSERT, ['refused']);
      throw new Error('no');
    }).catch(() => undefined);
  });

  await expect(done).rejects.toThrow('passed over');
  expect(await tagsNamed('refused')).toBe(0);
});

test('a transaction in one that no one awaits takes all of it along', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  const done = inOneTransaction(database.appPool, world, async (tx) => {
    await tx.raw(INSERT, ['early']);
    late = withAccount(database.appPool, world, () => promise);
  });

  await expect(done).rejects.toThrow('not awaited');
  resolve();
  await late;
  expect(await tagsNamed('early')).toBe(0);
});

test('a line that falls silent gives its place in the pool back', async () => {
  const line = await openDatabaseLine(database.url);
  const pool = createPool({ url: line.url, role: 'bellwether_app', max: 1, statementMs: 1_000 });
  try {
    await pool.query('select 1');
    line.set({ silent: true });
    const asked = performance.now();
    await expect(withAccount(pool, world, (tx) => tx.raw('select 1'))).rejects.toThrow('Query read timeout');
    // 3 s for the answer and one for the rollback, which does not wait for another 3.
    expect(performance.now() - asked).toBeLessThan(5_500);
    line.set({ silent: false });

    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await pool.end();
    await line.close();
  }
});

test('an account stays by itself where the line has dropped the settings of the connection', async () => {
  await database.pool.query('insert into tags (account_id, name) values ($1, $3), ($2, $3)', [
    world.accountId,
    world.otherAccountId,
    'of each',
  ]);

  // A pooler that ignores startup options leaves a connection of the login, which is the owner's here.
  const seen = await withAccount(database.pool, world, (tx) =>
    tx.raw<{ account_id: number; zone: string }>(
      `select account_id, current_setting('timezone') as zone from tags where name = 'of each'`,
    ),
  );

  expect(seen).toEqual([{ account_id: world.accountId, zone: 'UTC' }]);
});

test.each([
  ['select * from tags', true],
  ['select t.*, 1 as one from tags t', true],
  ['update tags set name = name returning *', true],
  ['select t.id from (select * from tags) t', false],
  ['select count(*) as total, 2 * 3 as six from tags', false],
])('%s: refused as a prepared statement: %s', async (text, refused) => {
  const prepared = withAccount(database.appPool, world, (tx) => tx.prepared(text)).then(
    () => 'taken',
    (error: Error) => error.message,
  );

  expect(await prepared).toBe(refused ? `A prepared statement must name its columns: ${text}` : 'taken');
});

test('a prepared statement survives a new column', async () => {
  const work = () =>
    withAccount(database.appPool, world, (tx) => tx.prepared('select t.id from (select * from tags) t'));
  await Promise.all(Array.from({ length: 10 }, work));
  await database.pool.query('alter table tags add column shade text');
  try {
    await expect(Promise.all(Array.from({ length: 10 }, work))).resolves.toHaveLength(10);
  } finally {
    await database.pool.query('alter table tags drop column shade');
  }
});

describe('a start is refused', () => {
  test('for a role that may bypass row-level security', async () => {
    const role = `loose_${process.pid}`;
    await database.pool.query(`create role ${role} bypassrls`);
    try {
      await expect(requireIsolation(database.pool, role)).rejects.toThrow(`The role ${role} may bypass`);
    } finally {
      await database.pool.query(`drop role ${role}`);
    }
  });

  test.each([
    [
      'alter table tags disable row level security',
      'alter table tags enable row level security',
      /Row-level security is off for tags\./u,
    ],
    [
      'alter table tags no force row level security',
      'alter table tags force row level security',
      /Row-level security is off for tags\./u,
    ],
  ])('after %s', async (open, close, sentence) => {
    await expect(requireIsolation(database.appPool)).resolves.toBeUndefined();
    await database.pool.query(open);
    try {
      await expect(requireIsolation(database.appPool)).rejects.toThrow(sentence);
    } finally {
      await database.pool.query(close);
    }
  });
});
