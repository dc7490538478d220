import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoWorld } from '../../server/features/demo/load-demo-world.ts';
import { emptyWorld } from '../../server/roles/demo-bench/empty-world.ts';
import { refuseForeign } from '../../server/roles/demo-bench/refuse-foreign.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await loadDemoWorld({ databaseUrl: database.url });
});
afterAll(() => database.close());

const said = (url = database.url) =>
  refuseForeign(url).then(
    () => 'nothing',
    ({ message }: Error) => message,
  );
const told = (what: string) => `The database in DATABASE_URL holds ${what}, which a reset would delete.`;

test('a database with a demo world alone may be thrown away', async () => {
  expect(await said()).toBe('nothing');
});

test('one with a non-demo account may not', async () => {
  await database.pool.query(
    `insert into accounts (name, number, domain_name) values ('Oak', 'A-1', 'oak.example.com')`,
  );

  const refusal = await said();
  await database.pool.query('delete from accounts where not demo');

  expect(refusal).toBe(told("accounts that aren't demos (Oak)"));
});

test('an owner sees such accounts even if row-level security hides them', async () => {
  const owner = `owner_${randomBytes(4).toString('hex')}`;
  await database.pool.query(`
    create role ${owner} login noinherit; grant bellwether_definer to ${owner};
    alter table accounts owner to ${owner};
    insert into accounts (name, number, domain_name) values ('Oak', 'A-1', 'oak.example.com')`);
  const url = new URL(database.url);
  url.username = owner;

  const refusal = await said(url.href);
  await database.pool.query(`
    delete from accounts where not demo; reassign owned by ${owner} to current_user; drop owned by ${owner}; drop role ${owner}`);

  expect(refusal).toBe(told("accounts that aren't demos (Oak)"));
});

test('nor may one with tables and routines of another application', async () => {
  await database.pool.query('create table ledger (); create function tax() returns int language sql return 19');

  const refusal = await said();
  await database.pool.query('drop table ledger; drop function tax');

  expect(refusal).toBe(told("objects that aren't Bellwether's (ledger, tax)"));
});

test('lists only some of many', async () => {
  await database.pool.query(Array.from({ length: 7 }, (_, n) => `create table t${n} ()`).join(';'));

  const refusal = await said();
  await database.pool.query(Array.from({ length: 7 }, (_, n) => `drop table t${n}`).join(';'));

  expect(refusal).toBe(told("objects that aren't Bellwether's (t0, t1, t2, t3, t4, 2 more)"));
});

test('an empty one may be thrown away', async () => {
  await emptyWorld('/nowhere', database.url);

  expect(await said()).toBe('nothing');
});

test('one that cannot be asked may not', async () => {
  const url = new URL(database.url);
  url.pathname = '/nowhere';

  await expect(refuseForeign(url.href)).rejects.toThrow(
    `Couldn't check whether the database in DATABASE_URL holds only a demo world (database "nowhere" does not exist).`,
  );
});
