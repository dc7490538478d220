import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContact } from '#contract/contacts.contract.ts';
import {
  ACTIVITY_TYPES,
  logActivity,
  removeActivity,
  restoreActivity,
} from '#contract/timeline/activities.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

let office: Office;
let agent: Client;
let manager: Client;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
  manager = await office.signIn('manager');
});
afterAll(() => office.close());

const log = async (id: number, type: (typeof ACTIVITY_TYPES)[number] = 'call', body = '') =>
  (await agent.call(logActivity, { params: { id }, body: { type, body } })).body.data;
const touchOf = async (id: number) => (await agent.call(readContact, { params: { id } })).body.data.last_touch_at;
const told = async (id: number) => {
  const { body } = await agent.call(readTimeline, { params: { id } });
  return body.data.flatMap(({ kind, what }) => (what.of === 'activity' ? [[kind, what.type, what.body]] : []));
};

test('what somebody did stands in the timeline and moves the last touch', async () => {
  const id = await office.add({ owner: 'agent' });

  const activity = await log(id, 'voicemail', ' Call back after six. ');

  expect(activity).toMatchObject({ type: 'voicemail', body: 'Call back after six.', user: { name: 'Amy Agent' } });
  expect(await touchOf(id)).toBe(activity.at);
  expect(await told(id)).toEqual([['calls', 'voicemail', 'Call back after six.']]);
});

test('every type has its kind', async () => {
  const id = await office.add({ owner: 'agent' });
  for (const type of ACTIVITY_TYPES) await log(id, type);

  expect(Object.fromEntries((await told(id)).map(([kind, type]) => [type, kind]))).toEqual({
    call: 'calls',
    no_answer: 'calls',
    voicemail: 'calls',
    do_not_call: 'calls',
    text: 'texts',
    mail: 'mails',
    meeting: 'meetings',
    visit: 'meetings',
  });
});

test('undo takes it back with its touch, and brings the very same back', async () => {
  const id = await office.add({ owner: 'agent', last_touch_at: '2020-01-01T00:00:00.000Z' });
  const activity = await log(id, 'meeting');
  const params = { id, activityId: activity.id };

  expect((await agent.call(removeActivity, { params })).status).toBe(204);
  expect([await touchOf(id), await told(id)]).toEqual(['2020-01-01T00:00:00.000Z', []]);
  expect((await agent.call(restoreActivity, { params })).body.data).toEqual(activity);
  expect([await touchOf(id), await told(id)]).toEqual([activity.at, [['meetings', 'meeting', '']]]);
});

test('a touch that came later stays when an earlier one is taken back', async () => {
  const id = await office.add({ owner: 'agent' });
  const first = await log(id, 'call');
  office.advance(1_000);
  const second = await log(id, 'text');

  await agent.call(removeActivity, { params: { id, activityId: first.id } });

  expect(await touchOf(id)).toBe(second.at);
});

test('it is taken back by who wrote it down and by those above', async () => {
  const id = await office.add({ owner: 'agent' });
  const { id: own } = await log(id);
  const theirs = (await manager.call(logActivity, { params: { id }, body: { type: 'call' } })).body.data.id;

  expect((await agent.call(removeActivity, { params: { id, activityId: theirs } })).status).toBe(403);
  expect((await manager.call(removeActivity, { params: { id, activityId: own } })).status).toBe(204);
  expect(await told(id)).toHaveLength(1);
});

test('an entry of another contact, and one that is gone already, are not there', async () => {
  const [id, other] = [await office.add({ owner: 'agent' }), await office.add({ owner: 'agent' })];
  const { id: activityId } = await log(id);

  expect((await agent.call(removeActivity, { params: { id: other, activityId } })).status).toBe(404);
  expect((await agent.call(removeActivity, { params: { id, activityId } })).status).toBe(204);
  expect((await agent.call(removeActivity, { params: { id, activityId } })).status).toBe(404);
});

test.each([
  ['a deleted contact', { owner: 'agent', deleted_at: '2026-01-01T00:00:00Z' }, 409],
  ['somebody else’s contact', { owner: 'far' }, 404],
])('nothing is written down about %s', async (_what, contact, status) => {
  const id = await office.add(contact);

  expect((await agent.call(logActivity, { params: { id }, body: { type: 'call' } })).status).toBe(status);
});

test('a text that came in on another day is in its place, moves no later touch, and leaves none when it is removed', async () => {
  const id = await office.add({ owner: 'agent' });
  const earlier = new Date(office.deps.now().getTime() - 3 * 86_400_000).toISOString();
  const call = await log(id);
  const { body } = await agent.call(logActivity, {
    params: { id },
    body: { type: 'text', body: 'Yes.', direction: 'in', at: earlier },
  });

  expect(body.data).toMatchObject({ type: 'text', direction: 'in', at: earlier });
  expect(await touchOf(id)).toBe(call.at);
  await agent.call(removeActivity, { params: { id, activityId: call.id } });
  expect(await touchOf(id)).toBe(earlier);
  await agent.call(removeActivity, { params: { id, activityId: body.data.id } });
  expect(await touchOf(id)).toBeNull();
});

test('nothing is logged in the future; a browser may be a minute ahead', async () => {
  const id = await office.add({ owner: 'agent' });
  const now = office.deps.now().getTime();
  const ask = (ms: number) =>
    agent.call(logActivity, { params: { id }, body: { type: 'meeting', at: new Date(now + ms).toISOString() } });

  expect((await ask(600_000)).status).toBe(422);
  expect((await ask(Date.parse('0026-11-23T12:00:00Z') - now)).status).toBe(422);
  const logged = Date.parse((await ask(50_000)).body.data.at);
  expect(logged).toBeLessThanOrEqual(office.deps.now().getTime());
});

test('a meeting has no direction', async () => {
  const id = await office.add({ owner: 'agent' });

  expect((await agent.call(logActivity, { params: { id }, body: { type: 'meeting', direction: 'in' } })).status).toBe(
    422,
  );
});
