import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APP_ROLE, createPool, type Pool } from '../../server/db/pool.ts';
import { outsideAccounts, preparedOutside, readAccount, withAccount } from '../../server/db/tx.ts';
import { movedClock } from '../../server/demo-clock.ts';
import { openDatabase, type TestDatabase } from './database.ts';
import { makeWorld, type World } from './world.ts';

const LIMITS = { statementMs: 4_000, lockMs: 3_000, idleInTransactionMs: 2_000 };
const SETTINGS = `select current_user as role, current_setting('timezone') as zone, current_setting('jit') as jit,
  current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle`;
const SETTLED = { role: APP_ROLE, zone: 'UTC', jit: 'off', statement: '4s', lock: '3s', idle: '2s' };

let database: TestDatabase;
let world: World;
/** One connection, opened without options as behind a pooler that drops them. */
let pooled: Pool;
beforeAll(async () => {
  database = await openDatabase();
  world = await makeWorld(database.pool);
  const { url } = database;
  pooled = createPool({ url, directUrl: url, prepares: false, role: APP_ROLE, max: 1, ...LIMITS });
});
afterAll(async () => {
  await pooled.end();
  await database.close();
});

describe('behind a pooler', () => {
  test('a connection brings no settings, and a transaction leaves none', async () => {
    await withAccount(pooled, world, (tx) => tx.raw('select 1'));
    const { rows } = await pooled.query<{ role: string; statement: string }>(SETTINGS);

    expect(rows).toMatchObject([{ statement: '0' }]);
    expect(rows[0]?.role).not.toBe(APP_ROLE);
  });

  test('a transaction of an account has the role and the limits', async () => {
    expect(await withAccount(pooled, world, (tx) => tx.raw(SETTINGS))).toEqual([SETTLED]);
  });

  test('a transaction may have a limit of its own', async () => {
    const own = await withAccount(pooled, world, (tx) => tx.raw(SETTINGS), { statementTimeoutMs: 1_000 });

    expect(own).toEqual([{ ...SETTLED, statement: '1s' }]);
  });

  test('a read has the role and the limits, and may have one of its own', async () => {
    const own = await readAccount(pooled, world, (tx) => tx.raw(SETTINGS), { statementTimeoutMs: 1_000 });

    expect(await readAccount(pooled, world, (tx) => tx.prepared(SETTINGS))).toEqual([SETTLED]);
    expect(own).toEqual([{ ...SETTLED, statement: '1s' }]);
  });

  test('a statement outside of accounts has them, too', async () => {
    expect(await outsideAccounts(pooled, SETTINGS)).toEqual([SETTLED]);
  });

  test('nothing is prepared', async () => {
    await withAccount(pooled, world, (tx) => tx.prepared('select 1'));
    await preparedOutside(pooled, 'select 1');
    await readAccount(pooled, world, (tx) => tx.prepared('select 1'));

    expect((await pooled.query('select name from pg_prepared_statements')).rows).toEqual([]);
  });

  test('the clock of a demo moves in each transaction', async () => {
    const { url } = database;
    const moved = movedClock(() => 3_600_000).drive(createPool({ url, directUrl: url, role: APP_ROLE, max: 1 }));
    const ask = `select current_setting('app.clock_ahead_ms', true) as ahead`;
    try {
      expect(await withAccount(moved, world, (tx) => tx.raw(ask))).toEqual([{ ahead: '3600000' }]);
      expect((await moved.query(ask)).rows).toEqual([{ ahead: '' }]);
    } finally {
      await moved.end();
    }
  });
});

test('a connection of the database itself keeps role, limits and statements', async () => {
  const direct = createPool({ url: database.url, role: APP_ROLE, max: 1, ...LIMITS });
  try {
    await preparedOutside(direct, 'select 1');

    expect((await direct.query(SETTINGS)).rows).toEqual([SETTLED]);
    expect((await direct.query('select statement from pg_prepared_statements')).rows).toEqual([
      { statement: 'select 1' },
    ]);
  } finally {
    await direct.end();
  }
});
