import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccountInfo } from '#contract/account.contract.ts';
import { openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());

test('the account of a user has the flags of the guards', async () => {
  const client = await it.signIn('agent');
  await it.owner.query(`update users set change_password = true where username = 'agent'`);

  expect((await client.call(readAccountInfo)).body).toEqual({
    data: { id: it.world.accountId, 'change_password?': true, 'paid_user?': true },
  });
});
