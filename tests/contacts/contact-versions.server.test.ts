import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContact, readContact, updateContact } from '#contract/contacts.contract.ts';
import { quickUpdateContact } from '#contract/contacts/person.contract.ts';
import { createTag } from '#contract/tags.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let agent: Client;
let manager: Client;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
  manager = await office.signIn('manager');
});
afterAll(() => office.close());

const create = async (contact: object = {}) =>
  (await agent.call(createContact, { body: { contact: { last_name: 'Lopez', city: 'Austin', ...contact } } })).body
    .data;
const write = (client: Client, id: number, contact: object, version?: number) =>
  client.call(updateContact, {
    params: { id },
    query: { not_remove_new_tag: 'true' },
    body: { contact, ...(version === undefined ? {} : { version }) },
  });
const read = async (id: number) => (await agent.call(readContact, { params: { id } })).body.data;

describe('an older version', () => {
  test('succeeds when someone has changed other fields since, and both changes stay', async () => {
    const { id } = await create();
    await write(manager, id, { city: 'Dallas' }, 1);

    const late = await write(agent, id, { company: 'Lopez & Co' }, 1);

    expect([late.status, await read(id)]).toEqual([
      200,
      expect.objectContaining({ city: 'Dallas', company: 'Lopez & Co', version: 3 }),
    ]);
  });

  test('is refused under the fields alone that both have changed', async () => {
    const { id } = await create();
    await write(manager, id, { city: 'Dallas' }, 1);

    const late = await write(agent, id, { city: 'Waco', company: 'Lopez & Co' }, 1);

    expect([late.status, late.body]).toEqual([
      409,
      expect.objectContaining({ code: 'contact_changed', errors: { city: ['Someone changed this to “Dallas”.'] } }),
    ]);
    expect(await read(id)).toMatchObject({ company: '' });
  });

  test('goes through when the same field was changed before it, not after', async () => {
    const { id } = await create();
    await write(manager, id, { city: 'Dallas' }, 1);
    await write(manager, id, { state: 'NM' }, 2);

    expect((await write(agent, id, { city: 'Waco' }, 2)).status).toBe(200);
  });

  test('is refused when a version since says nothing of what it changed', async () => {
    const { id } = await create();
    await office.owner.query('update contacts set version = version + 1 where id = $1', [id]);

    expect((await write(agent, id, { company: 'Lopez & Co' }, 1)).status).toBe(409);
  });
});

describe('a quick update', () => {
  const quick = (id: number, body: object) => agent.call(quickUpdateContact, { params: { id }, body });

  test('changes fields and tags in one version, each with its audit row', async () => {
    const tag = (await agent.call(createTag, { body: { name: 'Hot' } })).body.data;
    const { id } = await create();

    const { body } = await quick(id, {
      contact: { type: 'client', category: 'Medicare', follow_up_on: '2026-12-01', follow_up_note: 'Card' },
      tag_ids: [tag.id],
    });

    expect(body.data).toMatchObject({
      type: 'client',
      category: 'Medicare',
      follow_up_on: '2026-12-01',
      follow_up_note: 'Card',
      tags: [tag],
      version: 2,
    });
    const { rows } = await office.owner.query<object>(
      `select action, detail from audit_log where subject_type = 'contact' and subject_id = $1 and action <> 'contact.created' order by id`,
      [id],
    );
    expect(rows).toEqual([
      {
        action: 'contact.updated',
        detail: { fields: ['type', 'category', 'follow_up_on', 'follow_up_note'], version: 2 },
      },
      { action: 'contact.tagged', detail: { added: [tag.id], removed: [], version: 2 } },
    ]);
  });

  test('takes no other field', async () => {
    const { id } = await create();

    expect((await quick(id, { contact: { last_name: 'Smith' } })).status).toBe(422);
  });

  test.each([
    [{ contact: { status_id: 999_999 } }, 422],
    [{ contact: { agentflow_status_id: 999_999 } }, 422],
    [{ contact: { group_id: 999_999 } }, 422],
    [{ tag_ids: [999_999] }, 422],
    [{}, 200],
  ])('of %j answers %i', async (body, status) => {
    const { id } = await create();

    expect((await quick(id, body)).status).toBe(status);
    expect((await read(id)).version).toBe(1);
  });

  test('changes no invisible and no deleted contacts', async () => {
    const foreign = await office.add({ owner: 'peer', last_name: 'Foreign' });
    const gone = await office.add({ owner: 'agent', last_name: 'Gone', deleted_at: '2026-01-01T00:00:00Z' });
    const body = { contact: { type: 'client' } };

    expect([(await quick(foreign, body)).status, (await quick(gone, body)).status]).toEqual([404, 409]);
  });
});

describe('the tag New', () => {
  const arrive = async () => {
    const fresh = (await agent.call(createTag, { body: { name: 'New' } })).body.data;
    const hot = (await agent.call(createTag, { body: { name: 'Hot' } })).body.data;
    const id = await office.add({ owner: 'agent', last_name: 'Lead', tag_ids: [fresh.id, hot.id] });
    return { id, fresh, hot };
  };
  const tagsOf = async (id: number) => (await read(id)).tags.map(({ name }) => name);

  test('stays while a contact is read', async () => {
    const { id } = await arrive();
    await read(id);

    expect(await tagsOf(id)).toEqual(['Hot', 'New']);
  });

  test('goes with the first change, which may be empty, in a version of its own', async () => {
    const { id, fresh } = await arrive();

    const { body } = await agent.call(updateContact, { params: { id }, body: { contact: {} } });

    expect([body.data.tags.map(({ name }) => name), body.data.version]).toEqual([['Hot'], 2]);
    const { rows } = await office.owner.query<object>(
      `select action, detail from audit_log where subject_type = 'contact' and subject_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ action: 'contact.tagged', detail: { added: [], removed: [fresh.id], version: 2 } }]);
  });

  test('stays with not_remove_new_tag', async () => {
    const { id } = await arrive();
    await write(agent, id, { city: 'Waco' });

    expect(await tagsOf(id)).toEqual(['Hot', 'New']);
  });

  test('stays with a quick update, which opens nothing', async () => {
    const { id } = await arrive();
    await agent.call(quickUpdateContact, { params: { id }, body: { contact: { type: 'client' } } });

    expect(await tagsOf(id)).toEqual(['Hot', 'New']);
  });
});
