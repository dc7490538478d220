import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTag } from '#contract/tags.contract.ts';
import { withTrail, writeAudit } from '../../server/audit.ts';
import { inOneTransaction, type Tx, withAccount } from '../../server/db/tx.ts';
import { type Client, openApp, type TestApp } from './app.ts';

let it: TestApp;
let agent: Client;
beforeAll(async () => {
  it = await openApp();
  agent = await it.signIn('agent');
});
afterAll(() => it.close());
beforeEach(() => it.owner.query('delete from tags'));

const insert = (tx: Tx) =>
  tx.raw(`insert into tags (account_id, name) select app_account_id(), 'Silent ' || count(*) from tags`);
const told = (action: string) => (tx: Tx) => {
  const { accountId, people } = it.world;
  return writeAudit(tx, { accountId, actorId: people.agent.id, userId: people.agent.id }, '', { action });
};
const never = (error: Error) => {
  throw error;
};
const IN_ONE = { named: 'tag.created', inOne: true, tell: never };
const inAccount = (...works: readonly ((tx: Tx) => Promise<unknown>)[]) =>
  withAccount(it.deps.pool, it.world, async (tx) => {
    for (const work of works) await work(tx);
  });
const tags = async () => (await it.owner.query('select from tags')).rowCount;

describe('a request that changes something', () => {
  test('commits with the action that its contract names', async () => {
    await withTrail(IN_ONE, () => inAccount(insert, told('tag.created')));
    await withTrail(IN_ONE, async () => {
      await inAccount(told('tag.created'));
      await inAccount(insert);
    });

    expect(await tags()).toBe(2);
  });

  test.each([
    ['no action', () => inAccount(insert)],
    ['another action', () => inAccount(insert, told('tag.deleted'))],
    ['the action after its commit', () => inAccount(insert).then(() => inAccount(told('tag.created')))],
  ])('rolls back with %s', async (_, work) => {
    await expect(withTrail(IN_ONE, work)).rejects.toThrow('without the audit action tag.created: insert into tags');
    expect(await tags()).toBe(0);
  });

  test('rolls back also where its idempotency key commits with it', async () => {
    const done = inOneTransaction(it.deps.pool, it.world, () => withTrail(IN_ONE, () => inAccount(insert)));

    await expect(done).rejects.toThrow('without the audit action tag.created');
    expect(await tags()).toBe(0);
  });

  test('answers 500 when an endpoint forgets its row', async () => {
    await it.owner.query(`create function forget() returns trigger language plpgsql as $$ begin return null; end $$`);
    await it.owner.query('create trigger forgetting before insert on audit_log for each row execute function forget()');
    try {
      const { status } = await agent.call(createTag, { body: { name: 'Kept' } });
      expect([status, await tags()]).toEqual([500, 0]);
    } finally {
      await it.owner.query('drop trigger forgetting on audit_log');
    }
  });
});

test('a request in several transactions is reported without the action, whenever it is written', async () => {
  const reported: string[] = [];
  const several = {
    named: ['tag.created', 'tag.linked'],
    inOne: false,
    tell: ({ message }: Error) => void reported.push(message),
  };
  await withTrail(several, () => inAccount(insert).then(() => inAccount(told('tag.linked'))));

  expect(reported).toEqual([]);
  await withTrail(several, () => inAccount(insert));

  expect(reported).toEqual([expect.stringContaining('tag.created or tag.linked: insert into tags')]);
  expect(await tags()).toBe(2);
});

test('a request that changes nothing needs no action', async () => {
  await withTrail(IN_ONE, () => inAccount((tx) => tx.raw(`update tags set name = 'x' where name = 'none'`)));

  expect(await tags()).toBe(0);
});
