import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoWorld } from '../../server/features/demo/load-demo-world.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';

const NOW = new Date('2026-11-01T04:15:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await loadDemoWorld({ databaseUrl: database.url }, { now: NOW });
});
afterAll(() => database.close());

const one = async <Row>(text: string) => (await database.pool.query(text)).rows as Row[];

test('the first agent finds conversations in every state, the last text first', async () => {
  const [counts] = await one(
    `select count(*)::int as all, count(*) filter (where unread > 0)::int as unread, count(*) filter (where held > 0)::int as held,
       count(*) filter (where failed)::int as failed, count(review_text_id)::int as review,
       count(opted_out_at)::int as opted_out, count(*) filter (where contact_id is null)::int as strangers,
       count(*) filter (where closed_at is not null) > 0 as closed, count(*) filter (where waiting) > 3 as waiting
     from conversations v join users u on u.id = v.user_id and u.username = 'agent'`,
  );
  expect(counts).toEqual({
    all: 53,
    unread: 5,
    held: 1,
    failed: 2,
    review: 1,
    opted_out: 1,
    strangers: 1,
    closed: true,
    waiting: true,
  });
  const [odd] = await one(
    `select count(*)::int as odd from conversations v join text_messages t on t.id = v.last_text_id
     where v.last_at < t.created_at or t.created_at > $1::timestamptz or t.body like '%{%'`.replace(
      '$1',
      `'${NOW.toISOString()}'`,
    ),
  );
  expect(odd).toEqual({ odd: 0 });
});

test('who wrote STOP has it in the ledger, and nobody wrote to them since', async () => {
  const stopped = await one(
    `select (select count(*)::int from contact_consents k where k.contact_id = v.contact_id and k.kind = 'withdrawn') as said,
       (select count(*)::int from text_messages t where t.contact_id = v.contact_id and t.created_at > v.opted_out_at
         and t.automatic is null) as later
     from conversations v where v.opted_out_at is not null`,
  );
  // One in each agency.
  expect(stopped).toEqual(Array.from({ length: 4 }, () => ({ said: 1, later: 0 })));
});

test('a planned text waits for the next morning', async () => {
  const planned = await one<{ at: Date }>(`select distinct held_until as at from text_messages where status = 'held'`);
  expect(planned).toEqual([{ at: new Date('2026-11-01T14:30:00Z') }]);
});

test('the demo world opens calm: a paused broadcast, whose banner stays, is a colleague of the first agent’s', async () => {
  const found = await one<{ username: string; status: string }>(
    `select distinct u.username, b.status from broadcasts b join users u on u.id = b.user_id
     where u.account_id = (select account_id from users where username = 'agent') order by 1, 2`,
  );
  expect(found).toEqual([
    { username: 'agent', status: 'done' },
    { username: 'agent', status: 'scheduled' },
    { username: 'priya', status: 'paused' },
  ]);
});
