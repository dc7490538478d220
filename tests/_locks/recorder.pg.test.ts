import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP_ROLE, createPool, type Pool } from '../../server/db/pool.ts';
import { withAccount } from '../../server/db/tx.ts';
import { lockContacts } from '../../server/features/contacts/lock-contacts.sql.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { makeWorld, type World } from '../_db/world.ts';
import { NOTE_ADVISORY_LOCKS } from './advisory.ts';
import { instrument, tablesOf, WalFollower } from './follow-wal.ts';
import { circlesOf, descentsOf, LockGraph } from './lock-graph.ts';
import type { Transaction } from './wal-reader.ts';

let database: TestDatabase;
let world: World;
let pool: Pool;
beforeAll(async () => {
  database = await openDatabase();
  await instrument(database.url, '256MB');
  await database.pool.query(NOTE_ADVISORY_LOCKS);
  world = await makeWorld(database.pool);
  pool = createPool({ url: database.url, role: APP_ROLE, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

/** Transactions of this database that end while `work` runs. */
async function recorded(work: () => Promise<unknown>): Promise<Transaction[]> {
  const seen: Transaction[] = [];
  const tables = await tablesOf(database.url);
  const follower = await WalFollower.begin(database.url, tables, { add: (each) => void seen.push(each) });
  await work();
  await follower.end();
  return seen.filter(({ locks }) => locks.length > 0);
}

/** Four new contacts, by their ids. */
async function newContacts(): Promise<number[]> {
  await database.pool.query('truncate contacts, contact_counts cascade');
  const { accountId, businessUnitId, id } = world.people.agent;
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into contacts (account_id, business_unit_id, owner_id, number) select $1, $2, $3, g from generate_series(1, 4) g returning id`,
    [accountId, businessUnitId, id],
  );
  return rows.map((row) => row.id);
}

const inAccount = (...statements: readonly (readonly [string, unknown])[]) =>
  withAccount(pool, world, async (tx) => {
    for (const [text, value] of statements) await tx.raw(text, [value]);
  });

const CONTACT = 'update contacts set first_name = first_name where id = $1';
const USER = 'select from users where id = $1 for no key update';

test('two transactions that lock a user and a contact in opposite order', async () => {
  const graph = new LockGraph();

  const seen = await recorded(async () => {
    const [first] = await newContacts();
    await inAccount([USER, world.people.agent.id], [CONTACT, first]);
    await inAccount([CONTACT, first], [USER, world.people.agent.id]);
  });

  for (const transaction of seen) graph.add(transaction);
  expect(circlesOf(graph.steps()).map((circle) => circle.map(({ held }) => held).toSorted())).toEqual([
    ['contacts', 'users'],
  ]);
});

test('contacts that are locked against the order of their ids, and by their order', async () => {
  const [wrong, right] = [new LockGraph(), new LockGraph()];

  const seen = await recorded(async () => {
    const ids = await newContacts();
    await withAccount(pool, world, (tx) => lockContacts(tx, ids.toReversed()));
    await inAccount([CONTACT, ids[2]], [CONTACT, ids[0]]);
  });

  const [locked, changed] = seen.filter(({ locks }) =>
    locks.every(({ what, id }) => what === 'contacts' && id !== null),
  );
  if (locked) right.add(locked);
  if (changed) wrong.add(changed);
  expect(locked?.locks).toHaveLength(4);
  expect(descentsOf(right.steps())).toEqual([]);
  expect(descentsOf(wrong.steps())).toMatchObject([{ held: 'contacts', requested: 'contacts' }]);
});

test('locks of references, of triggers and of advisory keys, and none of new rows', async () => {
  const seen = await recorded(async () => {
    const [contact] = await newContacts();
    await inAccount(
      [`select pg_advisory_xact_lock(hashtextextended('files', $1))`, world.people.agent.id],
      [
        `insert into notes (account_id, contact_id, author_id, body) select account_id, id, owner_id, 'a' from contacts where id = $1`,
        contact,
      ],
      ['update notes set body = body where contact_id = $1', contact],
    );
    await database.pool.query('update users set manager_id = $2 where id = $1', [
      world.people.peer.id,
      world.people.admin.id,
    ]);
  });

  const told = seen.map(({ locks }) => locks.map(({ what, mode }) => `${what}: ${mode}`));
  expect(told).toContainEqual(
    expect.arrayContaining(['advisory files: update', 'contacts: key share', 'users: key share']),
  );
  expect(told).toContainEqual(expect.arrayContaining(['users: no key update', 'advisory user_tree: update']));
  expect(told.flat().filter((text) => text.startsWith('notes: no key update'))).toEqual([]);
});
