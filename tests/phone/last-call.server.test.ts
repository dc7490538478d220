import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mergeContacts, undoMerge } from '#contract/duplicates.contract.ts';
import { fetchActiveCalls, linkCall } from '#contract/phone.contract.ts';
import { logActivity, removeActivity, restoreActivity } from '#contract/timeline/activities.contract.ts';
import { type Tx, withAccount } from '../../server/db/tx.ts';
import { type CallDesk, COMPLETED, NUMBERS, openCallDesk, OUTSIDE } from './call-desk.ts';

let it: CallDesk;
beforeAll(async () => {
  it = await openCallDesk();
});
afterAll(() => it.close());
beforeEach(() => it.clear());

const lastCalls = async () => {
  const rows = await it.sql<{ last_call_at: Date | null }>('select last_call_at from contacts order by id');
  return rows.map((row) => row.last_call_at?.toISOString() ?? null);
};
const now = () => it.deps.now().toISOString();

/** A call to the only contact of a number that rang and was not answered; answers its id and when it was made. */
async function ring(): Promise<{ id: number; at: string }> {
  const at = now();
  const { call } = await it.dial(OUTSIDE);
  await it.note(call.id, { kind: 'ringing' });
  await it.note(call.id, { ...COMPLETED, outcome: 'no_answer' });
  it.advance(60_000);
  return { id: call.id, at };
}

describe('the last call of a contact', () => {
  test('is one of ours that rang there, answered or not', async () => {
    await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const { at } = await ring();
    expect(await lastCalls()).toEqual([at]);
  });

  test('is the same when the line tells late that it rang', async () => {
    await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const at = now();
    const { call } = await it.dial(OUTSIDE);
    await it.note(call.id, { ...COMPLETED, outcome: 'cancelled' });
    const before = await lastCalls();
    await it.note(call.id, { kind: 'ringing' });
    expect([before, await lastCalls()]).toEqual([[null], [at]]);
  });

  test('is none of ours that never rang, and none of theirs that nobody answered', async () => {
    await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const amy = await it.contact({ first_name: 'Amy', phone: NUMBERS.agent }, 'peer');
    const { call } = await it.dial(OUTSIDE);
    await it.note(call.id, { ...COMPLETED, outcome: 'failed' });
    const { route } = await it.dial(NUMBERS.peer);
    if (route.kind !== 'agents') throw new Error('it does not ring');
    await it.note(route.callId, { kind: 'ringing' });
    await it.note(route.callId, { ...COMPLETED, outcome: 'no_answer' });
    await it.peer.call(linkCall, { body: { call_id: route.callId, contact_id: amy } });
    const linked = await it.sql('select contact_id from calls where id = $1', [route.callId]);
    expect([linked, await lastCalls()]).toEqual([[{ contact_id: amy }], [null, null]]);
  });

  test('is one of theirs that was answered', async () => {
    await it.contact({ first_name: 'Amy', phone: NUMBERS.agent }, 'peer');
    const at = now();
    const { route } = await it.dial(NUMBERS.peer);
    if (route.kind !== 'agents') throw new Error('it does not ring');
    await it.note(route.callId, { kind: 'answered', agent: it.agentOf('peer') });
    expect(await lastCalls()).toEqual([at]);
  });

  test('is one that was written down, until it is taken back', async () => {
    const id = await it.contact({ first_name: 'Rosa' });
    const at = now();
    const { body } = await it.agent.call(logActivity, {
      params: { id },
      body: { type: 'call', body: 'From the car.' },
    });
    const params = { id, activityId: body.data.id };
    const logged = await lastCalls();
    await it.agent.call(removeActivity, { params });
    const removed = await lastCalls();
    await it.agent.call(restoreActivity, { params });
    expect([logged, removed, await lastCalls()]).toEqual([[at], [null], [at]]);
  });

  test('is the later of two that are written down at once', async () => {
    const id = await it.contact({ first_name: 'Rosa' });
    const { accountId, id: userId } = it.world.people.agent;
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const write = (tx: Tx, at: string) =>
      tx.raw(
        `insert into contact_activities (account_id, contact_id, user_id, actor_id, type, at)
         values (app_account_id(), $1, $2, $2, 'call', $3)`,
        [id, userId, at],
      );
    let earlier: Promise<unknown> = Promise.resolve();
    await withAccount(it.deps.pool, { accountId }, async (tx) => {
      await write(tx, '2026-11-21T11:00:00.000Z');
      earlier = withAccount(it.deps.pool, { accountId }, (other) => write(other, '2026-11-21T10:00:00.000Z'));
      await expect.poll(() => it.sql(waiting)).toHaveLength(1);
    });
    await earlier;
    expect(await lastCalls()).toEqual(['2026-11-21T11:00:00.000Z']);
  });

  test('goes with a call that turns out to be about somebody else', async () => {
    await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const other = await it.contact({ first_name: 'Emeka' });
    const first = await ring();
    const second = await ring();
    await it.agent.call(linkCall, { body: { call_id: second.id, contact_id: other } });
    expect(await lastCalls()).toEqual([first.at, second.at]);
  });

  test('of two that become one is the later of both, and each has its own when that is undone', async () => {
    const rosa = await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const first = await ring();
    const other = await it.contact({ first_name: 'Rosie' });
    const second = await ring();
    await it.agent.call(linkCall, { body: { call_id: second.id, contact_id: other } });
    const { body } = await it.admin.call(mergeContacts, { body: { ids: [rosa, other], survivor_id: rosa } });
    const merged = await lastCalls();
    await it.admin.call(undoMerge, { params: { id: body.data.merge?.id ?? 0 } });
    expect([merged, await lastCalls()]).toEqual([
      [second.at, null],
      [first.at, second.at],
    ]);
  });
});

test('the next call waits for the end of the last one, which its browser knows first', async () => {
  const { id } = await it.talk();
  const next = it.start({ phone_number: OUTSIDE, purpose: 'service' });
  // Meanwhile its first attempt is refused.
  for (let turn = 0; turn < 3; turn += 1) await it.agent.call(fetchActiveCalls, { body: {} });
  await it.note(id, COMPLETED);

  expect((await next).status).toBe(200);
});
