import { globSync, readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, listApiKeys, refreshApiToken, showApiToken } from '#contract/api-access.contract.ts';
import { updatePassword } from '#contract/passwords.contract.ts';
import { readMe, signOut } from '#contract/session.contract.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { PASSWORD, type Username } from '../_db/world.ts';
import { openTab, type Tab } from './tab.ts';

const MINUTE = 60_000;
const NEW_PASSWORD = 'seven quiet otters rowing';

let it: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged.push(chunk.toString());
      done();
    },
  });
  it = await openApp({ log: pino({ level: 'trace' }, stream) });
});
afterAll(() => it.close());

interface Seen {
  readonly cookies: string[];
  /** Everything else that came over the wire, and every address that was asked. */
  readonly texts: string[];
}

/** A tab over https that records everything. */
async function watchedTab(username: Username): Promise<Tab & Seen> {
  const tab = await openTab(it, username);
  const seen: Seen = { cookies: [], texts: [] };
  const { send } = tab.client;
  const secure = { 'x-forwarded-proto': 'https', origin: it.url.replace('http:', 'https:') };
  tab.client.send = async (method, path, options = {}) => {
    const answer = await send(method, path, { ...options, headers: { ...secure, ...options.headers } });
    const { 'set-cookie': cookie, ...headers } = answer.headers;
    if (cookie !== undefined) seen.cookies.push(cookie);
    seen.texts.push(path, JSON.stringify(headers), JSON.stringify(answer.body));
    return answer;
  };
  await tab.call(signIn, { body: { username, password: PASSWORD } });
  return Object.assign(tab, seen);
}

const setPassword = (tab: Tab, password: string) =>
  tab.call(updatePassword, { params: { id: tab.user().id }, body: { password } });

/** Everything by which a session gets another token, and what it does besides. */
async function journey(username: Username): Promise<Tab & Seen> {
  const tab = await watchedTab(username);
  await tab.call(readMe);
  await tab.confirm();
  await tab.actFor(it.world.people.agent.id);
  await tab.leave();
  expect((await setPassword(tab, NEW_PASSWORD)).status).toBe(204);
  await tab.call(signOut);
  await tab.call(readMe, { headers: { cookie: '__Host-token=0123456789012345678901234567890123456789012' } });
  return tab;
}

test('every cookie is out of reach of scripts, other hosts and plain http', async () => {
  const { cookies } = await journey('manager');

  const flags = /^__Host-token=[\w-]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
  expect(cookies.length).toBe(7);
  expect(cookies.filter((cookie) => !flags.test(cookie))).toEqual([]);
  expect(cookies.slice(-2).every((cookie) => cookie.includes('=; Max-Age=0;'))).toBe(true);
});

test('nothing else sets a cookie', () => {
  const files = globSync('server/**/*.ts').filter((file) => readFileSync(file, 'utf8').includes("'set-cookie'"));

  expect(files.toSorted()).toEqual(['server/features/session/sso-cookie.ts', 'server/http/session-cookie.ts']);
});

test('no token stands in any answer, address, log line or table', async () => {
  const { cookies, texts } = await journey('admin');
  const tokens = cookies.map((cookie) => /=([\w-]{43});/.exec(cookie)?.[1]).filter((token) => token !== undefined);

  expect(tokens.length).toBe(5);
  expect(logged.length).toBeGreaterThan(10);
  const everything = [...texts, ...logged, ...(await everyRow())];
  for (const token of tokens) expect(everything.filter((text) => text.includes(token))).toEqual([]);
});

test('a key is shown once and stands nowhere else', async () => {
  const tab = await watchedTab('stranger');
  const { key } = (await tab.call(createApiKey, { body: { name: 'Sync', scopes: ['contacts.read'] } })).body.data;
  const { token } = (await tab.call(refreshApiToken)).body.data;
  const from = tab.texts.length;
  await tab.call(listApiKeys);
  await tab.call(showApiToken);
  await it.visitor().call(readMe, { headers: { authorization: `Bearer ${key}` } });

  const everything = [...tab.texts.slice(from), ...logged, ...(await everyRow())];
  for (const secret of [key, token]) {
    expect(secret).toMatch(/^bw_[\w-]{43}$/);
    expect(everything.filter((text) => text.includes(secret.slice(3)))).toEqual([]);
  }
});

/** All tables, as text. */
async function everyRow(): Promise<string[]> {
  const { rows: tables } = await it.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await it.owner.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts;
}

describe('the token from before', () => {
  test.each<[string, (tab: Tab) => Promise<{ status: number }>]>([
    ['signing in again', (tab) => tab.call(signIn, { body: { username: 'outsider', password: PASSWORD } })],
    ['proving who one is', (tab) => tab.confirm()],
    [
      'a new password',
      async (tab) => {
        const answer = await setPassword(tab, NEW_PASSWORD);
        await it.owner.query(
          `update users set password_hash = (select password_hash from users where username = 'peer') where username = 'outsider'`,
        );
        return answer;
      },
    ],
  ])('%s answers 409 for ten seconds and 401 after them', async (_what, change) => {
    const tab = await openTab(it, 'outsider');
    const { cookie } = tab.client;

    const { status } = await change(tab);
    const soon = await tab.status(cookie);
    it.advance(10_001);

    expect([status < 300, soon, await tab.status(cookie), await tab.status()]).toEqual([true, 409, 401, 200]);
  });

  test('stepping onto somebody, and back, is dead as well', async () => {
    const tab = await openTab(it, 'stranger');
    const bottom = tab.client.cookie;
    await tab.actFor(it.world.people.outsider.id);
    const top = tab.client.cookie;
    await tab.leave();

    const soon = [await tab.status(bottom), await tab.status(top)];
    it.advance(10_001);
    const late = [await tab.status(bottom), await tab.status(top)];

    expect([soon, late, await tab.status()]).toEqual([[409, 409], [401, 401], 200]);
  });
});

describe('a stack', () => {
  const within = async (tab: Tab, set: string, values: readonly unknown[] = []) =>
    it.owner.query(`update sessions set ${set} where id = any($1)`, [
      tab.user().identity.map((step) => step.session_id),
      ...values,
    ]);
  const acting = async () => {
    const tab = await openTab(it, 'stranger');
    await tab.actFor(it.world.people.outsider.id);
    return tab;
  };

  test('ends after 60 minutes without a request', async () => {
    const tab = await acting();
    await within(tab, `expires_at = expires_at + interval '5 hours'`);

    it.advance(60 * MINUTE);

    expect(await tab.status()).toBe(401);
  });

  test('stays awake at every level while its top is used', async () => {
    const tab = await acting();
    await within(tab, `expires_at = expires_at + interval '5 hours'`);

    for (let times = 0; times < 3; times += 1) {
      it.advance(40 * MINUTE);
      expect(await tab.status()).toBe(200);
      await expect.poll(() => asleep(tab)).toBe(0);
    }

    expect((await tab.leave()).status).toBe(200);
    expect(await tab.status()).toBe(200);
  });

  const asleep = async (tab: Tab) => {
    const { rows } = await it.owner.query('select from sessions where id = any($1) and last_seen_at < $2', [
      tab.user().identity.map((step) => step.session_id),
      new Date(it.deps.now().getTime() - MINUTE),
    ]);
    return rows.length;
  };

  test('ends with the session of who signed in', async () => {
    const tab = await acting();
    await within(tab, 'expires_at = case depth when 0 then $2 else expires_at end', [
      new Date(it.deps.now().getTime() + 5 * MINUTE),
    ]);

    const before = await tab.status();
    it.advance(5 * MINUTE);

    expect([before, await tab.status()]).toEqual([200, 401]);
  });
});

describe('addresses that somebody may come from', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const allow = (userId: number) =>
    it.owner.query(
      `insert into auth_ips (account_id, user_id, network) select account_id, id, '203.0.113.0/24' from users where id = $1`,
      [userId],
    );

  test('bind a session and a key at once, and everybody else', async () => {
    const tab = await openTab(it, 'stranger');
    const { token } = (await tab.call(refreshApiToken)).body.data;
    await allow(tab.user().id);

    const asks = ['198.51.100.7', '203.0.113.9'].map(async (address) => [
      (await tab.client.call(readMe, { headers: { ...from(address), 'x-identity': null } })).status,
      (await it.visitor().call(readMe, { headers: { ...from(address), authorization: `Bearer ${token}` } })).status,
    ]);

    expect(await Promise.all(asks)).toEqual([
      [401, 401],
      [200, 200],
    ]);
    await it.owner.query('delete from auth_ips');
  });

  test('are those of who signed in, not of who is acted for', async () => {
    const tab = await openTab(it, 'stranger');
    await tab.actFor(it.world.people.outsider.id);

    await allow(it.world.people.outsider.id);
    const ofTarget = await tab.status();
    await allow(it.world.people.stranger.id);

    expect([ofTarget, await tab.status()]).toEqual([200, 401]);
    await it.owner.query('delete from auth_ips');
  });
});
