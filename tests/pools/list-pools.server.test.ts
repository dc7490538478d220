import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPools } from '#contract/pools.contract.ts';
import { openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
  await it.owner.query(
    `with agent as (select id, account_id from users where username = 'agent'),
          made as (insert into pools (account_id, name) select account_id, name from agent, unnest(array['Shelf', 'Attic']) as p(name) returning id, name, account_id)
     insert into pool_holders (account_id, pool_id, user_id)
     select made.account_id, made.id, agent.id from made, agent where made.name = 'Shelf'`,
  );
});
afterAll(() => it.close());

const poolNames = async (username: 'agent' | 'admin') => {
  const client = await it.signIn(username);
  const { body } = await client.call(listPools, {});
  return (body as { data: { name: string }[] }).data.map(({ name }) => name);
};

test('an agent is offered the pools they hold', async () => {
  expect(await poolNames('agent')).toEqual(['Shelf']);
});

test('an admin is offered every pool of the account', async () => {
  expect(await poolNames('admin')).toEqual(['Attic', 'Shelf']);
});
