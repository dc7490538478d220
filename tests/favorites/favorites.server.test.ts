import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteContacts } from '#contract/bulk.contract.ts';
import { createContact } from '#contract/contacts.contract.ts';
import { addFavorites, listFavorites, removeFavorites } from '#contract/favorites.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let agent: Client;
let peer: Client;
let manager: Client;
beforeAll(async () => {
  it = await openApp();
  [agent, peer, manager] = [await it.signIn('agent'), await it.signIn('peer'), await it.signIn('manager')];
});
afterAll(() => it.close());

const newContact = async (last_name: string, client = agent) =>
  (await client.call(createContact, { body: { contact: { last_name } } })).body.data.id;
const keep = async (name: string, ids: number[], client = agent) =>
  client.call(addFavorites, { body: { kind: 'contacts', name, ids } });
const namesOn = async (name: string) =>
  (await agent.call(listFavorites)).body.data.find((list) => list.name === name)?.items.map((item) => item.name);

test('a list is made by its first entry and grows by the next, the newest first', async () => {
  const [first, second] = [await newContact('First'), await newContact('Second')];

  await keep('Favorites', [first]);
  await keep('FAVORITES', [second]);

  expect(await namesOn('Favorites')).toEqual(['Second', 'First']);
});

test('duplicates count once', async () => {
  const id = await newContact('Once');
  await keep('Twice', [id]);
  await keep('Twice', [id, id]);

  expect(await namesOn('Twice')).toEqual(['Once']);
});

test('a contact that one does not see is refused', async () => {
  const theirs = await newContact('Theirs', peer);

  const refused = await keep('Peek', [theirs]);

  expect([refused.status, refused.body]).toMatchObject([
    422,
    { errors: { ids: ['A contact is no longer available.'] } },
  ]);
});

test('a deleted contact is not shown, and is back when it is restored', async () => {
  const id = await newContact('Fading');
  await keep('Fades', [id]);

  await agent.call(deleteContacts, { body: { ids: [id] } });

  expect(await namesOn('Fades')).toEqual([]);
});

test('a manager keeps people of their downline at hand', async () => {
  const { agent: below } = it.world.people;

  const { body } = await manager.call(addFavorites, { body: { kind: 'users', name: 'Team', ids: [below.id] } });

  expect(body.data.items).toEqual([{ id: below.id, name: 'Amy Agent', number: null }]);
});

test('a user who moved to another branch is hidden', async () => {
  const { peer: below, admin } = it.world.people;
  await manager.call(addFavorites, { body: { kind: 'users', name: 'Moving', ids: [below.id] } });
  await it.owner.query('update users set manager_id = $2 where id = $1', [below.id, admin.id]);

  const { body } = await manager.call(listFavorites);

  expect(body.data.find(({ name }) => name === 'Moving')?.items).toEqual([]);
});

test("an agent can't add managers", async () => {
  const { manager: above } = it.world.people;

  expect((await agent.call(addFavorites, { body: { kind: 'users', name: 'Up', ids: [above.id] } })).status).toBe(422);
});

test('entries come off, and without any named the list goes', async () => {
  const [one, two] = [await newContact('One'), await newContact('Two')];
  const { id } = (await keep('Off', [one, two])).body.data;

  await agent.call(removeFavorites, { body: { id, ids: [one] } });
  expect(await namesOn('Off')).toEqual(['Two']);

  await agent.call(removeFavorites, { body: { id } });
  expect(await namesOn('Off')).toBeUndefined();
});

test("another user's list is hidden", async () => {
  const { id } = (await keep('Private', [await newContact('Hidden')])).body.data;

  expect((await peer.call(removeFavorites, { body: { id } })).status).toBe(404);
});

test('a list holds at most 200, and what was there stays', async () => {
  const { id: user, accountId, businessUnitId } = it.world.people.agent;
  const { rows } = await it.owner.query<{ id: number }>(
    `insert into contacts (account_id, number, business_unit_id, owner_id, last_name)
     select $1, 600000 + n, $2, $3, 'Many' from generate_series(1, 200) n returning id`,
    [accountId, businessUnitId, user],
  );
  await keep('Full', [await newContact('Resident')]);

  const refused = await keep(
    'Full',
    rows.map(({ id }) => id),
  );

  expect(refused.status).toBe(422);
  expect(await namesOn('Full')).toEqual(['Resident']);
});
