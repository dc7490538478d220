import { beforeAll, expect, test } from 'vitest';
import { createContact, updateContact } from '#contract/contacts.contract.ts';
import * as reference from '#contract/reference.contract.ts';
import { referenceJobs } from '../../server/features/reference/reference.jobs.ts';
import type { Client, TestApp } from '../_api/app.ts';
import { type Also, describeResource, openOffice } from '../_matrix/describe-resource.ts';
import { RESOURCES } from '../_matrix/resources.ts';

const office = openOffice();
let it: TestApp;
let chief: Client;
let agent: Client;
let stranger: Client;
let ownUnit: number;
let otherUnit: number;

beforeAll(async () => {
  ({ it, chief, agent, stranger } = office());
  ownUnit = it.world.people.agent.businessUnitId;
  const { rows } = await it.owner.query<{ id: number }>(
    `insert into business_units (account_id, number, name) values ($1, 'B7', 'Far away') returning id`,
    [it.world.accountId],
  );
  otherUnit = rows[0]?.id ?? 0;
});

const addStatus = async (name: string, more: { position?: number; business_unit_id?: number } = {}) =>
  (await chief.call(reference.statuses.create, { body: { name, ...more } })).body.data;
const statusesOf = async (client: Client) =>
  (await client.call(reference.listStatuses)).body.data.map((status) => status.name);

test('statuses are offered in their order: those of the account and of the own business unit', async () => {
  await addStatus('Second', { position: 2 });
  await addStatus('First', { position: 1 });
  await addStatus('Ours', { position: 3, business_unit_id: ownUnit });
  await addStatus('Theirs', { position: 4, business_unit_id: otherUnit });

  expect(await statusesOf(agent)).toEqual(['First', 'Second', 'Ours']);
  expect(await statusesOf(stranger)).toEqual([]);
});

test('the list of an administrator has every unit, or the one that is named', async () => {
  const all = await chief.call(reference.statuses.list);
  const theirs = await chief.call(reference.statuses.list, { query: { business_unit_id: otherUnit } });

  expect(all.body.data.map(({ name }) => name)).toEqual(['First', 'Second', 'Ours', 'Theirs']);
  expect(theirs.body.data.map(({ name }) => name)).toEqual(['First', 'Second', 'Theirs']);
});

test('a row of another business unit is not there, and who leads a unit leaves those of the account as they are', async () => {
  const theirs = await addStatus('Far off', { business_unit_id: otherUnit });
  const everybodys = await addStatus('Everywhere');
  await it.owner.query(`update users set roles = '{bu_admin}' where username = 'manager'`);
  const lead = await it.signIn('manager');
  const rename = (id: number) => lead.call(reference.statuses.update, { params: { id }, body: { name: 'Mine' } });

  const answers = [
    await agent.call(reference.statuses.read, { params: { id: theirs.id } }),
    await rename(theirs.id),
    await rename(everybodys.id),
    await lead.call(reference.statuses.create, { body: { name: 'Of my unit' } }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 403, 200]);
  expect(answers[3]?.body.data.business_unit_id).toBe(ownUnit);
});

test('a name that another row of the same place has is refused by field, whatever its capitals', async () => {
  await addStatus('Taken');

  const twice = await chief.call(reference.statuses.create, { body: { name: ' tAKEN ' } });
  const elsewhere = await chief.call(reference.statuses.create, { body: { name: 'Taken', business_unit_id: ownUnit } });

  expect([twice.status, twice.body]).toMatchObject([
    422,
    { errors: { name: ['A status with this name already exists.'] } },
  ]);
  expect(elsewhere.status).toBe(200);
});

test('a contact takes no status of another account and no group that is gone', async () => {
  const theirs = await it.owner.query<{ id: number }>(
    `insert into statuses (account_id, name) select account_id, 'Foreign' from users where username = 'stranger' returning id`,
  );
  const { body } = await agent.call(createContact, { body: { contact: { last_name: 'Choice' } } });
  const set = (contact: object) => agent.call(updateContact, { params: { id: body.data.id }, body: { contact } });

  const answers = [await set({ status_id: theirs.rows[0]?.id }), await set({ group_id: 999_999 })];

  expect(answers.map(({ status, body: said }) => [status, (said as unknown as { errors: unknown }).errors])).toEqual([
    [422, { status_id: ['This status no longer exists.'] }],
    [422, { group_id: ['This group no longer exists.'] }],
  ]);
});

test('agentflow statuses come by group, and a group with statuses stays', async () => {
  const group = async (name: string, position: number) =>
    (await chief.call(reference.agentflowStatusGroups.create, { body: { name, position } })).body.data;
  const [later, sooner] = [await group('Later', 2), await group('Sooner', 1)];
  const add = (name: string, agentflow_status_group_id: number | null) =>
    chief.call(reference.agentflowStatuses.create, { body: { name, agentflow_status_group_id } });
  await add('Close', later.id);
  await add('Open', sooner.id);
  await add('Loose', null);

  const { body } = await agent.call(reference.listAgentflowStatuses);
  const refused = await chief.call(reference.agentflowStatusGroups.remove, { params: { id: later.id } });

  expect(body.data.map(({ name, agentflow_status_group }) => [name, agentflow_status_group?.name])).toEqual([
    ['Loose', undefined],
    ['Open', 'Sooner'],
    ['Close', 'Later'],
  ]);
  expect((refused.body as unknown as { error: string }).error).toBe(
    '1 agentflow status uses this agentflow status group. Turn it off instead: the agentflow status will keep the agentflow status group.',
  );
});

test('an agentflow status takes no group of another business unit', async () => {
  const { body } = await chief.call(reference.agentflowStatusGroups.create, {
    body: { name: 'Far', business_unit_id: otherUnit },
  });

  const refused = await chief.call(reference.agentflowStatuses.create, {
    body: { name: 'Mixed', agentflow_status_group_id: body.data.id, business_unit_id: ownUnit },
  });

  expect(refused.body).toMatchObject({
    errors: { agentflow_status_group_id: ['Agentflow status group not found.'] },
  });
});

test('contacts follow the new name of their source, deleted ones too, and others stay as they are', async () => {
  const source = (await chief.call(reference.sources.create, { body: { name: 'Radio' } })).body.data;
  const add = async (from: string) =>
    (await agent.call(createContact, { body: { contact: { last_name: from, source: from } } })).body.data.id;
  const [followed, deleted, other] = [await add('Radio'), await add('Radio'), await add('Television')];
  await it.owner.query('update contacts set deleted_at = now() where id = $1', [deleted]);

  await chief.call(reference.sources.update, { params: { id: source.id }, body: { name: 'Local radio' } });
  const { rows: open } = await it.owner.query<{ id: number }>('select id from reference_renames');
  const data = { accountId: it.world.accountId, renameId: open[0]?.id ?? 0 };
  await referenceJobs(it.deps)['reference.rename'](data, new AbortController().signal);

  const { rows } = await it.owner.query('select source from contacts where id = any($1) order by id', [
    [followed, deleted, other],
  ]);
  expect(rows.map((row: { source: string }) => row.source)).toEqual(['Local radio', 'Local radio', 'Television']);
  expect((await it.owner.query('select from reference_renames')).rowCount).toBe(0);
});

test('of two renames behind each other the last word wins, whichever job comes first', async () => {
  const source = (await chief.call(reference.sources.create, { body: { name: 'Aa' } })).body.data;
  const contact = await agent.call(createContact, { body: { contact: { last_name: 'Twice', source: 'Aa' } } });
  const rename = (name: string) => chief.call(reference.sources.update, { params: { id: source.id }, body: { name } });
  await rename('Bb');
  await rename('Cc');

  const { rows } = await it.owner.query<{ id: number }>('select id from reference_renames order by id desc');
  for (const { id: renameId } of rows) {
    const data = { accountId: it.world.accountId, renameId };
    await referenceJobs(it.deps)['reference.rename'](data, new AbortController().signal);
  }

  const stored = await it.owner.query('select source from contacts where id = $1', [contact.body.data.id]);
  expect(stored.rows).toEqual([{ source: 'Cc' }]);
});

test('a vendor that only an import names stays for its history', async () => {
  const { body } = await chief.call(reference.apiVendors.create, { body: { vendor_name: 'Historic' } });
  const { accountId, people } = it.world;
  await it.owner.query(
    `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key, api_vendor_id)
     values ($1, $2, $2, $2, 'a.csv', 1, 'key', $3)`,
    [accountId, people.agent.id, body.data.id],
  );

  const refused = await chief.call(reference.apiVendors.remove, { params: { id: body.data.id } });

  expect([refused.status, (refused.body as unknown as { error: string }).error]).toEqual([
    409,
    "This lead vendor is still used in history, so it's kept.",
  ]);
});

const inUse = (one: string) => `1 contact uses this ${one}. Turn it off instead: the contact will keep the ${one}.`;

/** A contact takes the row, whose removal is refused then. */
const byContact = (column: string, one: string, value = '$1'): Also => ({
  use: async ({ owner }, id) => {
    await owner.query(
      `insert into contacts (account_id, number, business_unit_id, owner_id, last_name, ${column})
       select account_id, (select max(number) + 1 from contacts c where c.account_id = u.account_id), business_unit_id, id,
         'Using', ${value}
       from users u where username = 'agent'`,
      [id],
    );
    return inUse(one);
  },
});

describeResource(office, RESOURCES.groupChoice, { ...byContact('group_id', 'group'), twice: 'answers' });
describeResource(office, RESOURCES.status, byContact('status_id', 'status'));
describeResource(office, RESOURCES.flowStatus, byContact('agentflow_status_id', 'agentflow status'));
describeResource(office, RESOURCES.flowGroup);
describeResource(office, RESOURCES.source, byContact('source', 'source', '(select name from sources where id = $1)'));
describeResource(
  office,
  RESOURCES.category,
  byContact('category', 'category', '(select title from categories where id = $1)'),
);
describeResource(office, RESOURCES.apiVendor, byContact('api_vendor_id', 'lead vendor'));
