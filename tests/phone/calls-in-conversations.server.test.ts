import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mergeContacts } from '#contract/duplicates.contract.ts';
import { countConversations, fetchConversations, readConversation } from '#contract/messages.contract.ts';
import { logActivity, removeActivity } from '#contract/timeline/activities.contract.ts';
import { ROOT } from '../../server/config.ts';
import { type CallDesk, COMPLETED, NUMBERS, openCallDesk, OUTSIDE } from './call-desk.ts';

let it: CallDesk;
beforeAll(async () => {
  it = await openCallDesk();
  await it.sql(`update users set wallet_feature_enabled = true, max_plus_plan = 'premium'`);
});
afterAll(() => it.close());
beforeEach(() => it.clear());

const listOf = async (by = it.peer) => (await by.call(fetchConversations, { body: { filter: 'open' } })).body.data;
const unreadOf = async (by = it.peer) => (await by.call(countConversations, { body: {} })).body.data.unread;

/** A call of the agent to the peer that nobody takes. */
async function miss(outcome: 'no_answer' | 'rejected' = 'no_answer'): Promise<void> {
  const { call, route } = await it.dial(NUMBERS.peer);
  if (route.kind !== 'agents') throw new Error('it does not ring');
  await it.note(route.callId, { kind: 'ringing' });
  await it.note(route.callId, { ...COMPLETED, outcome, by: 'line' });
  await it.note(call.id, { ...COMPLETED, outcome });
  // The line may say so again.
  await it.note(route.callId, { ...COMPLETED, outcome, by: 'line' });
  it.advance(60_000);
}

test('a missed call makes the conversation unread once, moves it up, and tells who answers', async () => {
  const amy = await it.contact({ first_name: 'Amy', phone: NUMBERS.agent }, 'peer');
  const later = await it.contact({ first_name: 'Late', phone: OUTSIDE }, 'peer');
  await miss();
  await it.peer.call(logActivity, { params: { id: later }, body: { type: 'call', body: 'From the car.' } });
  expect((await listOf()).map(({ contact }) => contact?.id)).toEqual([later, amy]);
  it.advance(60_000);

  await miss();
  expect(await listOf()).toMatchObject([
    {
      contact: { id: amy },
      phone: NUMBERS.agent,
      unread: 2,
      last: null,
      line: { of: 'call', direction: 'inbound', outcome: 'no_answer' },
    },
    { contact: { id: later }, unread: 0, line: { of: 'activity', type: 'call' } },
  ]);
  expect(await unreadOf()).toBe(1);
  const told = await it.sql('select from events where stream = $1', [`texts:${it.idOf('peer')}`]);
  expect(told.length).toBeGreaterThan(1);
});

test('a declined call and one that was answered are not unread', async () => {
  await it.contact({ first_name: 'Amy', phone: NUMBERS.agent }, 'peer');
  await miss('rejected');
  const { route } = await it.dial(NUMBERS.peer);
  if (route.kind !== 'agents') throw new Error('it does not ring');
  await it.note(route.callId, { kind: 'answered', agent: it.agentOf('peer') });
  it.advance(22_000);
  await it.note(route.callId, COMPLETED);
  expect(await listOf()).toMatchObject([{ unread: 0, line: { of: 'call', outcome: 'completed', seconds: 22 } }]);
});

test('a missed call of a number that several contacts have is nobody’s', async () => {
  await it.contact({ first_name: 'Amy', phone: NUMBERS.agent }, 'peer');
  await it.contact({ first_name: 'Ann', phone_2: NUMBERS.agent }, 'peer');
  await miss();
  expect([await listOf(), await it.sql('select from calls where contact_id is not null')]).toEqual([[], []]);
});

test('a call of ours begins a conversation and opens a closed one', async () => {
  const id = await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
  const { call } = await it.dial(OUTSIDE);
  await it.note(call.id, { kind: 'ringing' });
  expect(await listOf(it.agent)).toMatchObject([{ contact: { id }, line: { direction: 'outbound', outcome: null } }]);
  await it.sql('update conversations set closed_at = now()');
  await it.note(call.id, { ...COMPLETED, outcome: 'no_answer' });
  expect(await listOf(it.agent)).toMatchObject([{ unread: 0, closed: false, line: { outcome: 'no_answer' } }]);
});

test('a logged call that is taken back is not the last line any more', async () => {
  const id = await it.contact({ first_name: 'Amy', phone: NUMBERS.agent }, 'peer');
  await miss();
  const logged = await it.peer.call(logActivity, { params: { id }, body: { type: 'voicemail', body: '' } });
  expect(await listOf()).toMatchObject([{ line: { of: 'activity', type: 'voicemail' } }]);
  await it.peer.call(removeActivity, { params: { id, activityId: logged.body.data.id } });
  expect(await listOf()).toMatchObject([{ line: { of: 'call' } }]);
});

test('a merge brings the missed call of the merged contact, unread', async () => {
  const amy = await it.contact({ first_name: 'Amy', phone: NUMBERS.agent }, 'peer');
  await miss();
  const survivor = await it.contact({ first_name: 'Amelia' }, 'peer');
  await it.admin.call(mergeContacts, { body: { ids: [survivor, amy], survivor_id: survivor } });
  const [row] = await listOf();
  expect(row).toMatchObject({ contact: { id: survivor }, unread: 1, line: { of: 'call', outcome: 'no_answer' } });
  await it.peer.call(readConversation, { body: { conversation_id: row?.id ?? 0 } });
  expect(await unreadOf()).toBe(0);
});

test('the migration counts the conversations that there are, and begins none', async () => {
  const amy = await it.contact({ first_name: 'Amy', phone: NUMBERS.agent }, 'peer');
  const rosa = await it.contact({ first_name: 'Rosa', phone: OUTSIDE }, 'peer');
  await miss();
  await it.peer.call(logActivity, { params: { id: rosa }, body: { type: 'call', body: '' } });
  const before = await listOf();
  await it.sql('delete from conversations where contact_id = $1', [rosa]);
  await it.sql(
    `update conversations set last_line_kind = null, last_line_id = null, last_at = created_at - interval '1 h'`,
  );

  const file = join(ROOT, 'server/db/migrations/0086_count_conversation_lines.sql');
  await it.sql(`begin; ${readFileSync(file, 'utf8')}; commit`);
  expect(await listOf()).toEqual(before.filter(({ contact }) => contact?.id === amy));
});
