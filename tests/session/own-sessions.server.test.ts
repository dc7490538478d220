import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKey } from '#contract/api-access.contract.ts';
import { confirmIdentity } from '#contract/session.contract.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '#contract/session/own-sessions.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { removeExpired } from '../../server/retention/remove-expired.ts';
import { revokePerson } from '../../server/features/session/revoke-person.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { PASSWORD } from '../_db/world.ts';
import { codeAt, enrol } from '../two-factor/enrol.ts';
import { openTab, type Tab } from './tab.ts';

const DAY_MS = 24 * 3_600_000;

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());
beforeEach(() => it.owner.query('update sessions set ended_at = now() where ended_at is null'));

const idOf = (tab: Tab) => tab.user().identity[0]?.session_id ?? 0;
const uniqueKey = () => ({ idempotencyKey: crypto.randomUUID() });

describe('own sessions', () => {
  test('are listed, the current one marked', async () => {
    const [here, there] = [await openTab(it, 'agent'), await openTab(it, 'agent')];
    await openTab(it, 'peer');

    const { body } = await here.call(listOwnSessions);

    expect(body.data.map(({ id, current, ip }) => ({ id, current, ip }))).toEqual([
      { id: idOf(there), current: false, ip: '127.0.0.1' },
      { id: idOf(here), current: true, ip: '127.0.0.1' },
    ]);
  });

  test('end one by one', async () => {
    const [here, there] = [await openTab(it, 'agent'), await openTab(it, 'agent')];

    const { status } = await here.call(endOwnSession, { params: { id: idOf(there) }, ...uniqueKey() });

    expect([status, await here.status(), await there.status()]).toEqual([204, 200, 401]);
  });

  test('end together with everybody acted for in them', async () => {
    const [here, there] = [await openTab(it, 'manager'), await openTab(it, 'manager')];
    const id = idOf(there);
    await there.actFor(it.world.people.agent.id);

    await here.call(endOwnSession, { params: { id }, ...uniqueKey() });

    expect(await there.status()).toBe(401);
  });

  test('of somebody else do not, nor does the current one', async () => {
    const [here, other] = [await openTab(it, 'agent'), await openTab(it, 'peer')];

    const foreign = await here.call(endOwnSession, { params: { id: idOf(other) }, ...uniqueKey() });
    const current = await here.call(endOwnSession, { params: { id: idOf(here) }, ...uniqueKey() });

    expect([foreign.status, current.status, await other.status(), await here.status()]).toEqual([404, 409, 200, 200]);
  });

  test('all end but the current one, and sessions that act for the person stay', async () => {
    const tabs = [await openTab(it, 'agent'), await openTab(it, 'agent'), await openTab(it, 'agent')];
    const manager = await openTab(it, 'manager');
    await manager.actFor(it.world.people.agent.id);

    const { body } = await (tabs[0] as Tab).call(endOtherSessions, uniqueKey());

    expect(body).toEqual({ data: { ended: 2 } });
    expect(await Promise.all([...tabs, manager].map((tab) => tab.status()))).toEqual([200, 401, 401, 200]);
  });
});

describe('proving who one is', () => {
  const close = (tab: Tab) => it.owner.query('update sessions set sudo_until = null where id = $1', [idOf(tab)]);

  test('opens sensitive actions for 15 minutes', async () => {
    const tab = await openTab(it, 'peer');
    await close(tab);
    const key = { body: { name: 'Sync', scopes: ['contacts.read' as const] } };

    const before = await tab.call(createApiKey, key);
    const { body } = await tab.confirm();
    const within = await tab.call(createApiKey, key);
    it.advance(15 * 60_000);
    const after = await tab.call(createApiKey, key);

    expect([before.status, within.status, after.status]).toEqual([403, 200, 403]);
    expect(Date.parse(body.data.sudo_until)).toBeLessThanOrEqual(it.deps.now().getTime());
  });

  test('with the wrong password opens nothing and counts as a failed sign-in', async () => {
    const tab = await openTab(it, 'outsider');
    await close(tab);
    const { cookie } = tab.client;

    const wrong = await tab.call(confirmIdentity, { body: { password: 'not this one' } });
    for (let times = 0; times < 4; times += 1) await tab.call(confirmIdentity, { body: { password: 'nor this' } });
    const tooEarly = await tab.call(confirmIdentity, { body: { password: PASSWORD } });

    expect([wrong.status, wrong.body]).toMatchObject([
      422,
      { code: 'refused', errors: { password: [expect.any(String)] } },
    ]);
    expect([tooEarly.status, tab.client.cookie]).toEqual([422, cookie]);
  });

  test('works with a code of the app, once', async () => {
    const tab = await openTab(it, 'admin');
    const { seed } = await enrol(it, 'admin');
    await close(tab);
    const body = { otp_code: codeAt(seed, it.deps.now()) };

    const first = await tab.call(confirmIdentity, { body });
    const second = await tab.call(confirmIdentity, { body });
    await it.owner.query('delete from two_factors');

    expect([first.status, second.status]).toEqual([200, 422]);
  });

  test('takes a proof, not the lack of one', async () => {
    const tab = await openTab(it, 'stranger');

    expect((await tab.call(confirmIdentity, { body: {} })).status).toBe(422);
  });
});

test('whoever is revoked loses every session and key at once, but for one that is named', async () => {
  const [here, there] = [await openTab(it, 'admin'), await openTab(it, 'admin')];
  const { accountId, id: userId } = it.world.people.admin;
  await here.call(createApiKey, { body: { name: 'Sync', scopes: ['contacts.read'] } });

  await withAccount(it.deps.pool, { accountId }, (tx) =>
    revokePerson(tx, userId, it.deps.now(), { exceptSession: idOf(here) }),
  );

  const { rows } = await it.owner.query('select from api_keys where user_id = $1 and revoked_at is null', [userId]);
  expect([await here.status(), await there.status(), rows.length]).toEqual([200, 401, 0]);
});

test('what is long over is forgotten, and what is not stays', async () => {
  const tab = await openTab(it, 'manager');
  await tab.actFor(it.world.people.agent.id);
  const gone = await openTab(it, 'admin');
  await gone.actFor(it.world.people.manager.id);
  await it.owner.query('select end_stack($1, $2)', [idOf(gone), it.deps.now()]);
  const count = async (table: string) => (await it.owner.query(`select from ${table}`)).rowCount;
  const at = (days: number) => new Date(it.deps.now().getTime() + days * DAY_MS);
  const forget = (days: number) => removeExpired({ ...it.deps, now: () => at(days) });

  await forget(0);
  expect(await count('replaced_tokens')).toBeGreaterThan(1);
  await forget(2);
  expect(await count('replaced_tokens')).toBe(0);
  await it.owner.query(`update sessions set expires_at = $1 where ended_at is null`, [at(1)]);
  await forget(30.5);

  const { rows } = await it.owner.query('select user_id from sessions order by id');
  expect(rows.map(({ user_id: id }) => id)).toEqual([it.world.people.manager.id, it.world.people.agent.id]);
  expect(await forget(40)).toMatchObject({ sessions: 2 });
});
