import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContact, readContact, updateContact, updateTagsOfContact } from '#contract/contacts.contract.ts';
import { createTag } from '#contract/tags.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let agent: Client;
let peer: Client;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
  peer = await office.signIn('peer');
});
afterAll(() => office.close());

/** Audit entries of a contact, newest first. */
async function traces(id: number) {
  const audit = await office.owner.query<{ action: string; actor_id: number; detail: unknown }>(
    `select action, actor_id, detail from audit_log where subject_type = 'contact' and subject_id = $1 order by id desc`,
    [id],
  );
  const events = await office.owner.query<{ stream: string; body: unknown }>(
    `select stream, body from events where body->'ids' @> to_jsonb($1::bigint) order by id desc`,
    [id],
  );
  return { audit: audit.rows, events: events.rows };
}

async function create(contact: Record<string, unknown> = { first_name: 'Ana', last_name: 'Lopez', city: 'Austin' }) {
  const { status, body } = await agent.call(createContact, { body: { contact } });
  expect(status).toBe(200);
  return body.data;
}

describe('creating', () => {
  test('stores every field in its one form', async () => {
    const contact = await create({
      first_name: '  Ana \t María ',
      last_name: "O'Brien",
      phone: '(512) 555-0142',
      email: 'ana@example.com',
      state: 'texas',
      dob: '1962-01-14',
      gender: 'female',
      type: 'client',
    });

    expect(contact).toMatchObject({
      first_name: 'Ana María',
      last_name: "O'Brien",
      phone: '+15125550142',
      email: 'ana@example.com',
      state: 'TX',
      city: '',
      dob: '1962-01-14',
      gender: 'female',
      type: 'client',
      tags: [],
      owner: { id: agent.person?.id, name: 'Amy Agent' },
      pool: null,
      imported: null,
      version: 1,
      last_touch_at: null,
      deleted_at: null,
    });
  });

  test('numbers contacts one after the other', async () => {
    const [first, second] = [await create(), await create()];

    expect(second.number).toBe(first.number + 1);
    const { body } = await agent.call(readContact, { params: { id: second.number }, query: { by: 'number' } });
    expect(body.data.id).toBe(second.id);
  });

  test('writes the audit row and tells the owner in the same transaction', async () => {
    const { id } = await create();

    const { audit, events } = await traces(id);
    expect(audit).toEqual([{ action: 'contact.created', actor_id: agent.person?.id, detail: {} }]);
    expect(events).toEqual([{ stream: `user:${agent.person?.id}`, body: { type: 'contacts.changed', ids: [id] } }]);
  });

  test.each([
    [{ phone: '12' }, 'phone'],
    [{ last_name: 'x', email: 'ana@' }, 'email'],
    [{ last_name: 'x', dob: '2999-01-01' }, 'dob'],
    [{ city: 'Austin' }, 'last_name'],
  ])('refuses %o under its field', async (contact, field) => {
    const { status, body } = await agent.call(createContact, { body: { contact } });

    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'refused', errors: { [field]: [expect.any(String)] } });
  });

  test('knows numbers of other countries', async () => {
    expect((await create({ phone: '+44 20 7183 8750' })).phone).toBe('+442071838750');
  });

  test('refuses a tag of another account', async () => {
    const stranger = await office.signIn('stranger');
    const theirs = (await stranger.call(createTag, { body: { name: 'Theirs' } })).body.data;

    const { status } = await agent.call(createContact, { body: { contact: { last_name: 'x' }, tag_ids: [theirs.id] } });

    expect(status).toBe(422);
  });
});

describe('changing', () => {
  test('counts the version up, keeps the rest and says what changed', async () => {
    const { id } = await create();

    const { body } = await agent.call(updateContact, {
      params: { id },
      body: { contact: { city: 'Dallas', phone: '512-555-0142' }, version: 1 },
    });

    expect(body.data).toMatchObject({ first_name: 'Ana', city: 'Dallas', phone: '+15125550142', version: 2 });
    const { audit, events } = await traces(id);
    expect(audit[0]).toMatchObject({
      action: 'contact.updated',
      detail: { fields: expect.arrayContaining(['phone', 'city']), version: 2 },
    });
    expect(events).toHaveLength(2);
  });

  test('an older version is refused with what is stored now', async () => {
    const { id } = await create();
    const manager = await office.signIn('manager');
    await manager.call(updateContact, {
      params: { id },
      body: { contact: { city: 'Dallas', first_name: '' }, version: 1 },
    });

    const late = await agent.call(updateContact, {
      params: { id },
      body: { contact: { city: 'Waco', first_name: 'Anna', last_name: 'Lopez' }, version: 1 },
    });

    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      code: 'contact_changed',
      errors: { city: ['Someone changed this to “Dallas”.'], first_name: ['Someone cleared this field.'] },
    });
    expect((await agent.call(readContact, { params: { id } })).body.data).toMatchObject({
      city: 'Dallas',
      version: 2,
    });
  });

  test('what is stored already changes nothing', async () => {
    const { id } = await create();

    const { body } = await agent.call(updateContact, {
      params: { id },
      body: { contact: { city: ' Austin ' }, version: 0 },
    });

    expect(body.data.version).toBe(1);
    expect((await traces(id)).audit).toHaveLength(1);
  });

  test('an empty phone and e-mail mean none', async () => {
    const { id } = await create({ phone: '512-555-0142', email: 'ana@example.com' });

    const { body } = await agent.call(updateContact, {
      params: { id },
      body: { contact: { phone: '', email: '' } },
    });

    expect(body.data).toMatchObject({ phone: null, email: null });
  });

  test('of two concurrent ones with the same version one wins', async () => {
    const { id } = await create();
    const write = (city: string) =>
      agent.call(updateContact, { params: { id }, body: { contact: { city }, version: 1 } });

    const answers = await Promise.all([write('Waco'), write('Plano'), write('Tyler')]);

    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test('notifies the owner when a manager changes it', async () => {
    const { id } = await create();
    const admin = await office.signIn('admin');

    await admin.call(updateContact, { params: { id }, body: { contact: { city: 'Waco' } } });

    expect((await traces(id)).events[0]?.stream).toBe(`user:${agent.person?.id}`);
  });

  test("another owner's contact answers like an unknown one", async () => {
    const { id } = await create();
    const theirs = await peer.call(updateContact, { params: { id }, body: { contact: { city: 'Waco' } } });
    const unknown = await peer.call(updateContact, {
      params: { id: 999_999_999 },
      body: { contact: { city: 'Waco' } },
    });

    expect([theirs.status, unknown.status]).toEqual([404, 404]);
    expect((theirs.body as unknown as { error: string }).error).toBe(
      (unknown.body as unknown as { error: string }).error,
    );
  });

  test('a deleted contact is refused until it is restored', async () => {
    const id = await office.add({ owner: 'agent', last_name: 'Gone', deleted_at: '2026-01-01T00:00:00Z' });

    const { status, body } = await agent.call(updateContact, {
      params: { id },
      body: { contact: { city: 'Waco' } },
    });

    expect([status, body]).toEqual([409, expect.objectContaining({ code: 'conflict' })]);
  });
});

describe('tags of a contact', () => {
  test('are set as a whole, each once, with the difference in the audit log', async () => {
    const tag = async (name: string) => (await agent.call(createTag, { body: { name, color: 'red' } })).body.data;
    const [hot, cold] = [await tag('Hot'), await tag('Cold')];
    const { id } = await create();
    await agent.call(updateTagsOfContact, { body: { contact_id: id, tag_ids: [hot.id] } });

    const { body } = await agent.call(updateTagsOfContact, { body: { contact_id: id, tag_ids: [cold.id, cold.id] } });

    expect([body.data.tags, body.data.version]).toEqual([[cold], 3]);
    expect((await traces(id)).audit[0]).toMatchObject({
      action: 'contact.tagged',
      detail: { added: [cold.id], removed: [hot.id] },
    });
  });

  test('refuses an unknown tag', async () => {
    const { id } = await create();

    const { status, body } = await agent.call(updateTagsOfContact, { body: { contact_id: id, tag_ids: [999_999] } });

    expect([status, body]).toEqual([422, expect.objectContaining({ errors: { tag_ids: [expect.any(String)] } })]);
  });
});

describe('the time of a follow-up', () => {
  const changed = (id: number, contact: Record<string, unknown>) =>
    agent.call(updateContact, { params: { id }, body: { contact } });

  test('goes with its day: without the day it is cleared', async () => {
    const { id } = await create();
    const set = await changed(id, { follow_up_on: '2027-03-01', follow_up_time: '15:30' });
    const cleared = await changed(id, { follow_up_on: null });

    expect([set.body.data.follow_up_time, cleared.body.data.follow_up_on, cleared.body.data.follow_up_time]).toEqual([
      '15:30',
      null,
      null,
    ]);
  });

  test('stays when the day is moved', async () => {
    const { id } = await create();
    await changed(id, { follow_up_on: '2027-03-01', follow_up_time: '15:30' });

    expect((await changed(id, { follow_up_on: '2027-03-02' })).body.data.follow_up_time).toBe('15:30');
  });

  test('is refused without a day, and as anything but a time', async () => {
    const { id } = await create();

    const early = await changed(id, { follow_up_time: '09:00' });
    const odd = await changed(id, { follow_up_on: '2027-03-01', follow_up_time: '25:00' });

    expect([early.status, early.body]).toMatchObject([
      422,
      { errors: { follow_up_time: ['Choose the day of the follow-up first.'] } },
    ]);
    expect([odd.status, odd.body]).toMatchObject([
      422,
      { errors: { 'contact.follow_up_time': ['Enter a time like 9:30 AM.'] } },
    ]);
  });
});
