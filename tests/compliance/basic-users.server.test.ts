import { afterAll, beforeAll, expect, test } from 'vitest';
import { listConsents, readContactability } from '#contract/compliance.contract.ts';
import { createContact } from '#contract/contacts.contract.ts';
import { openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());

test('a basic user reads no contact permissions', async () => {
  const agent = await it.signIn('agent');
  const { body } = await agent.call(createContact, { body: { contact: { last_name: 'Basic' } } });
  const params = { id: body.data.id };
  const ask = async () => [
    (await agent.call(readContactability, { params })).status,
    (await agent.call(listConsents, { params })).status,
  ];
  expect(await ask()).toEqual([200, 200]);

  await it.owner.query(`update users set roles = '{basic}' where username = 'agent'`);

  expect(await ask()).toEqual([403, 403]);
});
