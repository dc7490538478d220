import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoWorld } from '../../server/features/demo/load-demo-world.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { makeWorld } from '../_db/world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await makeWorld(database.pool);
});
afterAll(() => database.close());

test('a database of other accounts gets no demo people, and a sentence says why', async () => {
  const said: string[] = [];
  const before = await database.pool.query('select count(*)::int as people from users');

  await loadDemoWorld({ databaseUrl: database.url }, { log: (sentence) => said.push(sentence) });

  expect((await database.pool.query('select count(*)::int as people from users')).rows).toEqual(before.rows);
  expect(said).toEqual([
    'The demo world is not loaded: this database holds other accounts. Set APP_ENV=production for them.',
  ]);
});
