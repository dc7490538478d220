import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { agentLicenses } from '#contract/agent-licenses.contract.ts';
import { listNotifications } from '#contract/notifications.contract.ts';
import { plusDays, utcDay } from '#rules/time/days.ts';
import { remindOfLicenses } from '../../server/features/agent-licenses/remind-of-licenses.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let admin: Client;
let manager: Client;
let agent: Client;
let peer: Client;
let stranger: Client;
beforeAll(async () => {
  it = await openApp();
  [admin, manager, agent] = [await it.signIn('admin'), await it.signIn('manager'), await it.signIn('agent')];
  [peer, stranger] = [await it.signIn('peer'), await it.signIn('stranger')];
});
afterAll(() => it.close());
beforeEach(() => it.owner.query('delete from agent_licenses; delete from notifications'));

type License = Parameters<typeof create>[0];
const create = (
  body: { state: string; line: 'health' | 'life'; number?: string; expires_on?: string | null; user_id?: number },
  client = agent,
) => client.call(agentLicenses.create, { body });
const texas = (more: Partial<License> = {}, client = agent) =>
  create({ state: 'texas', line: 'health', ...more }, client);
const listed = async (client: Client, query = {}) =>
  (await client.call(agentLicenses.list, { query })).body.data.map(({ user, state }) => `${user.name} ${state}`);
const errorsOf = ({ body }: { body: unknown }) => (body as { errors?: Record<string, string[]> }).errors;
const dayFrom = (days: number) => plusDays(utcDay(it.deps.now()), days);
const notices = async () =>
  (await agent.call(listNotifications, { query: {} })).body.data.map(({ title, href }) => [title, href]);

test('an agent keeps one license for each state and line', async () => {
  const { body } = await texas({ number: ' TX-1 ', expires_on: '2027-05-31' });
  const again = await texas();
  const life = await create({ state: 'TX', line: 'life' });

  expect(body.data).toMatchObject({ state: 'TX', number: 'TX-1', expires_on: '2027-05-31', carriers: [] });
  expect([again.status, errorsOf(again)]).toEqual([422, { line: ['The health license for Texas is there already.'] }]);
  expect(life.status).toBe(200);
});

test('a manager reads the licenses below, an administrator changes them, and a peer sees none', async () => {
  const { id } = (await texas()).body.data;
  const change = (client: Client) => client.call(agentLicenses.update, { params: { id }, body: { number: 'TX-2' } });

  expect(await listed(manager)).toHaveLength(1);
  expect(await listed(peer)).toEqual([]);
  expect(await listed(stranger)).toEqual([]);
  expect((await change(manager)).status).toBe(403);
  expect((await change(peer)).status).toBe(404);
  expect((await change(admin)).status).toBe(200);
});

test('an administrator adds a license for an agent, who has it among their own', async () => {
  const { user } = (await texas()).body.data;
  const added = await create({ state: 'OH', line: 'health', user_id: user.id }, admin);
  const byPeer = await create({ state: 'LA', line: 'health', user_id: user.id }, peer);

  expect(added.body.data.user.id).toBe(user.id);
  expect((await agent.call(agentLicenses.choices)).body.data.map(({ state }) => state)).toEqual(['OH', 'TX']);
  expect((await admin.call(agentLicenses.choices)).body.data).toEqual([]);
  expect([byPeer.status, errorsOf(byPeer)]).toEqual([422, { user_id: ['User not found.'] }]);
});

test('a search finds the agent, the state and the number', async () => {
  const { user } = (await texas({ number: 'AB-77' })).body.data;

  for (const q of [user.name.slice(0, 4), 'tx', 'ab-77']) expect(await listed(admin, { q })).toHaveLength(1);
  expect(await listed(admin, { q: 'nobody' })).toEqual([]);
});

test('an agent is told once of a license that ends within 60 days, and again when its day has changed', async () => {
  const { id } = (await texas({ expires_on: dayFrom(60) })).body.data;
  await create({ state: 'OH', line: 'health', expires_on: dayFrom(61) });
  await create({ state: 'LA', line: 'health', expires_on: dayFrom(-1) });

  for (const _ of [1, 2]) await remindOfLicenses(it.deps);

  const [[title = '', href] = [], ...others] = await notices();
  expect(others).toEqual([]);
  expect(title).toMatch(/^Your health license for Texas expires on /);
  expect(href).toBe(`/licenses?edit=${id}`);

  await agent.call(agentLicenses.update, { params: { id }, body: { expires_on: dayFrom(30) } });
  await remindOfLicenses(it.deps);
  expect(await notices()).toHaveLength(2);
});
