import { afterAll, beforeAll, expect, test } from 'vitest';
import { listContacts, createContact } from '#contract/contacts.contract.ts';
import { createTag } from '#contract/tags.contract.ts';
import { listImportAttempts } from '#contract/imports.contract.ts';
import { signIn } from '#contract/session.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { openApp, type TestApp, type Client } from './app.ts';
import { PASSWORD } from '../_db/world.ts';
let it: TestApp;
let agent: Client;
beforeAll(async () => {
  it = await openApp({ config: { appEnv: 'demo' } });
  agent = await it.signIn('agent');
});
afterAll(() => it.close());
const show = (name: string, a: { status: number; body: unknown }) =>
  console.log(name, a.status, JSON.stringify(a.body).slice(0, 160));
test('probe', async () => {
  for (const [n, u] of [
    ['nul', 'a\u0000b'],
    ['surr', 'a\ud800b'],
  ] as const) {
    show(`signin ${n}`, await it.visitor().call(signIn, { body: { username: u, password: 'x' } }));
    show(`q ${n}`, await agent.call(listContacts, { body: { contacts_scope: { q: u } } }));
    show(
      `filter ${n}`,
      await agent.call(listContacts, {
        body: { contacts_scope: { search: [{ field: 'city', value: u, op: 'contains' }] } },
      }),
    );
    show(`cat ${n}`, await agent.call(listContacts, { body: { contacts_scope: { category: u } } }));
    show(`create ${n}`, await agent.call(createContact, { body: { contact: { last_name: u } } }));
    show(`tag ${n}`, await agent.call(createTag, { body: { name: u } }));
  }
  show('attempt nul', await agent.send('GET', '/v1/contacts/import_attempts?filter_by=file_name&filter_value=%00'));
  show(
    'attempt big',
    await agent.send('GET', '/v1/contacts/import_attempts?filter_by=user&filter_value=99999999999999999999999'),
  );
  show('attempt page', await agent.send('GET', '/v1/contacts/import_attempts?page=9007199254740991&limit=200'));
  const cur = (a: unknown) => Buffer.from(JSON.stringify(a)).toString('base64url');
  show(
    'cursor ts',
    await agent.call(listContacts, {
      body: { contacts_scope: { order_field: 'created_at', cursor: cur(['created_at', 'asc', false, 5, 'abc', 2]) } },
    }),
  );
  show(
    'cursor nul',
    await agent.call(listContacts, {
      body: { contacts_scope: { cursor: cur(['last_name', 'asc', false, 5, 'a\u0000', 2]) } },
    }),
  );
  show('dob', await agent.call(createContact, { body: { contact: { last_name: 'x', dob: '2001-02-31' } } }));
  for (const op of ['before', 'after', 'is'] as const)
    for (const v of ['12/31/9999', '01/01/0001'])
      show(
        'created ' + op + v,
        await agent.call(listContacts, {
          body: { contacts_scope: { search: [{ field: 'created_at', value: v, op }] } },
        }),
      );
  show(
    'xff',
    await it
      .visitor()
      .call(signIn, { body: { username: 'agent', password: PASSWORD }, headers: { 'x-forwarded-for': 'unknown' } }),
  );
  show(
    'xff2',
    await it
      .visitor()
      .call(signIn, { body: { username: 'agent', password: PASSWORD }, headers: { 'x-forwarded-for': '1.2.3.4:555' } }),
  );
  // swallowed error
  const r = await withAccount(it.deps.pool, { accountId: it.world.accountId }, async (tx) => {
    await tx.raw(`insert into tags (account_id, name) values (app_account_id(), 'lost')`);
    await tx.raw('select 1/0').catch(() => undefined);
    return 'fine';
  }).catch((e) => String(e));
  console.log('swallowed', r, (await it.owner.query(`select count(*) from tags where name='lost'`)).rows);
  // brute force in parallel
  const tries = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      it.visitor().call(signIn, { body: { username: 'peer', password: i === 55 ? PASSWORD : 'wrong' + i } }),
    ),
  );
  console.log('brute', tries.map((t) => t.status).join());
  expect(1).toBe(1);
});
