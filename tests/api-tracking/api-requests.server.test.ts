import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  downloadApiRequests,
  downloadTrackedKeys,
  listApiRequests,
  listTrackedKeys,
  revokeTrackedKey,
  updateTrackedKey,
} from '#contract/api-tracking.contract.ts';
import { createApiKey } from '#contract/api-access.contract.ts';
import { apiVendors } from '#contract/reference.contract.ts';
import { listNotifications } from '#contract/notifications.contract.ts';
import { confirmIdentity } from '#contract/session.contract.ts';
import { PASSWORD } from '../_db/world.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let admin: Client;
let key: string;
let keyId: number;
beforeAll(async () => {
  it = await openApp();
  admin = await it.signIn('admin');
  const agent = await it.signIn('agent');
  await agent.call(confirmIdentity, { body: { password: PASSWORD } } as never);
  const { body } = await agent.call(createApiKey, {
    body: { name: 'Lead form', scopes: ['contacts.read', 'contacts.write'] },
  });
  key = body.data.key;
  keyId = body.data.api_key.id;
});
afterEach(async () => {
  await it.owner.query('delete from api_requests; update api_keys set api_vendor_id = null, paused_at = null');
});
afterAll(() => it.close());

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  it.visitor().send(method, path, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
/** Waits until so many requests are in the log. */
const logged = async (count: number) => {
  const size = async () => (await it.owner.query('select from api_requests')).rowCount;
  await expect.poll(size, { timeout: 5_000 }).toBeGreaterThanOrEqual(count);
};
const list = async (query: Parameters<typeof admin.call<typeof listApiRequests>>[1] = {}) =>
  (await admin.call(listApiRequests, query)).body;
const vendor = async (name: string) =>
  (await admin.call(apiVendors.create, { body: { vendor_name: name } })).body.data.id;
const change = (body: object) => admin.call(updateTrackedKey, { params: { id: keyId }, body });

test('a request with a key is logged without its query and without any text of its body', async () => {
  const secret = 'Wilhelmina Q. Secret';
  await send('POST', '/v1/contacts?note=Wilhelmina', { contact: { first_name: secret, [secret]: 1 }, tag_ids: [3] });
  await logged(1);

  const { data, meta } = await list();

  expect(meta.total_count).toBe(1);
  expect(data).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(String),
      method: 'POST',
      path: '/v1/contacts',
      status: 422,
      took: expect.any(Number),
      request_id: expect.stringMatching(/^[\w-]{16,}$/),
      payload: '{contact: {first_name: text of 20, name of 20: 1}, tag_ids: [3]}',
      key: { id: keyId, kind: 'key', name: 'Lead form', prefix: key.slice(0, 8) },
      user: { id: it.world.people.agent.id, name: expect.any(String) },
      vendor: null,
    },
  ]);
  const { rows } = await it.owner.query<{ text: string }>('select r::text as text from api_requests r');
  expect(rows[0]?.text).not.toContain('Wilhelmina');
});

test('requests of browsers and with an unknown key are not logged', async () => {
  await admin.call(listTrackedKeys);
  await it.visitor().send('GET', '/v1/statuses', { headers: { authorization: `Bearer bw_${'x'.repeat(43)}` } });
  await send('GET', '/v1/statuses');
  await logged(1);

  expect((await list()).data.map(({ path }) => path)).toEqual(['/v1/statuses']);
});

test('tabs and filters narrow the list, and pages turn', async () => {
  await send('GET', '/v1/statuses');
  await send('GET', '/v1/users/show_api_token');
  await send('GET', '/v1/sources', undefined, { 'x-request-id': 'request-of-a-vendor-1' });
  await logged(3);
  await change({ api_vendor_id: await vendor('Lead Harbor') });
  const paths = async (query: object) => (await list({ query })).data.map(({ path }) => path);

  expect(await paths({})).toEqual(['/v1/sources', '/v1/users/show_api_token', '/v1/statuses']);
  expect(await paths({ limit: 1, page: 2 })).toEqual(['/v1/users/show_api_token']);
  expect(await paths({ tab: 'refused' })).toEqual(['/v1/users/show_api_token']);
  expect(await paths({ tab: 'failed' })).toEqual([]);
  expect(await paths({ filter_by: 'status', filter_value: '403' })).toEqual(['/v1/users/show_api_token']);
  expect(await paths({ filter_by: 'path', filter_value: 'STATUSES' })).toEqual(['/v1/statuses']);
  expect(await paths({ filter_by: 'request_id', filter_value: 'request-of-a-vendor-1' })).toEqual(['/v1/sources']);
  expect((await paths({ filter_by: 'vendor', filter_value: 'harbor' })).length).toBe(3);
  expect(await paths({ filter_by: 'key', filter_value: 'Other' })).toEqual([]);
  expect((await list({ query: { filter_by: 'user', filter_value: 'nobody' } })).meta.total_count).toBe(0);
});

test('the file has the requests that the list shows, all pages of them', async () => {
  await send('GET', '/v1/statuses');
  await send('GET', '/v1/users/show_api_token');
  await logged(2);
  const file = async (query: object) =>
    String((await admin.call(downloadApiRequests, { query })).body)
      .split(/\r?\n/u)
      .slice(1, -1);

  expect(await file({})).toHaveLength(2);
  const [refused, ...others] = await file({ tab: 'refused', filter_by: 'path', filter_value: 'TOKEN' });
  expect(others).toEqual([]);
  expect(refused).toMatch(/Z,GET,\/v1\/users\/show_api_token,,,[^,]+,Lead form,bw_[^,]{5},403,\d+,/u);
});

test('keys are listed with their use, and given to a vendor once', async () => {
  await send('GET', '/v1/statuses');
  await send('GET', '/v1/users/show_api_token');
  await logged(2);
  const id = await vendor('T65 Direct');

  const { body } = await change({ api_vendor_id: id });

  const tracked = { id: keyId, vendor: { id, name: 'T65 Direct' }, paused: false, requests: 2, refused: 1 };
  expect(body.data).toMatchObject(tracked);
  expect((await admin.call(listTrackedKeys)).body.data).toMatchObject([tracked]);
  const removed = await admin.call(apiVendors.remove, { params: { id } });
  expect(removed.status).toBe(409);
  expect(JSON.stringify(removed.body)).toContain('1 API key uses this lead vendor.');
  const { rows } = await it.owner.query(
    `select detail from audit_log where action = 'apiKey.tracked' order by id desc`,
  );
  expect(rows[0]).toEqual({ detail: { api_vendor_id: id, paused: false, networks: [], per_minute: null } });
});

test('keys are searched, put in order, and saved without their secrets', async () => {
  const { rows } = await it.owner.query<{ token: string }>(
    `insert into api_keys (account_id, user_id, kind, name, prefix, token_hash, created_at, last_used_at)
     select account_id, id, 'token', '', 'bw_zzzzz', '\\x0203', now(), '2020-01-01' from users where id = $1
     returning encode(token_hash, 'hex') as token`,
    [it.world.people.admin.id],
  );
  await change({ api_vendor_id: await vendor('Senior Réach'), networks: ['203.0.113.0/24'], per_minute: 60 });
  const prefixes = async (query: object) => {
    const { data, meta } = (await admin.call(listTrackedKeys, { query })).body;
    return [meta.total_count, ...data.map(({ prefix }) => prefix)];
  };
  const own = key.slice(0, 8);

  expect(await prefixes({ q: 'senior reach' })).toEqual([1, own]);
  expect(await prefixes({ q: 'TOKEN' })).toEqual([1, 'bw_zzzzz']);
  expect(await prefixes({ q: 'nobody' })).toEqual([0]);
  expect(await prefixes({ order_field: 'name', order: 'desc' })).toEqual([2, 'bw_zzzzz', own]);
  expect(await prefixes({ order_field: 'vendor', order: 'desc', limit: 1, page: 2 })).toEqual([2, 'bw_zzzzz']);

  const { body } = await admin.call(downloadTrackedKeys, {});
  const lines = String(body).split(/\r?\n/u);
  expect(lines).toHaveLength(4);
  const stored = 'Senior Réach,contacts.read contacts.write,60,203.0.113.0/24,no,';
  expect(lines.filter((line) => line.startsWith(`Lead form,${own},`) && line.includes(stored))).toHaveLength(1);
  expect(String(body)).not.toContain(key.slice(8));
  expect(String(body)).not.toContain(rows[0]?.token);
  await it.owner.query(
    `delete from api_keys where kind = 'token'; update api_keys set networks = '{}', per_minute = null`,
  );
});

test('an administrator revokes a key, and its user is told', async () => {
  const agent = await it.signIn('agent');
  await agent.call(confirmIdentity, { body: { password: PASSWORD } } as never);
  const made = await agent.call(createApiKey, { body: { name: 'Old form', scopes: ['contacts.read'] } });
  const { id } = made.body.data.api_key;
  const use = () =>
    it.visitor().send('GET', '/v1/statuses', { headers: { authorization: `Bearer ${made.body.data.key}` } });
  expect([(await use()).status, (await agent.call(revokeTrackedKey, { params: { id } })).status]).toEqual([200, 403]);

  expect((await admin.call(revokeTrackedKey, { params: { id } })).status).toBe(204);

  expect((await use()).status).toBe(401);
  expect((await admin.call(revokeTrackedKey, { params: { id } })).status).toBe(404);
  const { rows } = await it.owner.query(
    `select detail from audit_log where action = 'apiKey.revoked' and subject_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ detail: { user_id: it.world.people.agent.id } }]);
  const told = (await agent.call(listNotifications)).body.data.map(({ title, href }) => [title, href]);
  expect(told).toEqual([['Your API key “Old form” was revoked', '/account/profile?tab=api']]);
});

test('an unknown vendor is refused at its field', async () => {
  const { status, body } = await change({ api_vendor_id: 999_999 });

  expect([status, body]).toMatchObject([422, { errors: { api_vendor_id: ['Lead vendor not found.'] } }]);
});

test('a paused key is refused until it is resumed', async () => {
  await change({ paused: true });
  expect((await send('GET', '/v1/statuses')).status).toBe(401);

  await change({ paused: false });
  expect((await send('GET', '/v1/statuses')).status).toBe(200);
  await logged(1);
});

test('only administrators see requests and keys, and only those of their account', async () => {
  await send('GET', '/v1/statuses');
  await logged(1);
  const agent = await it.signIn('agent');
  const { rows } = await it.owner.query<{ id: number }>(
    `insert into api_keys (account_id, user_id, kind, name, prefix, token_hash, created_at)
     select account_id, id, 'key', 'Elsewhere', 'bw_other', '\\x01', now() from users where account_id = $1 limit 1
     returning id`,
    [it.world.otherAccountId],
  );
  const [other] = rows;
  await it.owner.query(
    `insert into api_requests (account_id, key_id, at, method, path, status, took, request_id, payload)
     values ($1, $2, now(), 'GET', '/v1/elsewhere', 200, 1, 'r', '')`,
    [it.world.otherAccountId, other?.id],
  );

  expect((await agent.call(listApiRequests)).status).toBe(403);
  expect((await agent.call(downloadApiRequests)).status).toBe(403);
  expect((await agent.call(listTrackedKeys)).status).toBe(403);
  expect((await agent.call(downloadTrackedKeys)).status).toBe(403);
  expect((await list()).data.map(({ path }) => path)).toEqual(['/v1/statuses']);
  expect((await admin.call(listTrackedKeys)).body.data.map(({ name }) => name)).toEqual(['Lead form']);
  const paused = await admin.call(updateTrackedKey, { params: { id: other?.id ?? 0 }, body: { paused: true } });
  expect(paused.status).toBe(404);
  expect((await admin.call(revokeTrackedKey, { params: { id: other?.id ?? 0 } })).status).toBe(404);
});
