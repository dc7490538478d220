import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiVendors } from '#contract/reference.contract.ts';
import {
  downloadScorecards,
  downloadVendorLeads,
  listScorecards,
  listVendorLeads,
  readContactVendor,
  readVendorLead,
  replayVendorLead,
  type VendorLead,
} from '#contract/vendor-leads.contract.ts';
import { JANE, openVendorDesk, type VendorDesk } from './vendor-desk.ts';

let desk: VendorDesk;
beforeAll(async () => {
  desk = await openVendorDesk();
});
beforeEach(() => desk.sql('truncate vendor_leads, notifications, contacts cascade'));
afterAll(() => desk.close());

const list = async (query: object = {}) => (await desk.admin.call(listVendorLeads, { query })).body;
const refused = async (): Promise<VendorLead> => {
  await desk.send({ external_id: 'LH-9', lead: { ...JANE, phone: '12' } });
  const [lead] = (await list()).data;
  if (lead === undefined) throw new Error('The lead was not kept.');
  return lead;
};
const replay = (id: number, lead: object) => desk.admin.call(replayVendorLead, { params: { id }, body: { lead } });

test('leads are listed newest first, by status and vendor', async () => {
  await desk.send({ external_id: 'LH-8', lead: JANE });
  await refused();

  const { data, meta } = await list();

  expect(meta.total_count).toBe(2);
  expect(data).toMatchObject([
    { external_id: 'LH-9', status: 'refused', name: 'Jane Okafor', contact: null, owner: null, attempts: 1 },
    { external_id: 'LH-8', status: 'accepted', contact: { name: 'Jane Okafor' }, vendor: { name: 'Lead Harbor' } },
  ]);
  expect((await list({ status: 'accepted' })).data).toHaveLength(1);
  expect((await list({ vendor_id: desk.vendorId, limit: 1, page: 2 })).data).toMatchObject([{ external_id: 'LH-8' }]);
});

test('leads are found by a name, phone number, e-mail address or the vendor’s ID', async () => {
  await desk.send({ external_id: 'LH-8', lead: JANE });
  await desk.send({ external_id: 'LH-9', lead: { first_name: 'Zoë', phone: '12' } });
  const found = async (q: string) => {
    const { data, meta } = await list({ q });
    expect(meta.total_count).toBe(data.length);
    return data.map(({ external_id: id }) => id);
  };

  expect(await found('jane okaf')).toEqual(['LH-8']);
  expect(await found('zoe')).toEqual(['LH-9']);
  expect(await found('+1 512.555')).toEqual([]);
  expect(await found('+1 512 555-0142')).toEqual(['LH-8']);
  expect(await found('JANE@example')).toEqual(['LH-8']);
  expect(await found('lh-')).toEqual(['LH-9', 'LH-8']);
  expect(await found('8okafor')).toEqual([]);
  await desk.sql(`update contacts set last_name = 'Married'`);
  expect(await found('married')).toEqual(['LH-8']);
});

test('leads are put in order, and their file has what the list shows', async () => {
  await desk.send({ external_id: 'LH-8', lead: JANE });
  await refused();
  await desk.send({ external_id: '=LH', lead: { first_name: 'Ada', phone: '512-555-0143' } });
  const ids = async (query: object) => (await list(query)).data.map(({ external_id: id }) => id);
  expect(await ids({ order: 'asc' })).toEqual(['LH-8', 'LH-9', '=LH']);
  expect(await ids({ order_field: 'status', order: 'asc' })).toEqual(['=LH', 'LH-8', 'LH-9']);
  expect(await ids({ order_field: 'vendor', order: 'asc', limit: 1, page: 2 })).toEqual(['LH-9']);

  const file = async (query: object) =>
    String((await desk.admin.call(downloadVendorLeads, { query })).body)
      .split(/\r?\n/u)
      .slice(1, -1);

  expect(await file({ status: 'refused' })).toEqual([
    expect.stringMatching(
      /^2\d{3}-.*Z,Jane Okafor,,Lead Harbor,LH-9,,refused,lead\.phone: Send a phone number.*,no,1$/u,
    ),
  ]);
  expect((await file({ q: 'ada' }))[0]).toContain(`,'=LH,`);
  expect(await file({ vendor_id: desk.vendorId })).toHaveLength(3);
});

test('a contact says which vendor it came from, to administrators of a brand that has it', async () => {
  await desk.send({ external_id: 'LH-7', lead: JANE });
  const [lead] = (await list()).data;
  const params = { id: lead?.contact?.id ?? 0 };
  const agent = await desk.it.signIn('agent');

  const found = await desk.admin.call(readContactVendor, { params });
  const refusal = await agent.call(readContactVendor, { params });

  expect(found.body.data).toMatchObject({
    vendor: { id: desk.vendorId, name: 'Lead Harbor' },
    lead: { id: lead?.id, received_at: lead?.received_at },
  });
  expect(refusal.status).toBe(403);
});

test('a refused lead is corrected and becomes a contact of the vendor; a second time is refused', async () => {
  const { id } = await refused();
  const { body } = await desk.admin.call(readVendorLead, { params: { id } });
  expect(body.data.sent.lead.phone).toBe('12');

  const still = await replay(id, { ...JANE, phone: '13' });
  expect([still.status, (await list()).data[0]?.attempts]).toEqual([422, 2]);
  const done = await replay(id, JANE);

  expect(done.body.data).toMatchObject({
    status: 'accepted',
    attempts: 3,
    faults: {},
    contact: { name: 'Jane Okafor' },
  });
  expect(await desk.sql('select api_vendor_id, owner_id from contacts')).toEqual([
    { api_vendor_id: desk.vendorId, owner_id: desk.it.world.people.agent.id },
  ]);
  expect((await replay(id, JANE)).status).toBe(409);
});

test('a vendor with leads isn’t removed with them', async () => {
  await refused();
  await desk.sql('update api_keys set revoked_at = now()');

  const { status, body } = await desk.admin.call(apiVendors.remove, { params: { id: desk.vendorId } });

  await desk.sql('update api_keys set revoked_at = null');
  expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('1 lead uses this lead vendor.')]);
});

test('leads are for those who manage integrations', async () => {
  const { id } = await refused();
  const agent = await desk.it.signIn('agent');

  const statuses = await Promise.all([
    agent.call(listVendorLeads),
    agent.call(downloadVendorLeads),
    agent.call(readVendorLead, { params: { id } }),
    agent.call(replayVendorLead, { params: { id }, body: { lead: JANE } }),
    agent.call(listScorecards),
  ]);

  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
});

test('a scorecard counts each lead once, and says what a sale cost', async () => {
  const consents = [{ channel: 'call', words: 'Call me.', given_at: '2026-01-05T15:00:00Z' }];
  await desk.send({ lead: JANE, consents });
  await desk.send({ lead: { first_name: 'Ada', phone: '512-555-0143' } });
  await desk.send({ lead: JANE });
  await refused();
  await desk.sql(
    `insert into policies (account_id, contact_id, status) select account_id, id, 'active' from contacts where first_name = 'Ada'`,
  );

  const { body } = await desk.admin.call(listScorecards, { query: { days: 7 } });

  expect(body.data).toEqual([
    {
      vendor: { id: desk.vendorId, name: 'Lead Harbor' },
      vendor_type: '',
      received: 2,
      duplicates: 1,
      errors: 1,
      mostly: 'lead.phone',
      consent_share: 0.5,
      contacted: 1,
      sold: 1,
      cost_cents: 3_000,
      cost_per_sale_cents: 3_000,
      last_at: expect.any(String),
    },
  ]);
  const file = await desk.admin.call(downloadScorecards, { query: { days: 7 } });
  const [heads, line] = String(file.body).split(/\r?\n/u);
  expect(heads).toContain('Vendor,Type,Sent,Accepted,Duplicates,Errors');
  expect(line).toMatch(/^Lead Harbor,,4,3,1,1,0\.50,1,1,30\.00,30\.00,/u);
});
