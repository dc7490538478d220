import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContact } from '#contract/contacts.contract.ts';
import { updateLinkedContact } from '#contract/contacts/person.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let agent: Client;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
});
afterAll(() => office.close());

const add = (last_name: string, more: object = {}) => office.add({ owner: 'agent', last_name, ...more });
const link = (id: number, to: number | null, client = agent) =>
  client.call(updateLinkedContact, { params: { id }, body: { linked_contact_id: to } });
const linkOf = async (id: number) =>
  (await agent.call(readContact, { params: { id } })).body.data.linked_contact?.id ?? null;
const actionsOf = async (id: number) => {
  const { rows } = await office.owner.query<{ action: string; detail: object }>(
    `select action, detail from audit_log where subject_type = 'contact' and subject_id = $1 order by id`,
    [id],
  );
  return rows;
};

describe('a link', () => {
  test('exists on both sides, with a version and an audit row for each', async () => {
    const [ada, ben] = [await add('Ada'), await add('Ben')];

    const { body } = await link(ada, ben);

    expect(body.data).toMatchObject({ linked_contact: { id: ben, name: 'Ben' }, version: 2 });
    expect([await linkOf(ben), await actionsOf(ada), await actionsOf(ben)]).toEqual([
      ada,
      [{ action: 'contact.linked', detail: { contact_id: ben, version: 2 } }],
      [{ action: 'contact.linked', detail: { contact_id: ada, version: 2 } }],
    ]);
  });

  test('is taken away from either side on both', async () => {
    const [ada, ben] = [await add('Ada'), await add('Ben')];
    await link(ada, ben);

    await link(ben, null);

    expect([await linkOf(ada), await linkOf(ben)]).toEqual([null, null]);
    expect((await actionsOf(ada)).at(-1)).toEqual({
      action: 'contact.unlinked',
      detail: { contact_id: ben, version: 3 },
    });
  });

  test('to another contact frees the previous partner', async () => {
    const [ada, ben, cleo] = [await add('Ada'), await add('Ben'), await add('Cleo')];
    await link(ada, ben);

    await link(ada, cleo);

    expect([await linkOf(ada), await linkOf(ben), await linkOf(cleo)]).toEqual([cleo, null, ada]);
  });

  test('that already exists changes nothing', async () => {
    const [ada, ben] = [await add('Ada'), await add('Ben')];
    await link(ada, ben);

    expect((await link(ada, ben)).body.data.version).toBe(2);
  });

  test('is one of two concurrent ones, whichever is first', async () => {
    const [ada, ben, cleo] = [await add('Ada'), await add('Ben'), await add('Cleo')];

    const answers = await Promise.all([link(ada, cleo), link(ben, cleo)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = answers[0].status === 200 ? ada : ben;
    expect(await linkOf(cleo)).toBe(winner);
  });
});

describe('no link', () => {
  test('is made with itself', async () => {
    const ada = await add('Ada');
    const { status, body } = await link(ada, ada);

    expect([status, body]).toEqual([409, expect.objectContaining({ error: "A contact can't be linked with itself." })]);
  });

  test('with an invisible or unknown contact is refused in the same words', async () => {
    const ada = await add('Ada');
    const foreign = await office.add({ owner: 'peer', last_name: 'Foreign' });

    const [unseen, unknown] = [await link(ada, foreign), await link(ada, 999_999_999)];

    expect([unseen.status, unknown.status]).toEqual([422, 422]);
    expect(unseen.body).toMatchObject({ errors: { linked_contact_id: ['Contact not found.'] } });
    expect(unknown.body).toMatchObject({ errors: { linked_contact_id: ['Contact not found.'] } });
  });

  test('is made with or from a deleted contact', async () => {
    const [ada, gone] = [await add('Ada'), await add('Gone', { deleted_at: '2026-01-01T00:00:00Z' })];

    expect([(await link(ada, gone)).status, (await link(gone, ada)).status]).toEqual([409, 409]);
  });

  test('takes a partner away from another contact', async () => {
    const [ada, ben, cleo] = [await add('Ada'), await add('Ben'), await add('Cleo')];
    await link(ada, ben);

    const { status } = await link(cleo, ben);

    expect([status, await linkOf(ben), await linkOf(cleo)]).toEqual([409, ada, null]);
  });

  test("names a contact that the caller can't see", async () => {
    const ada = await add('Ada');
    const foreign = await office.add({ owner: 'peer', last_name: 'Foreign' });
    await link(ada, foreign, await office.signIn('admin'));

    expect(await linkOf(ada)).toBeNull();
  });
});
