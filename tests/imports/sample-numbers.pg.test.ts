import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { makeWorld } from '../_db/world.ts';

const MIGRATION = readFileSync(new URL('../../server/db/migrations/0059_sample_numbers.sql', import.meta.url), 'utf8');

let it: TestDatabase;
let account: readonly [number, number];
beforeAll(async () => {
  it = await openDatabase();
  const { accountId, people } = await makeWorld(it.pool);
  account = [accountId, people.agent.id];
});
afterAll(() => it.close());

const NUMBER = '1EG4-TE5-MK73';
const column = (index: number, header: string, samples: readonly string[], suggestion: string | null = null) => ({
  index,
  header,
  samples,
  suggestion,
});

async function imported(columns: readonly object[], preview: readonly string[][], { ended = true, fields = {} } = {}) {
  const { rows } = await it.pool.query<{ id: number }>(
    `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key, columns, preview, fields,
                          status, finished_at)
     values ($1, $2, $2, $2, 'leads.csv', 1, 'leads', $3, $4, $5, $6, $7) returning id`,
    [
      ...account,
      ...[columns, preview, fields].map((value) => JSON.stringify(value)),
      ended ? 'complete' : 'draft',
      ended ? new Date(0) : null,
    ],
  );
  return rows[0]?.id ?? 0;
}

async function migrated() {
  const client = await it.pool.connect();
  try {
    await client.query(`begin; ${MIGRATION}; commit`);
  } finally {
    client.release();
  }
}
const keptOf = async (id: number) =>
  (await it.pool.query<object>('select columns, preview from imports where id = $1', [id])).rows[0];

test('samples and previews of ended imports lose Medicare numbers, however their column is known, and nothing else', async () => {
  const columns = [
    column(0, 'Name', ['Ana', 'Bo']),
    column(1, 'Medicare Number', ['pending']),
    column(2, 'Id', ['', NUMBER]),
    column(3, 'Card', ['x'], 'medicare_number'),
    column(4, 'Code', ['y']),
    column(5, 'Medicare notes', ['dual']),
  ];
  const preview = [
    ['Ana', 'pending', '', 'x', 'y', 'dual'],
    ['Bo', '', NUMBER],
  ];
  const fields = { '4': 'medicare_number', '0': 'first_name' };
  const ended = await imported(columns, preview, { fields });
  const draft = await imported(columns, preview, { ended: false, fields });
  const plain = await imported([column(0, 'Name', ['Ana'])], []);
  await migrated();
  const blank = columns.map((one) => ([1, 2, 3, 4].includes(one.index) ? { ...one, samples: [] } : one));
  const first = await keptOf(ended);
  expect(first).toEqual({
    columns: blank,
    preview: [
      ['Ana', '', '', '', '', 'dual'],
      ['Bo', '', ''],
    ],
  });
  expect(await keptOf(draft)).toEqual({ columns, preview });
  expect(await keptOf(plain)).toEqual({ columns: [column(0, 'Name', ['Ana'])], preview: [] });
  await migrated();
  expect(await keptOf(ended)).toEqual(first);
});
