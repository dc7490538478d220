import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSealed } from '#rules/insurance/sealed-numbers.ts';
import { withAccount } from '../../server/db/tx.ts';
import { loadDemoWorld } from '../../server/features/demo/load-demo-world.ts';
import { openNumbers } from '../../server/features/records/sealed-fields.service.ts';
import { createSeal } from '../../server/seal.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';

const seal = createSeal([Buffer.alloc(32, 5)]);

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await loadDemoWorld({ databaseUrl: database.url }, { seal, now: new Date('2026-11-21T10:00:00Z') });
});
afterAll(() => database.close());

test('the clients of the demo world have everything that hangs on a contact', async () => {
  const counts: Record<string, number> = {};
  for (const table of ['policies', 'securities', 'rx_details', 'sealed_fields', 'medicare_facts', 'data_captures']) {
    const { rows } = await database.pool.query<{ rows: number }>(`select count(*)::int as rows from ${table}`);
    counts[table] = rows[0]?.rows ?? 0;
  }

  expect(Object.values(counts).every((count) => count > 50)).toBe(true);
});

test('every policy of the demo stands in the timeline of its contact, and none in the time to come', async () => {
  const { rows } = await database.pool.query<{ policies: number; told: number; later: number }>(
    `select (select count(*)::int from policies) as policies, count(p.id)::int as told,
       count(*) filter (where a.at > '2026-11-21T10:00:00Z')::int as later
     from audit_log a join policies p on p.id = (a.detail->>'policy_id')::bigint and p.contact_id = a.subject_id
     where a.action = 'policy.created'`,
  );

  expect(rows).toEqual([{ policies: rows[0]?.policies, told: rows[0]?.policies, later: 0 }]);
});

test('their sealed numbers open and are numbers that somebody could have', async () => {
  const { rows } = await database.pool.query<{ contact_id: number; account_id: number }>(
    'select contact_id, account_id from sealed_fields order by contact_id limit 1',
  );
  const { contact_id: id = 0, account_id: accountId = 0 } = rows[0] ?? {};
  const numbers = await withAccount(database.appPool, { accountId }, (tx) => openNumbers(tx, seal, id));

  const number = numbers.get('medicare_number')?.value ?? '';
  expect(readSealed('medicare_number', number)).toBe(number);
});
