import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

const DEFINERS = `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`;

const namesOf = async (text: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(text);
  return rows.map(({ name }) => name);
};

test('no function that looks across accounts is open to every role', async () => {
  expect(await namesOf(`${DEFINERS} and has_function_privilege('public', oid, 'execute')`)).toEqual([]);
});

test('each function that looks across accounts looks for its tables in public before anything temporary', async () => {
  expect(await namesOf(`${DEFINERS} and not proconfig @> array['search_path=public, pg_temp']`)).toEqual([]);
});

test('none of them belongs to a role with more rights than the definer', async () => {
  expect(await namesOf(`${DEFINERS} and proowner <> 'bellwether_definer'::regrole`)).toEqual([]);
});

test('a temporary table of the same name plants no session', async () => {
  const client = await database.appPool.connect();
  try {
    await client.query(`
      create temp table users (id bigint, account_id bigint, username text, password_hash text, roles text[], active boolean);
      insert into users values (1, 1, 'planted', 'known', '{admin}', true);
      grant select on users to public`);

    expect((await client.query(`select * from find_sign_in('planted', '127.0.0.1')`)).rows).toEqual([]);
  } finally {
    client.release(true);
  }
});
