import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP_ROLE, createPool, type Pool } from '../../server/db/pool.ts';
import { inOneTransaction, readAccount } from '../../server/db/tx.ts';
import { openDatabase, type TestDatabase } from './database.ts';
import { makeWorld, type World } from './world.ts';

let database: TestDatabase;
let world: World;
/** One connection, so that each read meets what the one before has left. */
let pool: Pool;
beforeAll(async () => {
  database = await openDatabase();
  world = await makeWorld(database.pool);
  pool = createPool({ url: database.url, max: 1 });
  const other = await database.pool.query<{ id: number }>(
    `insert into accounts (name, number, domain_name) values ('Other', 'O1', 'other.test') returning id`,
  );
  await database.pool.query(`insert into tags (account_id, name) values ($1, 'theirs'), ($2, 'ours')`, [
    other.rows[0]?.id,
    world.accountId,
  ]);
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const NAMES = `select name from tags where name like '%ours' or name = 'theirs' order by name`;
const SETTINGS = `select current_user as role, current_setting('timezone') as zone,
  current_setting('app.account_id', true) as account, current_setting('statement_timeout') as statement`;

test('a read sees its account only, in every statement, and leaves nothing on the connection', async () => {
  const read = await readAccount(
    pool,
    world,
    async (tx) => [await tx.prepared(NAMES), await tx.raw(NAMES), await tx.prepared(SETTINGS)],
    { statementTimeoutMs: 7_000 },
  );
  const settled = { role: APP_ROLE, zone: 'UTC', account: String(world.accountId), statement: '7s' };
  expect(read).toEqual([[{ name: 'ours' }], [{ name: 'ours' }], [settled]]);

  const { rows } = await pool.query<{ role: string; account: string; statement: string }>(SETTINGS);
  expect(rows).toMatchObject([{ account: '', statement: '0' }]);
  expect(rows[0]?.role).not.toBe(APP_ROLE);
});

test('PostgreSQL refuses to write in a read', async () => {
  const insert = `insert into tags (account_id, name) values (app_account_id(), 'written')`;
  await expect(readAccount(pool, world, (tx) => tx.raw(insert))).rejects.toThrow('read-only transaction');
  expect((await database.pool.query(`select from tags where name = 'written'`)).rowCount).toBe(0);
});

test('a failed statement leaves its connection as it was', async () => {
  const divided = (by: number) =>
    readAccount(pool, world, (tx) => tx.prepared<{ quotient: number }>('select 6 / $1::int as quotient', [by]));
  await expect(divided(0)).rejects.toThrow('division by zero');
  expect(await divided(2)).toEqual([{ quotient: 3 }]);
  await expect(readAccount(pool, world, (tx) => tx.prepared('select nothing'))).rejects.toThrow('nothing');
  await expect(readAccount(pool, world, (tx) => tx.prepared('select nothing'))).rejects.toThrow('nothing');
  expect(pool.totalCount).toBe(1);
});

test('a statement behind refused settings does not run, and is prepared the next time', async () => {
  const three = (statementTimeoutMs: number) =>
    readAccount(pool, world, (tx) => tx.prepared('select 3 as three'), { statementTimeoutMs });
  await expect(three(-5)).rejects.toThrow('outside the valid range');
  expect(await three(5_000)).toEqual([{ three: 3 }]);
});

test('a read that takes longer than it may ends', async () => {
  const slow = readAccount(pool, world, (tx) => tx.raw('select pg_sleep(60)'), { statementTimeoutMs: 20 });
  await expect(slow).rejects.toMatchObject({ code: '57014' });
});

test('a read whose connection dies fails, and the pool continues', async () => {
  const ended = readAccount(pool, world, async (tx) => {
    const [own] = await tx.raw<{ pid: number }>('select pg_backend_pid() as pid');
    await database.pool.query('select pg_terminate_backend($1)', [own?.pid]);
    await tx.raw('select 1');
  });
  await expect(ended).rejects.toThrow();
  expect(await readAccount(pool, world, (tx) => tx.raw(NAMES))).toEqual([{ name: 'ours' }]);
});

test('in one transaction a read is a part of it', async () => {
  const { appPool } = database;
  const names = await inOneTransaction(appPool, world, async (tx) => {
    await tx.raw(`insert into tags (account_id, name) values (app_account_id(), 'also ours')`);
    return readAccount(appPool, world, (read) => read.raw(NAMES));
  });
  expect(names).toEqual([{ name: 'also ours' }, { name: 'ours' }]);
});
