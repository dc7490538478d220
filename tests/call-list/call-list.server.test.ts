import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CALL_LIST_MAX, readCallList } from '#contract/call-list.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let agent: Client;
let numbers = 0;

/** 3 a.m. in UTC is 10 p.m. in New York and 5 p.m. in Honolulu. */
const NOW = Date.parse('2027-02-23T03:00:00Z');

beforeAll(async () => {
  it = await openApp();
  it.stopClock();
  it.advance(NOW - it.deps.now().getTime());
  agent = await it.signIn('agent');
});
afterAll(() => it.close());
beforeEach(() => it.owner.query('delete from contacts'));

/** Returns the id. */
async function add(name: string, more: Record<string, unknown>, owner: 'agent' | 'peer' = 'agent'): Promise<number> {
  const { id, accountId, businessUnitId } = it.world.people[owner];
  numbers += 1;
  const fields = { type: 'lead', state: 'HI', phone: `+1808555${String(1_000 + numbers)}`, ...more };
  const { rows } = await it.owner.query<{ id: number }>(
    `insert into contacts (account_id, number, business_unit_id, owner_id, last_name, ${Object.keys(fields).join(', ')})
     values ($1, $2, $3, $4, $5, ${Object.keys(fields)
       .map((_, at) => `$${at + 6}`)
       .join(', ')}) returning id`,
    [accountId, 700_000 + numbers, businessUnitId, id, name, ...Object.values(fields)],
  );
  return rows[0]?.id ?? 0;
}

const read = async (ids: readonly number[]) => (await agent.call(readCallList, { body: { ids: [...ids] } })).body;

test('those who may be called now come first, each with what the call is about', async () => {
  const asleep = await add('Asleep', { state: 'NY', phone: '+12125550143' });
  const awake = await add('Awake', { follow_up_note: 'Ask about the quote' });
  const other = await add('Other', {});

  const { data, meta } = await read([asleep, other, awake]);

  expect(data.map(({ name, about }) => [name, about])).toEqual([
    ['Other', ''],
    ['Awake', 'Ask about the quote'],
    ['Asleep', ''],
  ]);
  expect(meta).toEqual({ without_phone: 0, not_allowed: 0, more: false });
});

test('whom time alone never allows to be called, and who has no phone, is left out and counted', async () => {
  const listed = await add('Listed', {});
  const without = await add('Without', { phone: null });
  const dead = await add('Dead', { died_on: '2027-01-02' });

  const { data, meta } = await read([without, dead, listed]);

  expect(data.map(({ id }) => id)).toEqual([listed]);
  expect(meta).toEqual({ without_phone: 1, not_allowed: 1, more: false });
});

test('contacts of others and deleted ones are not on it', async () => {
  const theirs = await add('Theirs', {}, 'peer');
  const gone = await add('Gone', { deleted_at: new Date(NOW) });

  expect((await read([theirs, gone])).data).toEqual([]);
});

test('a scope is called in the order of its list, as far as it fits', async () => {
  const { id, accountId, businessUnitId } = it.world.people.agent;
  await it.owner.query(
    `insert into contacts (account_id, number, business_unit_id, owner_id, last_name, phone, state)
     select $1, 800000 + n, $2, $3, 'Many ' || lpad(n::text, 3, '0'), '+1808556' || lpad(n::text, 4, '0'), 'HI'
     from generate_series(1, $4::int) n`,
    [accountId, businessUnitId, id, CALL_LIST_MAX + 1],
  );

  const { body } = await agent.call(readCallList, { body: { contacts_scope: { contact_group: 'mine' } } });

  expect([body.data.length, body.data[0]?.name, body.meta.more]).toEqual([CALL_LIST_MAX, 'Many 001', true]);
});
