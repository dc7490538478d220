import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, deletePool, listPools, readPool, updatePool } from '#contract/pools.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let chief: Client;
let agent: Client;

beforeAll(async () => {
  it = await openApp();
  [chief, agent] = [await it.signIn('admin'), await it.signIn('agent')];
});
afterAll(() => it.close());

const add = async (name: string, holder_ids: number[] = []) =>
  (await chief.call(createPool, { body: { name, holder_ids } })).body.data;
const errorOf = ({ body }: { body: unknown }) => (body as { error: string }).error;

test('a pool has a name and holders, who may fill it from then on', async () => {
  const { agent: holder } = it.world.people;

  const pool = await add('Orphans', [holder.id]);

  expect(pool.holders.map(({ id }) => id)).toEqual([holder.id]);
  expect((await agent.call(listPools)).body.data).toEqual([{ id: pool.id, name: 'Orphans' }]);
  expect((await agent.call(readPool, { params: { id: pool.id } })).body.data).toEqual(pool);
});

test('holders are set as a whole, and who is not named loses the pool', async () => {
  const { agent: first, peer } = it.world.people;
  const { id } = await add('Shelf', [first.id]);

  const changed = await chief.call(updatePool, { params: { id }, body: { name: 'Top shelf', holder_ids: [peer.id] } });

  expect([changed.body.data.name, changed.body.data.holders.map((holder) => holder.id)]).toEqual([
    'Top shelf',
    [peer.id],
  ]);
  expect((await agent.call(readPool, { params: { id } })).status).toBe(404);
});

test('a name that is taken is refused, whatever its capitals', async () => {
  await add('Once');

  expect(errorOf(await chief.call(createPool, { body: { name: 'ONCE' } }))).toBe(
    'A pool with this name already exists.',
  );
});

test('a stranger to the account holds no pool', async () => {
  const refused = await chief.call(createPool, { body: { name: 'Leak', holder_ids: [it.world.people.stranger.id] } });

  expect([refused.status, errorOf(refused)]).toEqual([422, 'One of these users no longer exists.']);
});

test('a pool with contacts stays, and says how many', async () => {
  const { id } = await add('Full');
  const { accountId, people } = it.world;
  await it.owner.query(
    `insert into contacts (account_id, number, business_unit_id, owner_id, pool_id, last_name, deleted_at)
     values ($1, 900001, $2, $3, $4, 'Kept', null), ($1, 900002, $2, $3, $4, 'Gone', now())`,
    [accountId, people.agent.businessUnitId, people.agent.id, id],
  );

  expect(errorOf(await chief.call(deletePool, { params: { id } }))).toBe(
    '2 contacts are in this pool, including deleted contacts. Move them to another pool first.',
  );
});

test('an empty pool goes', async () => {
  const { id } = await add('Empty', [it.world.people.agent.id]);

  expect((await chief.call(deletePool, { params: { id } })).status).toBe(204);
  expect((await chief.call(readPool, { params: { id } })).status).toBe(404);
});

test('an agent makes no pools', async () => {
  expect((await agent.call(createPool, { body: { name: 'Own' } })).status).toBe(403);
});
