import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  countNotifications,
  listNotifications,
  markAllNotifications,
  markNotification,
  type NotificationKind,
} from '#contract/notifications.contract.ts';
import { loginAsUser } from '#contract/users.contract.ts';
import { IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { notify } from '../../server/features/notifications/notify.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let agent: Client;
let peer: Client;
beforeAll(async () => {
  it = await openApp();
  [agent, peer] = [await it.signIn('agent'), await it.signIn('peer')];
});
afterAll(() => it.close());
beforeEach(() => it.owner.query('delete from notifications; delete from events'));

const tell = (occurrence: string, more: { kind?: NotificationKind; isSeen?: boolean; body?: string } = {}) => {
  const { id: userId, accountId } = it.world.people.agent;
  const notice = { accountId, userId, kind: 'lead' as const, aboutId: 7, occurrence, title: `Lead ${occurrence}` };
  return withAccount(it.deps.pool, { accountId }, (tx) =>
    notify(tx, { ...notice, href: '/contacts/1001', at: it.deps.now(), ...more }),
  );
};
const list = async (query: { show?: 'all' | 'unread'; cursor?: string; limit?: number } = {}, client = agent) =>
  (await client.call(listNotifications, { query })).body;
const titles = async (query: Parameters<typeof list>[0] = {}) => (await list(query)).data.map(({ title }) => title);
const newest = async () => (await list()).data[0]?.id ?? 0;
const unread = async (client = agent) => (await client.call(countNotifications)).body.data.unread;
const told = async () =>
  (await it.owner.query<{ stream: string; body: object }>('select stream, body from events order by id')).rows;

describe('a fact', () => {
  test('is told once, and open tabs hear of it', async () => {
    await tell('a');
    await tell('a');

    expect((await list()).data).toMatchObject([
      { kind: 'lead', title: 'Lead a', body: '', href: '/contacts/1001', read_at: null },
    ]);
    expect(await told()).toEqual([
      {
        stream: `user:${it.world.people.agent.id}`,
        body: {
          type: 'resource.changed',
          subject: 'notification',
          id: expect.any(Number) as number,
          reads: ['listNotifications', 'countNotifications'],
        },
      },
    ]);
  });

  test('that is rolled back leaves no notification', async () => {
    const { accountId, id: userId } = it.world.people.agent;
    const failing = withAccount(it.deps.pool, { accountId }, async (tx) => {
      const at = it.deps.now();
      await notify(tx, { accountId, userId, kind: 'bulk', aboutId: 1, occurrence: 'x', title: 'X', href: '/x', at });
      throw new Error('the fact fails');
    });

    await expect(failing).rejects.toThrow('the fact fails');
    expect(await list()).toMatchObject({ data: [] });
    expect(await told()).toEqual([]);
  });

  test('that its person saw is listed and not counted', async () => {
    await tell('seen', { isSeen: true });

    expect([await unread(), await titles(), await titles({ show: 'unread' })]).toEqual([0, ['Lead seen'], []]);
  });

  test('has texts that fit, and no page outside of the app', async () => {
    await tell('long', { body: 'x'.repeat(400) });

    expect((await list()).data[0]?.body).toMatch(/^x{299}…$/u);
    await expect(it.owner.query(`update notifications set href = '//elsewhere.test'`)).rejects.toThrow();
  });
});

describe('the list', () => {
  test('is the person’s own, newest first, page by page', async () => {
    for (const name of ['a', 'b', 'c']) await tell(name);

    const first = await list({ limit: 2 });
    const next = await list({ limit: 2, cursor: first.meta.next_cursor ?? '' });

    expect([first.data.map(({ title }) => title), next.data.map(({ title }) => title)]).toEqual([
      ['Lead c', 'Lead b'],
      ['Lead a'],
    ]);
    expect(next.meta.next_cursor).toBeNull();
    expect([(await list({}, peer)).data, await unread(peer)]).toEqual([[], 0]);
  });

  test('refuses a cursor that is none', async () => {
    const { status, body } = await agent.call(listNotifications, { query: { cursor: 'nonsense' } });

    expect([status, body]).toMatchObject([422, { errors: { cursor: [expect.stringContaining('expired')] } }]);
  });
});

describe('a mark', () => {
  test('as read keeps its first time, however often, and as unread takes it away', async () => {
    await tell('a');
    const id = await newest();
    const mark = async (read: boolean) =>
      (await agent.call(markNotification, { params: { id }, body: { read } })).body.data.read_at;

    const at = await mark(true);
    it.advance(60_000);
    expect([at, await mark(true), await unread()]).toEqual([expect.any(String), at, 0]);
    expect([await mark(false), await unread()]).toEqual([null, 1]);
    expect(await told()).toHaveLength(3);
  });

  test('is the person’s alone: not a colleague’s, nor of a manager who is logged in as them', async () => {
    await tell('a');
    const id = await newest();
    const manager = await it.signIn('manager');
    await manager.call(loginAsUser, {
      params: { id: it.world.people.agent.id },
      body: { login_type: 'login_as', reason: 'looks after the leads' },
    });

    const byPeer = await peer.call(markNotification, { params: { id }, body: {} });
    const headers = { [IDENTITY_HEADER]: `${it.world.people.agent.id}:1` };
    const acting = await manager.call(markNotification, { params: { id }, body: {}, headers });
    const all = await manager.call(markAllNotifications, { body: {}, headers });

    expect([byPeer.status, acting.status, all.status]).toEqual([404, 403, 403]);
    expect([await unread(), (await manager.call(listNotifications, { query: {}, headers })).body.data.length]).toEqual([
      1, 1,
    ]);
  });

  test('of all goes up to what was shown, and is undone by its time', async () => {
    await tell('a');
    await tell('b');
    const through = await newest();
    await tell('c');

    const { data } = (await agent.call(markAllNotifications, { body: { through_id: through } })).body;
    expect([data.changed, await titles({ show: 'unread' })]).toEqual([2, ['Lead c']]);
    it.advance(1_000);
    const id = await newest();
    await agent.call(markNotification, { params: { id }, body: {} });

    const undone = (await agent.call(markAllNotifications, { body: { undo: data.read_at } })).body.data;
    expect([undone.changed, await titles({ show: 'unread' })]).toEqual([2, ['Lead b', 'Lead a']]);
  });

  test('of all without any changes nothing, and is no news', async () => {
    expect((await agent.call(markAllNotifications, { body: {} })).body.data.changed).toBe(0);
    expect(await told()).toEqual([]);
  });
});
