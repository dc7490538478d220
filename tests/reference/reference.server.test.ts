import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContact, updateContact } from '#contract/contacts.contract.ts';
import * as admin from '#contract/reference/admin.contract.ts';
import * as reference from '#contract/reference.contract.ts';
import { referenceJobs } from '../../server/features/reference/reference.jobs.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let chief: Client;
let agent: Client;
let stranger: Client;
let ownUnit: number;
let otherUnit: number;

beforeAll(async () => {
  it = await openApp();
  [chief, agent, stranger] = [await it.signIn('admin'), await it.signIn('agent'), await it.signIn('stranger')];
  ownUnit = it.world.people.agent.businessUnitId;
  const { rows } = await it.owner.query<{ id: number }>(
    `insert into business_units (account_id, number, name) values ($1, 'B7', 'Far away') returning id`,
    [it.world.accountId],
  );
  otherUnit = rows[0]?.id ?? 0;
});
afterAll(() => it.close());

const addStatus = async (name: string, more: { position?: number; business_unit_id?: number } = {}) =>
  (await chief.call(admin.createAdminStatus, { body: { name, ...more } })).body.data;
const statusesOf = async (client: Client) =>
  (await client.call(reference.listStatuses)).body.data.map((status) => status.name);
const actionsOf = async (thing: string, id: number) =>
  (
    await it.owner.query<{ action: string }>(
      'select action from audit_log where subject_type = $1 and subject_id = $2 order by id',
      [thing, id],
    )
  ).rows.map(({ action }) => action);

test('statuses are offered in their order: those of the account and of the own business unit', async () => {
  await addStatus('Second', { position: 2 });
  await addStatus('First', { position: 1 });
  await addStatus('Ours', { position: 3, business_unit_id: ownUnit });
  await addStatus('Theirs', { position: 4, business_unit_id: otherUnit });

  expect(await statusesOf(agent)).toEqual(['First', 'Second', 'Ours']);
  expect(await statusesOf(stranger)).toEqual([]);
});

test('the list of an administrator has every unit, or the one that is named', async () => {
  const all = await chief.call(admin.listAdminStatuses);
  const theirs = await chief.call(admin.listAdminStatuses, { query: { business_unit_id: otherUnit } });

  expect(all.body.data.map(({ name }) => name)).toEqual(['First', 'Second', 'Ours', 'Theirs']);
  expect(theirs.body.data.map(({ name }) => name)).toEqual(['First', 'Second', 'Theirs']);
});

test('a row of another business unit is not there, and who leads a unit leaves those of the account as they are', async () => {
  const theirs = await addStatus('Far off', { business_unit_id: otherUnit });
  const everybodys = await addStatus('Everywhere');
  await it.owner.query(`update users set roles = '{bu_admin}' where username = 'manager'`);
  const lead = await it.signIn('manager');
  const rename = (id: number) => lead.call(admin.updateAdminStatus, { params: { id }, body: { name: 'Mine' } });

  const answers = [
    await agent.call(admin.readAdminStatus, { params: { id: theirs.id } }),
    await rename(theirs.id),
    await rename(everybodys.id),
    await lead.call(admin.createAdminStatus, { body: { name: 'Of my unit' } }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 403, 200]);
  expect(answers[3]?.body.data.business_unit_id).toBe(ownUnit);
});

test('a row is changed, and what was there before stands in the audit log', async () => {
  const { id } = await addStatus('Hot');

  const changed = await chief.call(admin.updateAdminStatus, {
    params: { id },
    body: { name: 'Warm', color: 'orange' },
  });

  expect(changed.body.data).toEqual({ id, name: 'Warm', color: 'orange', position: 0, business_unit_id: null });
  expect(await actionsOf('status', id)).toEqual(['status.created', 'status.updated']);
});

test('a name that another row of the same place has is refused by field, whatever its capitals', async () => {
  await addStatus('Taken');

  const twice = await chief.call(admin.createAdminStatus, { body: { name: ' tAKEN ' } });
  const elsewhere = await chief.call(admin.createAdminStatus, { body: { name: 'Taken', business_unit_id: ownUnit } });

  expect([twice.status, twice.body]).toMatchObject([422, { errors: { name: ['Another status has this name.'] } }]);
  expect(elsewhere.status).toBe(200);
});

test('a status that contacts have stays, and says how many', async () => {
  const { id } = await addStatus('Used');
  await agent.call(createContact, { body: { contact: { last_name: 'Reyes', status_id: id } } });

  const refused = await chief.call(admin.deleteAdminStatus, { params: { id } });

  expect([refused.status, (refused.body as unknown as { error: string }).error]).toEqual([
    409,
    '1 contact uses this status. Give them another one first.',
  ]);
});

test('a status that nobody has goes', async () => {
  const { id } = await addStatus('Unused');

  const gone = await chief.call(admin.deleteAdminStatus, { params: { id } });

  expect([gone.status, (await chief.call(admin.readAdminStatus, { params: { id } })).status]).toEqual([204, 404]);
  expect(await actionsOf('status', id)).toEqual(['status.created', 'status.deleted']);
});

test('a contact takes no status of another account and no group that is gone', async () => {
  const theirs = await it.owner.query<{ id: number }>(
    `insert into statuses (account_id, name) select account_id, 'Foreign' from users where username = 'stranger' returning id`,
  );
  const { body } = await agent.call(createContact, { body: { contact: { last_name: 'Choice' } } });
  const set = (contact: object) => agent.call(updateContact, { params: { id: body.data.id }, body: { contact } });

  const answers = [await set({ status_id: theirs.rows[0]?.id }), await set({ group_id: 999_999 })];

  expect(answers.map(({ status, body: said }) => [status, (said as unknown as { errors: unknown }).errors])).toEqual([
    [422, { status_id: ['This status does not exist any more.'] }],
    [422, { group_id: ['This group does not exist any more.'] }],
  ]);
});

test('agentflow statuses come by group, and a group with statuses stays', async () => {
  const group = async (name: string, position: number) =>
    (await chief.call(admin.createAdminAgentflowStatusGroup, { body: { name, position } })).body.data;
  const [later, sooner] = [await group('Later', 2), await group('Sooner', 1)];
  const add = (name: string, agentflow_status_group_id: number | null) =>
    chief.call(admin.createAdminAgentflowStatus, { body: { name, agentflow_status_group_id } });
  await add('Close', later.id);
  await add('Open', sooner.id);
  await add('Loose', null);

  const { body } = await agent.call(reference.listAgentflowStatuses);
  const refused = await chief.call(admin.deleteAdminAgentflowStatusGroup, { params: { id: later.id } });

  expect(body.data.map(({ name, agentflow_status_group }) => [name, agentflow_status_group?.name])).toEqual([
    ['Loose', undefined],
    ['Open', 'Sooner'],
    ['Close', 'Later'],
  ]);
  expect((refused.body as unknown as { error: string }).error).toBe(
    '1 agentflow status uses this agentflow status group. Give them another one first.',
  );
});

test('an agentflow status takes no group of another business unit', async () => {
  const { body } = await chief.call(admin.createAdminAgentflowStatusGroup, {
    body: { name: 'Far', business_unit_id: otherUnit },
  });

  const refused = await chief.call(admin.createAdminAgentflowStatus, {
    body: { name: 'Mixed', agentflow_status_group_id: body.data.id, business_unit_id: ownUnit },
  });

  expect(refused.body).toMatchObject({
    errors: { agentflow_status_group_id: ['There is no such agentflow status group.'] },
  });
});

test('anybody adds a group, and twice the same is one', async () => {
  const add = async (name: string) => (await agent.call(reference.createGroup, { body: { name } })).body.data;

  expect(await add('Walk-ins')).toEqual(await add(' WALK-INS'));
});

test('an agent neither renames nor removes', async () => {
  const { body } = await agent.call(reference.createGroup, { body: { name: 'Mine' } });
  const { id } = body.data;

  const answers = [
    await agent.call(reference.updateGroup, { params: { id }, body: { name: 'Yours' } }),
    await agent.call(reference.deleteGroup, { params: { id } }),
    await agent.call(admin.createAdminSource, { body: { name: 'Radio' } }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
});

test('contacts follow the new name of their source, deleted ones too, and others stay as they are', async () => {
  const source = (await chief.call(admin.createAdminSource, { body: { name: 'Radio' } })).body.data;
  const add = async (from: string) =>
    (await agent.call(createContact, { body: { contact: { last_name: from, source: from } } })).body.data.id;
  const [followed, deleted, other] = [await add('Radio'), await add('Radio'), await add('Television')];
  await it.owner.query('update contacts set deleted_at = now() where id = $1', [deleted]);

  await chief.call(admin.updateAdminSource, { params: { id: source.id }, body: { name: 'Local radio' } });
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
  const source = (await chief.call(admin.createAdminSource, { body: { name: 'Aa' } })).body.data;
  const contact = await agent.call(createContact, { body: { contact: { last_name: 'Twice', source: 'Aa' } } });
  const rename = (name: string) => chief.call(admin.updateAdminSource, { params: { id: source.id }, body: { name } });
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
  const { body } = await chief.call(admin.createAdminApiVendor, { body: { vendor_name: 'Historic' } });
  const { accountId, people } = it.world;
  await it.owner.query(
    `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key, api_vendor_id)
     values ($1, $2, $2, $2, 'a.csv', 1, 'key', $3)`,
    [accountId, people.agent.id, body.data.id],
  );

  const refused = await chief.call(admin.deleteAdminApiVendor, { params: { id: body.data.id } });

  expect([refused.status, (refused.body as unknown as { error: string }).error]).toEqual([
    409,
    'Something made with this lead vendor still names it: it stays for its history.',
  ]);
});

test('a vendor that contacts came from stays', async () => {
  const { body } = await chief.call(admin.createAdminApiVendor, {
    body: { vendor_name: 'LeadStream', vendor_type: 'Live transfers' },
  });
  await it.owner.query(
    `update contacts set api_vendor_id = $1 where id = (select min(id) from contacts where account_id = $2)`,
    [body.data.id, it.world.accountId],
  );

  const refused = await chief.call(admin.deleteAdminApiVendor, { params: { id: body.data.id } });

  expect((await agent.call(reference.listApiVendors)).body.data).toContainEqual(body.data);
  expect(refused.status).toBe(409);
});
