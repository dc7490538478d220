import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiVendors } from '#contract/reference.contract.ts';
import { updateTrackedKey } from '#contract/api-tracking.contract.ts';
import { receiveLead } from '#contract/vendor-leads.contract.ts';
import { JANE, openVendorDesk, type VendorDesk } from './vendor-desk.ts';

let desk: VendorDesk;
beforeAll(async () => {
  desk = await openVendorDesk();
});
beforeEach(async () => {
  await desk.sql('truncate vendor_leads, contact_consents, notifications, contacts cascade');
  await desk.sql(`update api_vendors set lead_user_ids = '{}', lead_turns = 0`);
  await desk.sql(`update api_keys set api_vendor_id = $1, networks = '{}', per_minute = null`, [desk.vendorId]);
});
afterAll(() => desk.close());

interface Stored {
  readonly status: string;
  readonly contact_id: number | null;
  readonly owner_id: number | null;
  readonly faults: object;
  readonly attempts: number;
}
const leads = () =>
  desk.sql<Stored>('select status, contact_id, owner_id, faults, attempts from vendor_leads order by id');
const contacts = <Row = Record<string, unknown>>() => desk.sql<Row>('select * from contacts order by id');

test('a lead becomes a contact of the key’s user, with its vendor, consents and note, and the owner is told', async () => {
  const answer = await desk.send({
    external_id: 'LH-1',
    lead: { ...JANE, state: 'texas', zip_code: '2101', dob: '03/14/1957', gender: 'F' },
    note: 'Asked about Plan G.',
    consents: [
      {
        channel: 'call',
        automated: true,
        words: 'You may call me.',
        given_at: '2026-01-05T15:00:00Z',
        url: 'https://cert.example/1',
      },
    ],
  });

  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual({ id: expect.any(Number), external_id: 'LH-1', status: 'accepted' });
  const { agent } = desk.it.world.people;
  expect(await contacts()).toMatchObject([
    {
      owner_id: agent.id,
      api_vendor_id: desk.vendorId,
      first_name: 'Jane',
      phone: '+15125550142',
      state: 'TX',
      zip_code: '02101',
      gender: 'female',
      type: 'lead',
      source: 'Lead Harbor',
    },
  ]);
  expect(await desk.sql('select channel, purpose, source, evidence, given_at from contact_consents')).toEqual([
    {
      channel: 'call',
      purpose: 'automated',
      source: 'form',
      evidence: 'Sent by Lead Harbor, https://cert.example/1: “You may call me.”',
      given_at: new Date('2026-01-05T15:00:00Z'),
    },
  ]);
  expect(await desk.sql('select body from notes')).toEqual([{ body: 'Asked about Plan G.' }]);
  expect(await desk.sql('select user_id, title from notifications')).toEqual([
    { user_id: agent.id, title: 'New lead from Lead Harbor: Jane Okafor' },
  ]);
});

test('the same lead sent again, also many times in parallel, is one', async () => {
  const body = { external_id: 'LH-2', lead: JANE };

  const answers = await Promise.all([1, 2, 3, 4].map(() => desk.send(body)));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body: { data } }) => data.id)).size).toBe(1);
  expect(await contacts()).toHaveLength(1);
  expect(await desk.sql('select from notifications')).toHaveLength(1);
});

test('someone known is a duplicate of their contact, whoever owns it; the same number with another name is not', async () => {
  await desk.send({ lead: JANE });
  await desk.sql('update contacts set owner_id = $1', [desk.it.world.people.peer.id]);

  const again = await desk.send({ lead: { ...JANE, first_name: 'JANE' } });
  const husband = await desk.send({ lead: { ...JANE, first_name: 'Harold', email: '' } });

  expect([again.body.data.status, husband.body.data.status]).toEqual(['duplicate', 'accepted']);
  const [jane] = await contacts<{ id: number }>();
  expect(await leads()).toMatchObject([{ contact_id: jane?.id }, { contact_id: jane?.id }, { status: 'accepted' }]);
  expect(await desk.sql('select title from notifications where user_id = $1', [desk.it.world.people.peer.id])).toEqual([
    { title: 'Lead Harbor sent Jane Okafor again' },
  ]);
});

test('what can’t be a contact is kept with its reasons, and the vendor hears them', async () => {
  const answer = await desk.send({ external_id: 'LH-3', lead: { ...JANE, phone: '12', dob: 'soon' } });

  expect(answer.status).toBe(422);
  const errors = {
    'lead.phone': ['Send a phone number like 512-555-0142.'],
    'lead.dob': ['Send a birth date like 1957-03-14.'],
  };
  expect(answer.body.errors).toEqual(errors);
  expect(await leads()).toMatchObject([{ status: 'refused', contact_id: null, faults: errors, attempts: 1 }]);
  expect(await contacts()).toEqual([]);
});

test('a refused lead that is repeated with its key gets the same answer, and is kept once', async () => {
  const body = { lead: { ...JANE, phone: '12' } };
  const headers = { 'idempotency-key': 'lead-of-jane' };

  const [first, second] = [await desk.send(body, headers), await desk.send(body, headers)];

  expect([first.status, second.status]).toEqual([422, 422]);
  expect(second.body).toEqual(first.body);
  expect(await leads()).toMatchObject([{ status: 'refused', attempts: 1 }]);
});

test('a vendor doesn’t lift an opt-out that stands', async () => {
  await desk.send({ lead: JANE });
  await desk.sql(
    `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at, created_at)
     select account_id, id, 'text', 'withdrawn', 'any', 'Asked to stop.', 'asked', now() - interval '1 day', now() from contacts`,
  );

  const given_at = '2026-01-05T15:00:00Z';
  await desk.send({
    lead: JANE,
    consents: [
      { channel: 'text', automated: true, words: 'Text me.', given_at },
      { channel: 'call', words: 'Call me.', given_at },
    ],
  });

  expect(await desk.sql(`select channel from contact_consents where kind = 'given'`)).toEqual([{ channel: 'call' }]);
});

test('a corrected lead with the same id takes the place of the refused one', async () => {
  await desk.send({ external_id: 'LH-4', lead: { ...JANE, phone: '12' } });

  const answer = await desk.send({ external_id: 'LH-4', lead: JANE });

  expect(answer.body.data.status).toBe('accepted');
  expect(await leads()).toMatchObject([{ status: 'accepted', faults: {}, attempts: 2 }]);
});

test('a fault of the server is kept as failed, and nothing half done stays', async () => {
  await desk.sql('alter table notifications add constraint broken check (title not like $$New lead%$$)');
  try {
    expect((await desk.send({ lead: JANE })).status).toBe(500);
  } finally {
    await desk.sql('alter table notifications drop constraint broken');
  }

  expect(await leads()).toMatchObject([{ status: 'failed', contact_id: null }]);
  expect(await contacts()).toEqual([]);
});

test('users of the vendor’s list get leads in turn, and those who left are passed over', async () => {
  const { agent, peer, manager } = desk.it.world.people;
  await desk.admin.call(apiVendors.update, {
    params: { id: desk.vendorId },
    body: { lead_user_ids: [peer.id, manager.id, agent.id] },
  });
  await desk.sql('update users set active = false where id = $1', [manager.id]);
  try {
    for (const name of ['Ada', 'Bea', 'Cleo', 'Dora']) await desk.send({ lead: { first_name: name } });
  } finally {
    await desk.sql('update users set active = true where id = $1', [manager.id]);
  }

  expect((await leads()).map(({ owner_id: owner }) => owner)).toEqual([peer.id, agent.id, peer.id, agent.id]);
});

test('an unknown user can’t be in the vendor’s list', async () => {
  const { status, body } = await desk.admin.call(apiVendors.update, {
    params: { id: desk.vendorId },
    body: { lead_user_ids: [999_999] },
  });

  expect([status, body]).toMatchObject([422, { errors: { lead_user_ids: ['One of these users no longer exists.'] } }]);
});

test('a key without a vendor, and a browser, can’t send leads', async () => {
  await desk.sql('update api_keys set api_vendor_id = null');

  expect((await desk.send({ lead: JANE })).status).toBe(403);
  expect((await desk.admin.call(receiveLead, { body: { lead: JANE } })).status).toBe(403);
  expect(await leads()).toEqual([]);
});

test('no consent is younger than the lead that brings it', async () => {
  await desk.send({
    lead: JANE,
    consents: [{ channel: 'text', words: 'Text me.', given_at: '2199-01-01T00:00:00Z' }],
  });

  const [row] = await desk.sql<{ late: boolean }>(
    'select c.given_at > l.received_at as late from contact_consents c, vendor_leads l',
  );
  expect(row).toEqual({ late: false });
});

const limit = (body: object) => desk.admin.call(updateTrackedKey, { params: { id: desk.keyId }, body });

test('a key works from its networks only', async () => {
  expect((await limit({ networks: ['198.51.100.0/24'] })).status).toBe(200);
  expect((await desk.send({ lead: JANE })).status).toBe(401);

  expect((await limit({ networks: ['198.51.100.0/24', '127.0.0.1', '::1'] })).status).toBe(200);
  expect((await desk.send({ lead: JANE })).status).toBe(200);

  const { status, body } = await limit({ networks: ['everywhere'] });
  expect([status, body]).toMatchObject([
    422,
    { errors: { networks: [expect.stringContaining('Enter an IP address')] } },
  ]);
});

test('a key has a minute of its own', async () => {
  await limit({ per_minute: 2 });

  // The minute may end once between them.
  const answers = [];
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Eva'])
    answers.push(await desk.send({ lead: { first_name: name } }));

  expect(answers.map(({ status }) => status)).toContain(429);
  expect(new Set(answers.map(({ headers }) => headers['ratelimit-limit']))).toEqual(new Set(['2']));
  expect(await leads()).toHaveLength(answers.filter(({ status }) => status === 200).length);
});
