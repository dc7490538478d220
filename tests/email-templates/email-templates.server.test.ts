import { beforeAll, describe, expect, test } from 'vitest';
import { createContact } from '#contract/contacts.contract.ts';
import { broadcastEmails } from '#contract/email-templates.contract.ts';
import type { Client } from '../_api/app.ts';
import { describeResource, openOffice } from '../_matrix/describe-resource.ts';
import { RESOURCES } from '../_matrix/resources.ts';

const office = openOffice();
describeResource(office, RESOURCES.emailTemplate);

let number = 0;
const create = (fields: object = {}) => {
  const body = { name: `Template ${(number += 1)}`, subject: 'Your review', body: 'Hello {{ first_name }}', ...fields };
  return office().chief.call(broadcastEmails.create, { body });
};
const add = async (fields: object = {}) => (await create(fields)).body.data;
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: object }).errors;
const namesOf = async (client: Client) =>
  (await client.call(broadcastEmails.choices)).body.data.map(({ name }) => name);
const contactOf = async (client: Client, contact: object) =>
  (await client.call(createContact, { body: { contact } })).body.data;
const preview = (body: object, client = office().chief) =>
  client.call(broadcastEmails.preview, { body: { subject: 'Hi', body: 'Hello', format: 'text', ...body } as never });

describe('a template', () => {
  test.each([
    [
      'subject',
      { subject: 'For {{ frist_name }}' },
      'Line 1: unknown merge field “frist_name”. Did you mean {{ first_name }}?',
    ],
    ['body', { body: 'Dear {{ first_name' }, "Line 1: a merge field isn't closed with }}."],
    ['body', { body: '{% for x in y %}{% endfor %}' }, 'Line 1: there is no "for" here.'],
    [
      'body',
      { body: 'https://example' },
      'Line 1: the link “https://example” is broken. Start it with https:// and a full host.',
    ],
    ['subject', { subject: '\u0007' }, 'Enter a subject.'],
    ['body', { body: '\u0007' }, 'Enter the text of the e-mail.'],
  ])('with a wrong %s is refused there: %j', async (field, fields, message) => {
    const { status, ...refused } = await create(fields);

    expect([status, errorsOf(refused)]).toEqual([422, { [field]: [message] }]);
  });

  test('is checked when it is changed, and can be turned off whatever it says', async () => {
    const { id } = await add();
    const update = (body: object) => office().chief.call(broadcastEmails.update, { params: { id }, body });

    const refused = await update({ body: '{{ nope }}' });
    await office().it.owner.query(`update email_templates set body = '{{ nope }}' where id = $1`, [id]);
    const off = await update({ active: false });

    expect([refused.status, Object.keys(errorsOf(refused))]).toEqual([422, ['body']]);
    expect([off.status, off.body.data.active]).toEqual([200, false]);
  });

  test('that only warns is saved', async () => expect((await create({ body: 'Act now!!' })).status).toBe(200));

  test('is offered to agents while it is active, and to its own unit', async () => {
    const { agent, it } = office();
    const ours = await add({ business_unit_id: it.world.people.agent.businessUnitId });
    const off = await add({ active: false });

    const names = await namesOf(agent);

    expect(names).toContain(ours.name);
    expect(names).not.toContain(off.name);
    expect(await namesOf(office().stranger)).not.toContain(ours.name);
  });
});

describe('a bulk update', () => {
  const bulk = (ids: readonly number[], active: boolean) =>
    office().chief.call(broadcastEmails.bulkUpdate, { body: { ids: [...ids], active } });

  test('turns several off, each with its audit row', async () => {
    const [first, second] = [await add(), await add()];

    const { body } = await bulk([second.id, first.id, first.id], false);

    expect(body.data.map(({ id, active }) => [id, active])).toEqual([
      [first.id, false],
      [second.id, false],
    ]);
    const { rows } = await office().it.owner.query<{ n: number }>(
      `select count(*)::int as n from audit_log where action = 'email_template.updated' and subject_id = any($1)`,
      [[first.id, second.id]],
    );
    expect(rows[0]?.n).toBe(2);
  });

  test('changes none when one is unknown', async () => {
    const { id } = await add();

    const { status } = await bulk([id, 999_999], false);

    expect(status).toBe(404);
    expect((await office().chief.call(broadcastEmails.read, { params: { id } })).body.data.active).toBe(true);
  });
});

describe('a preview', () => {
  let contact: { id: number };
  beforeAll(async () => {
    contact = await contactOf(office().chief, { first_name: 'Ana <b>', last_name: "O'Neil", city: 'Austin' });
  });

  test('shows what the contact would get', async () => {
    const { body } = await preview({ subject: 'For {{ first_name }}', body: 'In {{ city }}', contact_id: contact.id });

    expect(body.data).toEqual({
      contact: { id: contact.id, name: "Ana <b> O'Neil" },
      email: { subject: 'For Ana <b>', text: 'In Austin', html: null },
      notes: [],
    });
  });

  test('of HTML escapes values, and keeps only what an e-mail may have', async () => {
    const written =
      '<p onclick="x()">{{ first_name }}</p><script>x()</script><img src="https://example.com/a.png" alt="A" onerror="x()">' +
      '<img src="http://example.com/b.png" alt="B">';

    const { body } = await preview({ format: 'html', body: written, contact_id: contact.id });

    expect(body.data.email).toEqual({
      subject: 'Hi',
      text: 'Ana <b>',
      html: '<p>Ana &lt;b&gt;</p><img src="https://example.com/a.png" alt="A" />',
    });
  });

  test('without a contact takes the newest that the user sees', async () => {
    const newest = await contactOf(office().chief, { first_name: 'New', last_name: 'Person' });

    expect((await preview({})).body.data.contact).toEqual({ id: newest.id, name: 'New Person' });
  });

  test('of an error shows the notes alone', async () => {
    const { body } = await preview({ body: '{{ nope }}', contact_id: contact.id });

    expect(body.data.email).toBeNull();
    expect(body.data.notes).toEqual([
      { field: 'body', severity: 'error', message: 'Line 1: unknown merge field “nope”.' },
    ]);
  });

  test('of a contact of another account is refused', async () =>
    expect((await preview({ contact_id: contact.id }, office().stranger)).status).toBe(404));
});

describe('a filled template', () => {
  const fill = (id: number, email: number, client = office().agent) =>
    client.call(broadcastEmails.fill, { params: { id }, query: { email_id: email } });

  test('has the values of the contact and of the agent', async () => {
    const template = await add({ subject: 'Hi {{ first_name }}', body: '<p>From {{ my_name }}</p>', format: 'html' });
    const { id } = await contactOf(office().agent, { first_name: 'Bo', last_name: 'Diaz' });

    const { body } = await fill(id, template.id);

    expect(body.data.subject).toBe('Hi Bo');
    expect(body.data.text).toMatch(/^From \S+/);
  });

  test('is not found once it is off, nor for a contact that they do not see', async () => {
    const [on, off] = [await add(), await add({ active: false })];
    const own = await contactOf(office().agent, { last_name: 'Own' });
    const other = await contactOf(office().chief, { last_name: 'Other' });

    expect([(await fill(own.id, on.id)).status, (await fill(own.id, off.id)).status]).toEqual([200, 404]);
    expect((await fill(other.id, on.id)).status).toBe(404);
  });
});
