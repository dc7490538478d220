import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hangUp, transfer } from '../../server/features/phone/calls/call-controls.service.ts';
import {
  addressesOf,
  caller,
  clearDesk,
  closeDesk,
  freshSid,
  GROUP,
  hangingUp,
  it,
  kindsOf,
  MANAGER,
  openDesk,
  OUTSIDE,
  post,
  readCall,
  rung,
  talking,
  talkingWithPeer,
  twilio,
} from './twilio-desk.ts';

beforeAll(openDesk);
afterAll(closeDesk);
beforeEach(clearDesk);

const NEXT = '+15125550177';

/** Addresses to which a transfer moved the legs, by their sid. An announcement may move them as well. */
const movesTo = () =>
  new Map(
    twilio.received.flatMap(({ url = '', form }) => {
      const [, sid = ''] = /Calls\/(\w+)\.json/u.exec(url) ?? [];
      const isOfTransfer = /\/(transfer|wait)\?/u.test(form['Url'] ?? '');
      return form['Url'] === undefined || !isOfTransfer
        ? []
        : [[sid, form['Url'].replace('https://crm.example.com', '')] as const];
    }),
  );

interface Pass {
  by?: 'agent' | 'peer';
  to?: string;
  /** Answers. */
  who?: 'manager' | 'peer';
}

/** Twilio follows both moves of a transfer, the other party's dial begins. */
async function passing(
  { id, agentLeg, other }: { id: number; agentLeg: string; other: string },
  { by = 'agent', to = MANAGER, who = 'manager' }: Pass = {},
) {
  twilio.received.splice(0);
  await transfer(it.deps, caller(by), { id, written: to });
  const moves = movesTo();
  const waits = await post(moves.get(agentLeg) ?? '', { CallSid: agentLeg });
  const dials = () => post(moves.get(other) ?? '', { CallSid: other });
  const { body } = await dials();
  const [after = '', status = ''] = addressesOf(body);
  const next = Number(new URLSearchParams(status.split('?')[1]).get('in'));
  const leg = freshSid();
  const form = { CallSid: leg, ParentCallSid: other, To: `client:user-${it.world.people[who].id}` };
  return {
    next,
    leg,
    body,
    waits: waits.body,
    dials,
    answers: () => post(status, { ...form, CallStatus: 'in-progress', Timestamp: new Date().toUTCString() }),
    ends: (DialCallStatus: string, CallStatus = 'in-progress') =>
      post(after, { CallSid: other, CallStatus, DialCallStatus }),
  };
}

async function passed(pass: Pass = {}) {
  const { id, sid, other, leg: ofOther } = await talking();
  return { id, sid, other, ofOther, ...(await passing({ id, agentLeg: sid, other }, pass)) };
}

const statusOf = (sid: string) => twilio.legs.get(sid)?.status;

describe('a transfer', () => {
  test('keeps the agent in the room until the next one answers, and then lets them go', async () => {
    const { id, sid, other, waits, next, answers, ends } = await passed();
    expect(waits).toContain(`<Conference beep="false" endConferenceOnExit="true">${sid}</Conference>`);
    expect([await readCall(id), statusOf(sid)]).toMatchObject([{ status: 'active' }, 'in-progress']);

    await answers();
    await vi.waitFor(() => expect(statusOf(sid)).toBe('completed'), 5_000);

    expect(await readCall(id)).toMatchObject({ status: 'ended', outcome: 'completed' });
    expect(await readCall(next)).toMatchObject({ status: 'active' });
    expect(statusOf(other)).toBe('in-progress');
    expect((await ends('completed')).body).toContain('<Pause');
  });

  test('lets the agent go when only the end of the next talk is told', async () => {
    const { id, sid, ends } = await passed();

    await ends('completed');

    expect([await readCall(id), statusOf(sid)]).toMatchObject([{ status: 'ended' }, 'completed']);
  });

  test.each([
    ['busy', 'rejected'],
    ['no-answer', 'no_answer'],
    ['failed', 'unavailable'],
  ])('whose dial ends as %s is back with the agent, once', async (dial, outcome) => {
    const { id, sid, next, ends } = await passed();

    const first = await ends(dial);
    const again = await ends(dial);

    expect(first.body).toContain(`waitUrl="">${sid}</Conference>`);
    expect(again.body).toBe(first.body);
    expect((await kindsOf(id)).filter((kind) => kind === 'returned')).toHaveLength(1);
    expect([await readCall(id), await readCall(next)]).toMatchObject([{ status: 'active' }, { outcome }]);
    expect(statusOf(sid)).toBe('in-progress');
  });

  test('to a number outside comes back, too', async () => {
    const { id, sid, ends } = await passed({ to: NEXT });

    const { body } = await ends('busy');

    expect(body).toContain(`${sid}</Conference>`);
    expect(await kindsOf(id)).toEqual(expect.arrayContaining(['transferred', 'returned']));
  });

  test('to an extension outside is dialed by the carrier', async () => {
    const { body } = await passed({ to: '512-555-0177 x45' });

    expect(body).toContain(`sendDigits="www45">${NEXT}</Number>`);
  });

  test('that came back ends with the agent who hangs up, also within the minute', async () => {
    const { id, sid, other, ends } = await passed();
    await ends('no-answer');
    await hangingUp(id);

    await post('/_twilio/status', { CallSid: sid, From: 'client:user-1', CallStatus: 'completed' });

    await vi.waitFor(() => expect(statusOf(other)).toBe('completed'), 5_000);
    await vi.waitFor(async () => expect(await readCall(id)).toMatchObject({ status: 'ended' }), 5_000);
  });

  test('goes on without an agent who hangs up through the server', async () => {
    const { id, sid, other, ends } = await passed();

    await hangUp(it.deps, caller('agent'), id);

    expect([statusOf(sid), statusOf(other)]).toEqual(['completed', 'in-progress']);
    expect((await ends('no-answer')).body).toContain('No one is available to take your call.');
    expect(await readCall(id)).toMatchObject({ status: 'ended', outcome: 'completed' });
  });

  test('that came back ends for both when the agent hangs up through the server', async () => {
    const { id, sid, other, ends } = await passed();
    await ends('no-answer');

    await hangUp(it.deps, caller('agent'), id);

    expect([statusOf(sid), statusOf(other)]).toEqual(['completed', 'completed']);
  });

  test('finds no agent who has left, whether or not that was told', async () => {
    const { id, sid, ends } = await passed();
    Object.assign(twilio.legs.get(sid) ?? {}, { status: 'completed' });

    expect((await ends('no-answer')).body).toContain('No one is available to take your call.');
    expect(await readCall(id)).toMatchObject({ status: 'ended', outcome: 'completed' });
    expect((await ends('no-answer')).body).toContain('No one is available to take your call.');
  });

  test('finds no agent whose leg the carrier has forgotten', async () => {
    const { sid, ends } = await passed();
    twilio.legs.delete(sid);

    expect((await ends('no-answer')).body).toContain('No one is available to take your call.');
  });

  test('of a caller who hangs up while it rings ends the waiting agent', async () => {
    const { id, sid, next, ends } = await passed();

    await ends('canceled', 'completed');

    expect([await readCall(id), await readCall(next)]).toMatchObject([{ status: 'ended' }, { outcome: 'cancelled' }]);
    expect(statusOf(sid)).toBe('completed');
  });

  test('of a called party who hangs up ends the waiting agent, where only their own leg is told', async () => {
    const { id, sid, ofOther } = await passed();

    await post(`/_twilio/status?out=${id}`, { ...ofOther, CallStatus: 'completed' });

    await vi.waitFor(() => expect(statusOf(sid)).toBe('completed'), 5_000);
  });

  test('after a transfer comes back to the agent who took the first one', async () => {
    const first = await passed({ to: GROUP, who: 'peer' });
    await first.answers();
    const [parent, to] = [first.other, `client:user-${it.world.people.peer.id}`];
    twilio.legs.set(first.leg, { sid: first.leg, parent_call_sid: parent, from: OUTSIDE, to, status: 'in-progress' });
    const second = await passing({ id: first.next, agentLeg: first.leg, other: parent }, { by: 'peer' });

    const { body } = await second.ends('busy');

    expect(body).toContain(`${parent}</Conference>`);
    expect(await readCall(first.next)).toMatchObject({ status: 'active' });
    expect(await readCall(first.id)).toMatchObject({ status: 'ended', outcome: 'completed' });
    expect(await readCall(second.next)).toMatchObject({ outcome: 'rejected' });
  });
});

test('an outside caller who hangs up while a transfer rings leaves no agent waiting', async () => {
  const { sid, id, status } = await rung();
  const { agent } = it.world.people;
  const leg = freshSid();
  const to = `client:user-${agent.id}`;
  twilio.legs.set(sid, { sid, parent_call_sid: null, from: OUTSIDE, to: GROUP, status: 'in-progress' });
  twilio.legs.set(leg, { sid: leg, parent_call_sid: sid, from: OUTSIDE, to, status: 'in-progress' });
  const form = { CallSid: leg, ParentCallSid: sid, To: to };
  await post(status, { ...form, CallStatus: 'in-progress', Timestamp: new Date().toUTCString() });
  await passing({ id, agentLeg: leg, other: sid });

  await post('/_twilio/status', { CallSid: sid, From: OUTSIDE, To: GROUP, CallStatus: 'completed' });

  await vi.waitFor(() => expect(statusOf(leg)).toBe('completed'), 5_000);
});

test('a colleague on the line comes back to the agent who called them', async () => {
  const { id, sid, inbound, leg } = await talkingWithPeer();
  const { ends } = await passing({ id, agentLeg: sid, other: leg });

  await ends('no-answer');

  expect([await readCall(id), await readCall(inbound)]).toMatchObject([{ status: 'active' }, { status: 'active' }]);
  expect(await kindsOf(inbound)).toEqual(expect.arrayContaining(['passedOn', 'returned']));
});
