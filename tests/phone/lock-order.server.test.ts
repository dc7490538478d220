import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mergeContacts } from '#contract/duplicates.contract.ts';
import { linkCall } from '#contract/phone.contract.ts';
import { holding, untilWaiting } from '../_db/held.ts';
import { type CallDesk, COMPLETED, NUMBERS, openCallDesk, OUTSIDE, statusOf } from './call-desk.ts';

/** Advisory lock behind which every merge waits here once it has locked its contacts. */
const GATE = 4711;
const AT_GATE = { text: 'select pg_advisory_xact_lock($1)', values: [GATE] };

let it: CallDesk;
beforeAll(async () => {
  it = await openCallDesk();
  await it.sql(`create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${GATE}); return new; end $$`);
  await it.sql('create trigger merges_wait before insert on merges for each row execute function wait_at_gate()');
});
afterAll(() => it.close());
beforeEach(() => it.clear());
afterEach(() => it.sql('truncate merges cascade'));

/** A merge of two contacts that has locked them while `other` begins; answers the status of the merge. */
const duringMerge = (ids: readonly number[], other: () => Promise<unknown>) =>
  holding(it.owner, AT_GATE, async (_, release) => {
    const merging = it.admin.call(mergeContacts, { body: { ids: [...ids], survivor_id: ids[0] ?? 0, fields: {} } });
    await untilWaiting(it.owner, 1);
    const second = other();
    await untilWaiting(it.owner, 2);
    await release();
    const [merged] = await Promise.all([merging, second]);
    return statusOf(merged);
  });

const contactsOfCalls = () => it.sql('select status, contact_id from calls order by id');

describe('a merge of contacts', () => {
  test('and a call of theirs that is answered meanwhile both go through', async () => {
    const other = await it.contact({ first_name: 'Rosa' });
    const rosa = await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const { call } = await it.dial(OUTSIDE);
    await it.note(call.id, { kind: 'ringing' });

    const status = await duringMerge([other, rosa], () => it.note(call.id, { kind: 'answered', agent: null }));

    expect([status, await contactsOfCalls()]).toEqual([200, [{ status: 'active', contact_id: other }]]);
  });

  test('and a call that ends meanwhile both go through, with the note on the survivor', async () => {
    const other = await it.contact({ first_name: 'Rosa' });
    const rosa = await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const call = await it.talk(OUTSIDE);
    await it.sql(`update calls set note = 'Call back' where id = $1`, [call.id]);

    const status = await duringMerge([other, rosa], () => it.note(call.id, COMPLETED));

    expect([status, await contactsOfCalls(), await it.sql('select contact_id from notes')]).toEqual([
      200,
      [{ status: 'ended', contact_id: other }],
      [{ contact_id: other }],
    ]);
  });

  test('and the link of a call to one of them both go through', async () => {
    const other = await it.contact({ first_name: 'Rosa' });
    const rosa = await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const call = await it.talk(OUTSIDE);
    let linked = 0;

    const status = await duringMerge([other, rosa], async () => {
      linked = statusOf(await it.agent.call(linkCall, { body: { call_id: call.id, contact_id: other } }));
    });

    expect([status, linked, await contactsOfCalls()]).toEqual([200, 200, [{ status: 'active', contact_id: other }]]);
  });
});

describe('an inbound call that someone answers', () => {
  test('locks the contact that it gets before itself', async () => {
    const rosa = await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const route = await it.ledger.receive({ sid: 'CA1', from: OUTSIDE, to: NUMBERS.agent });
    if (route.kind !== 'agents') throw new Error('it does not ring');
    await it.note(route.callId, { kind: 'ringing' });

    const free = await holding(
      it.owner,
      { text: 'select from contacts where id = $1 for no key update', values: [rosa] },
      async (client, release) => {
        const answering = it.note(route.callId, { kind: 'answered', agent: it.agentOf('agent') });
        await untilWaiting(it.owner, 1);
        const { rowCount } = await client.query('select from calls where id = $1 for update nowait', [route.callId]);
        await release();
        await answering;
        return rowCount;
      },
    );

    expect([free, await contactsOfCalls()]).toEqual([1, [{ status: 'active', contact_id: rosa }]]);
  });
});
