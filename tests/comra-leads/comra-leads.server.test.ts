import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApiKey } from '#contract/api-access.contract.ts';
import { updateTrackedKey } from '#contract/api-tracking.contract.ts';
import { downloadComraLeads, listComraLeads } from '#contract/comra-leads.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { apiVendors } from '#contract/reference.contract.ts';
import { confirmIdentity } from '#contract/session.contract.ts';
import { dayIn, plusDays } from '#rules/time/days.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { PASSWORD } from '../_db/world.ts';

let it: TestApp;
let admin: Client;
let agent: Client;
let today: string;
let comra: number;

const ZONE = 'America/New_York';
const owner = (text: string, values: readonly unknown[]) => it.owner.query<{ id: number }>(text, [...values]);
const vendor = async (name: string, cost: number | null) =>
  (await admin.call(apiVendors.create, { body: { vendor_name: name, lead_cost_cents: cost } })).body.data.id;

/** A key of the agent that belongs to a vendor. */
async function keyOf(vendorId: number): Promise<(body: object) => Promise<{ status: number }>> {
  await agent.call(confirmIdentity, { body: { password: PASSWORD } } as never);
  const { body } = await agent.call(createApiKey, {
    body: { name: 'Leads', scopes: ['contacts.read', 'contacts.write'] },
  });
  await admin.call(updateTrackedKey, { params: { id: body.data.api_key.id }, body: { api_vendor_id: vendorId } });
  const headers = { authorization: `Bearer ${body.data.key}`, 'content-type': 'application/json' };
  return (sent) => it.visitor().send('POST', '/v1/contacts', { headers, body: JSON.stringify(sent) });
}

/** An import of the peer, on a day. */
const importOf = (vendorId: number, day: string) => {
  const { id, accountId } = it.world.people.peer;
  return owner(
    `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key, status, columns, fields,
       when_known, updated, skipped, problems, api_vendor_id, created_at)
     values ($1, $2, $2, $2, 'l.csv', 1, 'l', 'complete', '[]', '{}', 'skip', 2, 3, 4, $3, ($4::date + time '12:00') at time zone $5)
     returning id`,
    [accountId, id, vendorId, day, ZONE],
  );
};

beforeAll(async () => {
  it = await openApp();
  [admin, agent] = [await it.signIn('admin'), await it.signIn('agent')];
  today = dayIn(ZONE, it.deps.now());
  comra = await vendor('COMRA', 1_250);
  const free = await vendor('Prairie Mailers', null);
  const send = await keyOf(comra);
  for (const last_name of ['Avila', 'Bell', 'Cruz']) await send({ contact: { last_name } });
  await send({ contact: {} });
  await vi.waitUntil(async () => (await owner('select from api_requests', [])).rowCount === 4, { timeout: 5_000 });
  const of = 'account_id = $1 and last_name = $2';
  const account = it.world.accountId;
  await owner(`update contacts set last_touch_at = now() where ${of}`, [account, 'Avila']);
  await owner(
    `insert into policies (account_id, contact_id, status) select account_id, id, 'active' from contacts where ${of}`,
    [account, 'Avila'],
  );
  await owner(
    `update contacts c set deleted_at = now(), merged_into_id = (select id from contacts where ${of}) where c.last_name = 'Cruz'`,
    [account, 'Bell'],
  );
  await importOf(free, plusDays(today, -3));
});
afterAll(() => it.close());

const report = async (query: object = {}, client = admin) => (await client.call(listComraLeads, { query })).body;

test('a lead that comes with a key is the vendor’s, and its path is counted once', async () => {
  const { data, meta, period } = await report({ q: 'comra' });

  expect(data).toEqual([
    {
      vendor: { id: comra, name: 'COMRA' },
      agent: { id: it.world.people.agent.id, name: 'Amy Agent' },
      period: today,
      import_ids: [],
      received: 2,
      duplicates: 1,
      problems: 0,
      refused: 1,
      contacted: 1,
      sold: 1,
      cost_cents: 2_500,
    },
  ]);
  expect([meta.total_count, period]).toEqual([1, { from: plusDays(today, -29), to: today }]);
});

test('an import counts for its vendor and owner, and its leads have no known cost', async () => {
  const { data } = await report({ q: 'Pia Peer' });

  expect(data).toMatchObject([
    {
      agent: { name: 'Pia Peer' },
      period: plusDays(today, -3),
      received: 0,
      duplicates: 5,
      problems: 4,
      cost_cents: null,
    },
  ]);
  expect(data[0]?.import_ids).toHaveLength(1);
});

test('totals are those of all pages, and a vendor without leads has no cost to know', async () => {
  const { data, totals, meta } = await report({ limit: 1, order_field: 'vendor', order: 'asc' });

  expect([data.map((row) => row.vendor.name), meta.total_pages]).toEqual([['COMRA'], 2]);
  expect(totals).toEqual({
    received: 2,
    duplicates: 6,
    problems: 4,
    refused: 1,
    contacted: 1,
    sold: 1,
    cost_cents: 2_500,
  });
});

test('days are those of the reader, months begin on their first day', async () => {
  expect((await report({ to: plusDays(today, -1) })).data.map((row) => row.vendor.name)).toEqual(['Prairie Mailers']);
  expect((await report({ q: 'comra', interval: 'month' })).data[0]?.period).toBe(`${today.slice(0, 8)}01`);
  for (const [from, words] of [
    [plusDays(today, 1), 'Choose a first day that is not after the last one.'],
    [plusDays(today, -731), 'Choose at most two years.'],
  ]) {
    const { status, body } = await admin.call(listComraLeads, { query: { from, to: today } as never });
    expect([status, (body as unknown as { errors: object }).errors]).toEqual([422, { from: [words] }]);
  }
});

test('the leads are found in the contact list', async () => {
  const filters = [{ field: 'api_vendor', op: 'is', value: String(comra) }] as const;
  const { body } = await admin.call(listContacts, {
    body: { contacts_scope: { contact_group: 'all', search: [...filters] } },
  } as never);

  expect((body as { data: { last_name: string }[] }).data.map((row) => row.last_name)).toEqual(['Avila', 'Bell']);
});

test('a file has a line for each row and one of totals', async () => {
  const { body } = await admin.call(downloadComraLeads, { query: { order_field: 'vendor', order: 'asc' } });

  expect(String(body).trim().split('\n')).toEqual([
    'Vendor,Period,Agent,Received,Duplicates,Problem rows,Refused requests,Contacted,Sold,Cost',
    `COMRA,${today},Amy Agent,2,1,0,1,1,1,25.00`,
    `Prairie Mailers,${plusDays(today, -3)},Pia Peer,0,5,4,0,0,0,`,
    'Total,,,2,6,4,1,1,1,25.00',
  ]);
});

test('neither agents nor another agency read it, and agents see no cost of a lead', async () => {
  expect((await agent.call(listComraLeads, { query: {} })).status).toBe(403);
  expect((await report({}, await it.signIn('stranger'))).data).toEqual([]);
  const { body } = await agent.call(apiVendors.choices, {});
  expect(body.data.map((one) => one.lead_cost_cents)).toEqual([null, null]);
});
