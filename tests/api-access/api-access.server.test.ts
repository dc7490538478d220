import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as contract from '#contract/api-access.contract.ts';
import type { Permission } from '#contract/access.contract.ts';
import { createContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { readMe } from '#contract/session.contract.ts';
import { listUsers } from '#contract/users.contract.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { openTab, type Tab } from '../session/tab.ts';

let it: TestApp;
let agent: Tab;
let manager: Tab;
beforeAll(async () => {
  it = await openApp();
  agent = await openTab(it, 'agent');
  manager = await openTab(it, 'manager');
});
afterAll(() => it.close());

const make = async (tab: Tab, scopes: Permission[], name = 'Sync') =>
  (await tab.call(contract.createApiKey, { body: { name, scopes } })).body.data;

/** Response to a program with this key. */
async function program<E extends Endpoint>(key: string, endpoint: E, body?: unknown): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, origin: null };
  const args = { headers, ...(body === undefined ? {} : { body }) } as never;
  return (await it.visitor().call(endpoint, args)).status;
}

const CONTACT = { contact: { last_name: 'Keyed' } };
const LIST = { contacts_scope: {} };

describe('a key', () => {
  test('is shown once, and recognized by its first characters from then on', async () => {
    const { key, api_key: shown } = await make(agent, ['contacts.read']);

    const listed = (await agent.call(contract.listApiKeys)).body.data;
    const read = (await agent.call(contract.readApiKey, { params: { id: shown.id } })).body.data;

    expect(key).toMatch(/^bw_[\w-]{43}$/);
    expect(shown).toEqual({
      id: expect.any(Number),
      name: 'Sync',
      prefix: key.slice(0, 8),
      scopes: ['contacts.read'],
      created_at: expect.any(String),
      last_used_at: null,
      last_used_ip: null,
    });
    expect([listed[0], read]).toEqual([shown, shown]);
  });

  test('may do what its scopes name and nothing else', async () => {
    const { key } = await make(agent, ['contacts.read']);

    expect([
      await program(key, listContacts, LIST),
      await program(key, createContact, CONTACT),
      await program(key, readMe),
      await program(key, contract.listApiKeys),
    ]).toEqual([200, 403, 200, 403]);
  });

  test('is never given more than its person has', async () => {
    const answer = await agent.call(contract.createApiKey, {
      body: { name: 'All', scopes: ['users.manage', 'contacts.read'] },
    });
    const { api_key: own } = await make(agent, ['contacts.read']);
    const changed = await agent.call(contract.updateApiKey, {
      params: { id: own.id },
      body: { scopes: ['users.manage'] },
    });

    expect([answer.status, changed.status]).toEqual([422, 422]);
    expect(answer.body).toMatchObject({ errors: { scopes: [expect.stringContaining('users.manage')] } });
  });

  test('loses permissions together with its user, immediately', async () => {
    const { key } = await make(manager, ['users.read']);
    const before = await program(key, listUsers);

    await it.owner.query(`update users set roles = '{agent}' where id = $1`, [manager.user().id]);
    const after = await program(key, listUsers);
    await it.owner.query(`update users set roles = '{manager}' where id = $1`, [manager.user().id]);

    expect([before, after]).toEqual([200, 403]);
  });

  test('stops immediately when it is revoked, or its user is deactivated', async () => {
    const [first, second] = [await make(agent, ['contacts.read']), await make(agent, ['contacts.read'])];
    const params = { id: first.api_key.id };

    const { status } = await agent.call(contract.deleteApiKey, { params });
    const revoked = [await program(first.key, readMe), await program(second.key, readMe)];
    await it.owner.query('update users set active = false where id = $1', [agent.user().id]);
    const deactivated = await program(second.key, readMe);
    await it.owner.query('update users set active = true where id = $1', [agent.user().id]);

    expect([status, revoked, deactivated]).toEqual([204, [401, 200], 401]);
    expect((await agent.call(contract.readApiKey, { params })).status).toBe(404);
  });

  test('gets another name and other scopes', async () => {
    const { key, api_key: own } = await make(agent, ['contacts.read']);

    const body = { name: 'Nightly', scopes: ['contacts.write' as const] };
    const { body: changed } = await agent.call(contract.updateApiKey, { params: { id: own.id }, body });

    expect(changed.data).toMatchObject({ name: 'Nightly', scopes: ['contacts.write'] });
    expect([await program(key, listContacts, LIST), await program(key, createContact, CONTACT)]).toEqual([403, 200]);
  });

  test('of another user is unknown', async () => {
    const { api_key: own } = await make(agent, ['contacts.read']);
    const params = { id: own.id };

    const answers = [
      await manager.call(contract.readApiKey, { params }),
      await manager.call(contract.updateApiKey, { params, body: { name: 'Mine' } }),
      await manager.call(contract.deleteApiKey, { params }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test('tells when and from where it was used last', async () => {
    const { key, api_key: own } = await make(agent, ['contacts.read']);

    await program(key, readMe);

    const lastUse = async () =>
      (await agent.call(contract.readApiKey, { params: { id: own.id } })).body.data.last_used_ip;
    await expect.poll(lastUse).toBe('127.0.0.1');
  });

  test('is one of fifty at most', async () => {
    const peer = await openTab(it, 'peer');
    await it.owner.query(
      `insert into api_keys (account_id, user_id, kind, prefix, token_hash, scopes, created_at)
       select $1, $2, 'key', 'bw_', sha256(n::text::bytea), '{}', now() from generate_series(1, 50) n`,
      [it.world.accountId, peer.user().id],
    );

    const answer = await peer.call(contract.createApiKey, { body: { name: 'One more', scopes: ['contacts.read'] } });

    expect(answer.status).toBe(422);
  });
});

describe('the token', () => {
  test('exists once requested, masked from then on', async () => {
    const { body: none } = await agent.call(contract.showApiToken);
    const { body: fresh } = await agent.call(contract.refreshApiToken);
    const { body: shown } = await agent.call(contract.showApiToken);

    expect(none.data).toEqual({ masked: null, created_at: null, last_used_at: null });
    expect(shown.data).toEqual({
      masked: `${fresh.data.token.slice(0, 8)}••••••••`,
      created_at: expect.any(String),
      last_used_at: null,
    });
    expect(await program(fresh.data.token, createContact, CONTACT)).toBe(200);
  });

  test('is unique: a new one replaces the old one, also for concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => agent.call(contract.refreshApiToken)));

    const statuses = await Promise.all(answers.map(({ body }) => program(body.data.token, readMe)));

    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  });
});

test('everything about keys is written down, and no key with it', async () => {
  const tab = await openTab(it, 'stranger');
  const { api_key: own } = await make(tab, ['contacts.read']);
  await tab.call(contract.updateApiKey, { params: { id: own.id }, body: { name: 'Other' } });
  await tab.call(contract.deleteApiKey, { params: { id: own.id } });
  await tab.call(contract.refreshApiToken);

  const { rows } = await it.owner.query(
    `select action, detail from audit_log where actor_id = $1 and subject_type = 'apiKey' order by id`,
    [tab.user().id],
  );
  expect(rows).toEqual([
    { action: 'apiKey.created', detail: { name: 'Sync', scopes: ['contacts.read'] } },
    { action: 'apiKey.changed', detail: { name: 'Other', scopes: ['contacts.read'] } },
    { action: 'apiKey.revoked', detail: {} },
    { action: 'apiToken.refreshed', detail: {} },
  ]);
});
