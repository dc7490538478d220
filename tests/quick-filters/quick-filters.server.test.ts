import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContact } from '#contract/contacts.contract.ts';
import * as contract from '#contract/quick-filters.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let agent: Client;
let manager: Client;
let outsider: Client;
beforeAll(async () => {
  it = await openApp();
  [agent, manager, outsider] = [await it.signIn('agent'), await it.signIn('manager'), await it.signIn('outsider')];
});
afterAll(() => it.close());

type Scope = Parameters<typeof save>[1];
const save = async (
  name: string,
  scope: { q?: string; page?: number; search?: { field: 'city'; value: string }[]; downline_user_id?: number },
  client = agent,
  shared = false,
) => client.call(contract.createQuickFilter, { body: { name, scope, shared } });
const saved = async (name: string, scope: Scope, client = agent, shared = false) =>
  (await save(name, scope, client, shared)).body.data;
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: unknown }).errors;

test('a view keeps its scope, from the first page on', async () => {
  const view = await saved('Austin', { q: 'reyes', page: 3, search: [{ field: 'city', value: 'Austin' }] });

  expect([view.scope.q, view.scope.page, view.scope.search]).toEqual([
    'reyes',
    1,
    [{ field: 'city', value: 'Austin' }],
  ]);
  expect((await agent.call(contract.listQuickFilters)).body.data.find(({ id }) => id === view.id)).toEqual(view);
});

test('a view counts the contacts of who looks', async () => {
  await agent.call(createContact, { body: { contact: { last_name: 'Counted', city: 'Waco' } } });
  const view = await saved('Waco', { search: [{ field: 'city', value: 'Waco' }] }, manager, true);
  const countFor = async (client: Client) =>
    (await client.call(contract.readQuickFilter, { params: { id: view.id } })).body.data.count;

  expect([await countFor(agent), await countFor(manager)]).toEqual([1, 0]);
});

test('a view of somebody who is no longer seen has no count', async () => {
  const view = await saved('Lost', { downline_user_id: it.world.people.stranger.id });

  expect((await agent.call(contract.readQuickFilter, { params: { id: view.id } })).body.data.count).toBeNull();
});

test('shared views reach the downline, and nobody else', async () => {
  const shared = await saved('For my team', {}, manager, true);
  const own = await saved('For me', {}, manager);
  const seenBy = async (client: Client) =>
    (await client.call(contract.listQuickFilters)).body.data.map(({ id, mine }) => [id, mine]);

  expect(await seenBy(agent)).toContainEqual([shared.id, false]);
  expect(await seenBy(agent)).not.toContainEqual([own.id, false]);
  expect(await seenBy(outsider)).toEqual([]);
});

test('only the owner changes or removes a view', async () => {
  const { id } = await saved('Team view', {}, manager, true);

  const answers = [
    await agent.call(contract.updateQuickFilter, { params: { id }, body: { name: 'Mine now' } }),
    await agent.call(contract.deleteQuickFilter, { params: { id } }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});

test('a name that one has already is refused, whatever its capitals', async () => {
  await save('Twice', {});

  expect(errorsOf(await save('TWICE', {}))).toEqual({ name: ['You already have a view with this name.'] });
});

test('a view is renamed, shared and given another scope', async () => {
  const { id } = await saved('Before', { q: 'a' });

  const { body } = await agent.call(contract.updateQuickFilter, {
    params: { id },
    body: { name: 'After', scope: { q: 'b' }, shared: true },
  });

  expect([body.data.name, body.data.scope.q, body.data.shared]).toEqual(['After', 'b', true]);
});

test('a removed view is gone', async () => {
  const { id } = await saved('Short', {});

  expect((await agent.call(contract.deleteQuickFilter, { params: { id } })).status).toBe(204);
  expect((await agent.call(contract.readQuickFilter, { params: { id } })).status).toBe(404);
});

test('one person keeps at most 50 views', async () => {
  const { id, accountId } = it.world.people.outsider;
  await it.owner.query(
    `insert into quick_filters (account_id, user_id, name, scope) select $1, $2, 'View ' || n, '{}' from generate_series(1, 50) n`,
    [accountId, id],
  );

  expect(errorsOf(await save('One more', {}, outsider))).toEqual({
    name: ["You've reached the limit of 50 saved views. Remove one first."],
  });
});

test('a scope whose words are no longer known opens as the whole list', async () => {
  const { id } = await saved('Old', { q: 'x' });
  await it.owner.query(`update quick_filters set scope = '{"order_field": "shoe_size"}' where id = $1`, [id]);

  const { body } = await agent.call(contract.readQuickFilter, { params: { id } });

  expect(body.data.scope.order_field).toBe('last_name');
});

test('a view whose stored scope has no filters is renamed', async () => {
  const { id } = await saved('Bare', {});
  await it.owner.query(`update quick_filters set scope = '{}' where id = $1`, [id]);

  const { body } = await agent.call(contract.updateQuickFilter, { params: { id }, body: { name: 'Bare again' } });

  expect(body.data.name).toBe('Bare again');
});
