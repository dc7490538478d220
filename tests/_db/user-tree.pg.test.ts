import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type TestDatabase } from './database.ts';
import { makeWorld, type World } from './world.ts';

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await openDatabase();
  world = await makeWorld(database.pool);
});
afterAll(() => database.close());

const MOVE = 'update users set manager_id = $2 where id = $1';

/** `above>below` by name, with the distance; no user is above themselves. */
const pairs = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ pair: string }>(
    `select a.username || '>' || d.username || ' ' || depth as pair from user_tree t
     join users a on a.id = t.ancestor_id join users d on d.id = t.descendant_id
     where depth > 0 and t.account_id = $1 order by 1`,
    [world.accountId],
  );
  return rows.map(({ pair }) => pair);
};

test('a move includes the whole downline, and moving back restores the tree', async () => {
  const { admin, manager, agent, peer } = world.people;
  const before = await pairs();

  await database.pool.query(MOVE, [manager.id, null]);
  await database.pool.query(MOVE, [peer.id, agent.id]);
  expect(await pairs()).toEqual(['agent>peer 1', 'manager>agent 1', 'manager>peer 2']);

  await database.pool.query(MOVE, [peer.id, manager.id]);
  await database.pool.query(MOVE, [manager.id, admin.id]);
  expect(await pairs()).toEqual(before);
});

test('no user can be moved below their own downline', async () => {
  const { admin, agent } = world.people;

  await expect(database.pool.query(MOVE, [admin.id, agent.id])).rejects.toThrow('own downline');
});

test('two concurrent moves, each below the other, create no cycle', async () => {
  const { agent, peer } = world.people;
  const [first, second] = await Promise.all([database.pool.connect(), database.pool.connect()]);
  try {
    await first.query('begin');
    await first.query(MOVE, [agent.id, peer.id]);
    const late = second.query(MOVE, [peer.id, agent.id]).then(
      () => 'moved',
      (error: Error) => error.message,
    );
    await expect
      .poll(
        async () =>
          (await database.pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount,
      )
      .toBe(1)
      .catch(() => undefined);
    await first.query('commit');

    expect(await late).toBe('A user cannot stand below someone of their own downline.');
  } finally {
    first.release();
    second.release();
  }
});
