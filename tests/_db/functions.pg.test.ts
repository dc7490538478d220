import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyFunctions, FUNCTIONS } from '../../server/db/functions.ts';
import { openDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await openDatabase();
  folder = mkdtempSync(join(tmpdir(), 'bellwether-functions-'));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.sql`), text);
const answer = (value: number) => `create or replace function answer() returns int language sql return ${value};`;
const valueOf = async (text: string) =>
  Object.values((await database.pool.query<Record<string, unknown>>(text)).rows[0] ?? {})[0];
async function apply(from = folder): Promise<string | null> {
  const client = await database.pool.connect();
  try {
    await applyFunctions(client, () => undefined, from);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    client.release();
  }
}
const appliedAt = `select xmin::text from pg_proc where proname = 'answer'`;

describe('the functions of a folder', () => {
  test('are applied when their file changes, and only then', async () => {
    write('answers', answer(1));
    await apply();
    const first = await valueOf(appliedAt);
    await apply();
    const second = await valueOf(appliedAt);
    write('answers', answer(2));
    await apply();

    expect([second, await valueOf('select answer()')]).toEqual([first, 2]);
  });

  test('may call each other in any order', async () => {
    write('a', `create or replace function twice() returns int language sql as 'select 2 * answer()';`);
    write('b', answer(3));

    expect([await apply(), await valueOf('select twice()')]).toEqual([null, 6]);
  });

  test('stay as they were, all of them, when one fails', async () => {
    write('answers', answer(1));
    await apply();
    write('answers', answer(2));
    write('broken', 'create or replace function broken() returns nothing language sql return 1;');

    expect(await apply()).toBe('The functions of the database failed: type "nothing" does not exist.');
    expect(await valueOf('select answer()')).toBe(1);
  });
});

test('a migrated database has the functions of the folder, and no others', async () => {
  const kept = readdirSync(FUNCTIONS).flatMap((file) =>
    [...readFileSync(join(FUNCTIONS, file), 'utf8').matchAll(/^create or replace (?:function|procedure) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  );
  const { rows } = await database.pool.query<{ name: string }>(
    `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
  );

  expect(rows.map(({ name }) => name).toSorted()).toEqual(kept.toSorted());
});

test('a database that lost a change to a function by hand has it again after a change of the file', async () => {
  await database.pool.query('create or replace function app_account_id() returns bigint language sql stable return 1');
  await database.pool.query(`delete from schema_state where name = 'functions:foundation.sql'`);
  await apply(FUNCTIONS);

  expect(await valueOf('select app_account_id()')).toBe(null);
});
