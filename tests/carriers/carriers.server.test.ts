import { expect, test } from 'vitest';
import { carriers } from '#contract/carriers.contract.ts';
import { createContact } from '#contract/contacts.contract.ts';
import { createPolicy, deletePolicy, listPolicies, restorePolicy } from '#contract/records/policies.contract.ts';
import { referenceJobs } from '../../server/features/reference/reference.jobs.ts';
import { describeResource, openOffice } from '../_matrix/describe-resource.ts';
import { RESOURCES } from '../_matrix/resources.ts';

const office = openOffice();

const addContact = async () =>
  (await office().agent.call(createContact, { body: { contact: { last_name: 'Insured' } } })).body.data.id;
const addPolicy = async (id: number, carrier: string) =>
  (await office().agent.call(createPolicy, { params: { id }, body: { policy: { carrier } } })).body.data;
const add = async (name: string, more: object = {}) =>
  (await office().chief.call(carriers.create, { body: { name, ...more } })).body.data;
const find = async (q: string) => (await office().chief.call(carriers.list, { query: { q } })).body.data;
const errorsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  Object.keys((body as { errors: object }).errors),
];

describeResource(office, RESOURCES.carrier, {
  use: async (it, id) => {
    const { rows } = await it.owner.query<{ name: string }>('select name from carriers where id = $1', [id]);
    await addPolicy(await addContact(), rows[0]?.name.toUpperCase() ?? '');
    return '1 policy names this carrier. Turn it off instead; those policies keep it.';
  },
});

test('a carrier keeps its number as E.164, its website whole and each line once', async () => {
  const row = await add('Harbor Life', {
    agent_line: '(512) 555-0142',
    website: 'harborlife.example.com',
    lines: [' Term ', 'Term', '', 'Whole\tlife'],
  });

  expect(row).toMatchObject({
    agent_line: '+15125550142',
    website: 'https://harborlife.example.com',
    lines: ['Term', 'Whole life'],
    active: true,
    policies: 0,
  });
});

test.each([
  ['agent_line', '12'],
  ['website', 'javascript:alert(1)'],
  ['website', 'https://someone:secret@example.com'],
  ['website', 'nowhere'],
])('a wrong %s names its field: %s', async (field, value) => {
  const answer = await office().chief.call(carriers.create, { body: { name: `Wrong ${value}`, [field]: value } });

  expect(errorsOf(answer)).toEqual([422, [field]]);
});

test('accents make no other carrier', async () => {
  await add('Énergie Santé');

  const twice = await office().chief.call(carriers.create, { body: { name: 'energie sante' } });

  expect(errorsOf(twice)).toEqual([422, ['name']]);
});

test('a policy adds its carrier to the list, once for all spellings, and counts there', async () => {
  const id = await addContact();
  await addPolicy(id, 'Unheard Mutual');
  await addPolicy(id, 'UNHEARD mutual');

  expect((await find('unheard')).map(({ name, policies }) => [name, policies])).toEqual([['Unheard Mutual', 2]]);
});

test('a policy that comes back brings its carrier back', async () => {
  const { agent, chief } = office();
  const id = await addContact();
  const policy = await addPolicy(id, 'Brought Back Life');
  const params = { id, policyId: policy.id };
  await agent.call(deletePolicy, { params });
  const [unused] = await find('brought back');
  const removed = await chief.call(carriers.remove, { params: { id: unused?.id ?? 0 } });

  await agent.call(restorePolicy, { params });

  expect([unused?.policies, removed.status]).toEqual([0, 204]);
  expect((await find('brought back')).map(({ policies }) => policies)).toEqual([1]);
});

test('a new name goes to the policies, in all spellings, and the old one does not return', async () => {
  const { chief, agent, it } = office();
  const id = await addContact();
  await addPolicy(id, 'Old Oak');
  await addPolicy(id, 'OLD OAK');
  const [row] = await find('old oak');

  await chief.call(carriers.update, { params: { id: row?.id ?? 0 }, body: { name: 'New Oak' } });
  await addPolicy(id, 'Old Oak');
  const { rows } = await it.owner.query<{ id: number }>('select id from reference_renames');
  await referenceJobs(it.deps)['reference.rename'](
    { accountId: it.world.accountId, renameId: rows[0]?.id ?? 0 },
    new AbortController().signal,
  );

  const { body } = await agent.call(listPolicies, { params: { id } });
  expect(body.data.map(({ carrier }) => carrier)).toEqual(['New Oak', 'New Oak', 'New Oak']);
  expect((await find('oak')).map(({ name, policies }) => [name, policies])).toEqual([['New Oak', 3]]);
});

test('a name of a policy is seen by those who see all contacts, and by all once it is offered', async () => {
  const { agent, chief } = office();
  await addPolicy(await addContact(), 'Whispered Mutual');
  const seen = async () =>
    (await agent.call(carriers.list, { query: { q: 'whispered' } })).body.data.map(({ name }) => name);
  const before = await seen();
  const [row] = await find('whispered');

  await chief.call(carriers.update, { params: { id: row?.id ?? 0 }, body: { active: true } });

  expect([row?.found, row?.active, before, await seen()]).toEqual([true, false, [], ['Whispered Mutual']]);
});

test('a carrier that is entered takes the place of the one that was found', async () => {
  await addPolicy(await addContact(), 'Found First');

  const row = await add('found first', { lines: ['Dental'] });

  expect(row).toMatchObject({ name: 'found first', lines: ['Dental'], active: true, found: false, policies: 1 });
  expect(await find('found first')).toHaveLength(1);
});

test('an agent sees the carriers that are offered', async () => {
  await add('Retired Life', { active: false });

  const offered = await office().agent.call(carriers.list, { query: { q: 'retired', active: 'true' } });

  expect(offered.body.data).toEqual([]);
});
