import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LineAway } from '../../server/adapters/voice/voice-line.ts';
import { hangUp, hold } from '../../server/features/phone/calls/call-controls.service.ts';
import { endLostCalls } from '../../server/features/phone/calls/end-lost-calls.ts';
import { endUnrejoinedCalls } from '../../server/features/phone/calls/end-unrejoined-calls.ts';
import { listActive } from '../../server/features/phone/calls/list-calls.service.ts';
import {
  addressesOf,
  asked,
  caller,
  clearDesk,
  closeDesk,
  dialled,
  freshSid,
  GROUP,
  hangingUp,
  it,
  kindsOf,
  openDesk,
  OUTSIDE,
  post,
  PUBLIC,
  readCall,
  rung,
  talking,
  talkingWithPeer,
  twilio,
} from './twilio-desk.ts';

beforeAll(openDesk);
afterAll(closeDesk);
beforeEach(async () => {
  await it.owner.query('delete from calls');
  clearDesk();
});

const statusOf = (sid: string) => twilio.legs.get(sid)?.status;

/** Where legs were moved since the last look: sid and step with what it says. */
const moves = () =>
  twilio.posted().flatMap(({ path, form }) => {
    if (form['Url'] === undefined) return [];
    const { pathname, searchParams } = new URL(form['Url']);
    return [[path.slice('Calls/'.length, -'.json'.length), pathname, Object.fromEntries(searchParams)] as const];
  });

/** Both parties of a call have been moved into its room. */
async function met() {
  const isMeeting = ({ form }: { form: Record<string, string> }) => form['Url']?.includes('/_twilio/room?') === true;
  await vi.waitFor(() => expect(twilio.received.filter(isMeeting)).toHaveLength(2), 5_000);
  return moves();
}

/** The page of an agent goes: their leg is over, the carrier says so. */
async function closes(sid: string, report: () => Promise<unknown>) {
  Object.assign(twilio.legs.get(sid) ?? {}, { status: 'completed' });
  await report();
}
const reportOfFirst = (sid: string) => () =>
  post('/_twilio/status', { CallSid: sid, From: 'client:user-1', CallStatus: 'completed' });

const waited = async (id: number) => {
  const { rows } = await it.owner.query<{ away: boolean }>(
    `select away_since is not null as away from calls where id = $1 and status = 'active'`,
    [id],
  );
  return rows[0]?.away;
};
const waits = (id: number) => vi.waitFor(async () => expect(await waited(id)).toBe(true), 5_000);

/** An outbound call that waits for its agent. */
async function leftOut(mode?: string) {
  twilio.received.splice(0);
  const call = await talking(mode);
  await met();
  const closing = () => closes(call.sid, reportOfFirst(call.sid));
  await closing();
  await waits(call.id);
  return { ...call, closing };
}

/** A call from outside that the agent has answered; its leg is the second one. */
async function answeredIn() {
  const { sid, id, status } = await rung();
  const to = `client:user-${it.world.people.agent.id}`;
  const leg = freshSid();
  twilio.legs.set(sid, { sid, parent_call_sid: null, from: OUTSIDE, to: GROUP, status: 'in-progress' });
  twilio.legs.set(leg, { sid: leg, parent_call_sid: sid, from: OUTSIDE, to, status: 'in-progress' });
  const form = { CallSid: leg, ParentCallSid: sid, To: to };
  await post(status, { ...form, CallStatus: 'in-progress', Timestamp: new Date().toUTCString() });
  const ends = () => post(status, { ...form, CallStatus: 'completed' });
  return { sid, id, leg, closing: () => closes(leg, ends) };
}

/** The reloaded page takes the call up by another leg. */
async function rejoined(id: number) {
  const { sid: leg, body } = await dialled(id, freshSid(), 'Rejoin');
  const from = `client:user-${it.world.people.agent.id}`;
  twilio.legs.set(leg, { sid: leg, parent_call_sid: null, from, to: '', status: 'in-progress' });
  const enters = (sid = leg) => post(`/_twilio/joined?call=${id}`, { CallSid: sid });
  return { leg, body, enters };
}

test('both parties of an outbound call meet in its room, once', async () => {
  const { id, sid, other, leg } = await talking();
  const said = { of: sid, room: sid };
  const expected = [
    [other, '/_twilio/room', said],
    [sid, '/_twilio/room', said],
  ];
  const seen = await met();

  await post(`/_twilio/status?out=${id}`, { ...leg, CallStatus: 'in-progress' });
  await it.owner.query('select pg_sleep(0.2)');

  expect([...seen, ...moves()]).toEqual(expected);
});

describe('a page that goes without a hang-up', () => {
  test('leaves the called party in the room, with music, and the call is active and says so, once', async () => {
    const { id, sid, other, closing } = await leftOut();
    const [[leg, path, said] = []] = moves();

    await closing();
    await it.owner.query('select pg_sleep(0.2)');

    expect([leg, path, said]).toEqual([
      other,
      '/_twilio/wait',
      { room: sid, joined: `${PUBLIC}/_twilio/joined?call=${id}` },
    ]);
    const { body } = await post(`${path}?${new URLSearchParams(said)}`, { CallSid: other });
    expect(body).toContain(`statusCallbackEvent="join">${sid}</Conference>`);
    expect(body).not.toContain('waitUrl');
    expect([await readCall(id), statusOf(other)]).toMatchObject([{ status: 'active' }, 'in-progress']);
    expect((await kindsOf(id)).filter((kind) => kind === 'reconnecting')).toHaveLength(1);
    expect(moves()).toEqual([]);
    const [shown] = await listActive(it.deps, caller('agent').identity);
    expect(shown).toMatchObject({ id, away_ms: expect.any(Number) as unknown });
  });

  test('tells every page of the agent that the call waits', async () => {
    const { id } = await leftOut();
    const { rows } = await it.owner.query<{ away_ms: number | null }>(
      `select body->'call'->'away_ms' as away_ms from events
       where body->>'type' = 'call.changed' and (body->'call'->>'id')::bigint = $1 order by id desc limit 1`,
      [id],
    );
    expect(rows).toEqual([{ away_ms: expect.any(Number) as unknown }]);
  });

  test('leaves the caller of an inbound call in the room', async () => {
    const { id, sid, closing } = await answeredIn();

    await closing();

    expect(moves()).toMatchObject([[sid, '/_twilio/wait', { room: sid }]]);
    expect([await waited(id), statusOf(sid)]).toEqual([true, 'in-progress']);
  });

  test('leaves a colleague on the line, whose call goes on as well', async () => {
    const { id, sid, inbound, leg, end } = await talkingWithPeer();
    await met();

    await closes(leg, end);

    expect(moves()).toMatchObject([[sid, '/_twilio/wait', { room: sid }]]);
    expect([await waited(inbound), await waited(id)]).toEqual([true, false]);
  });

  test('in a call on hold leaves the other party on hold', async () => {
    const { id, sid, other } = await talking();
    await post(`/_twilio/hold?of=${sid}&room=${sid}&once=1`, { CallSid: other });
    await met();

    await closes(sid, reportOfFirst(sid));
    await waits(id);

    const [[, path, said] = []] = moves();
    const { body } = await post(`${path}?${new URLSearchParams(said)}`, { CallSid: other });
    expect(body).toContain(`${sid}-hold</Conference>`);
    const [shown] = await listActive(it.deps, caller('agent').identity);
    expect(shown).toMatchObject({ held: true });
    await rejoined(id).then(({ enters }) => enters());
    await hold(it.deps, caller('agent').identity, { id, held: false });
    expect(moves()).toMatchObject([[other, '/_twilio/room', { room: sid, resumed: '1' }]]);
  });
});

describe('an agent who rejoins', () => {
  test('meets the other party in the room, and controls the call by the new leg', async () => {
    const { id, sid, other, closing } = await leftOut();
    const { leg, body, enters } = await rejoined(id);
    expect(body).toContain(`>${sid}</Conference>`);
    // The other party was first.
    await enters(other);
    expect(await waited(id)).toBe(true);

    await enters();
    await enters();
    await closing();
    moves();
    await hold(it.deps, caller('agent').identity, { id, held: true });

    expect([await readCall(id), await waited(id)]).toMatchObject([{ status: 'active' }, false]);
    const [shown] = await listActive(it.deps, caller('agent').identity);
    expect(shown).toMatchObject({ id, away_ms: null });
    expect((await kindsOf(id)).filter((kind) => kind.startsWith('reconnect'))).toEqual(['reconnecting', 'reconnected']);
    expect(moves()).toMatchObject([
      [other, '/_twilio/hold', {}],
      [leg, '/_twilio/room', {}],
    ]);
  });

  test('may lose the page again, and hang up after the next rejoin', async () => {
    const { id, sid, closing } = await answeredIn();
    await closing();
    const first = await rejoined(id);
    await first.enters();
    await closes(first.leg, reportOfFirst(first.leg));
    await waits(id);
    const second = await rejoined(id);
    await second.enters();

    await hangUp(it.deps, caller('agent'), id);

    expect([statusOf(second.leg), statusOf(sid)]).toEqual(['completed', 'completed']);
    await reportOfFirst(second.leg)();
    await vi.waitFor(async () => expect(await readCall(id)).toMatchObject({ outcome: 'completed' }), 5_000);
  });

  test('gets no more time by a try that fails', async () => {
    const { id } = await leftOut();
    await it.owner.query(`update calls set away_since = now() - interval '20 seconds' where id = $1`, [id]);
    const { leg } = await rejoined(id);

    await closes(leg, reportOfFirst(leg));

    const [shown] = await listActive(it.deps, caller('agent').identity);
    expect(shown?.away_ms).toBeGreaterThanOrEqual(20_000);
    expect((await rejoined(id)).body).toContain('</Conference>');
  });

  test.each([
    ['is over', "status = 'ended'"],
    ['does not wait', 'away_since = null'],
    ['is of a colleague', 'user_id = (select user_id from phone_number_members order by user_id desc limit 1)'],
  ])('is turned away from a call that %s', async (_, set) => {
    const { id } = await leftOut();
    await it.owner.query(`update calls set ${set} where id = $1`, [id]);

    expect((await rejoined(id)).body).not.toContain('Conference');
  });

  test('is heard by a colleague, who controls the new leg as well', async () => {
    const { id, sid, inbound, leg, end } = await talkingWithPeer();
    await closes(sid, reportOfFirst(sid));
    await waits(id);
    const { leg: next, enters } = await rejoined(id);
    await enters();
    moves();

    await hold(it.deps, caller('peer').identity, { id: inbound, held: true });

    expect(moves().map(([moved, path]) => [moved, path])).toEqual([
      [next, '/_twilio/hold'],
      [leg, '/_twilio/room'],
    ]);
    await closes(leg, end);
    expect(await waited(inbound)).toBe(true);
  });

  test('goes on recording what was recorded', async () => {
    const { id } = await leftOut();
    await it.owner.query(
      `insert into call_events (account_id, call_id, event_key, kind, body, at)
       select account_id, id, key, kind, '{"seconds": 4}', now() - ago from calls, (values
         ('RE1:started', 'recordingStarted', interval '2 seconds'),
         ('RE1:stopped', 'recordingStopped', interval '1 second')) told(key, kind, ago)
       where id = $1`,
      [id],
    );
    const { leg, enters } = await rejoined(id);
    twilio.posted();

    await enters();

    await vi.waitFor(
      () => expect(twilio.posted().map(({ path }) => path)).toEqual([`Calls/${leg}/Recordings.json`]),
      5_000,
    );
  });
});

describe('a call ends', () => {
  test('with a hang-up that was announced, though only the end of the leg is told', async () => {
    const { id, sid, other } = await talking();
    await met();
    await hangingUp(id);
    await hangingUp(id);

    await closes(sid, reportOfFirst(sid));

    await vi.waitFor(() => expect(statusOf(other)).toBe('completed'), 5_000);
    await vi.waitFor(async () => expect(await readCall(id)).toMatchObject({ outcome: 'completed' }), 5_000);
    expect(await kindsOf(id)).not.toContain('reconnecting');
  });

  test('with a hang-up that the carrier could not be told', async () => {
    const { id, sid, other } = await talking();
    await met();
    const voiceLine = { ...it.deps.voiceLine, hangUp: () => Promise.reject(new LineAway('Twilio is away.')) };
    await expect(hangUp({ ...it.deps, voiceLine }, caller('agent'), id)).rejects.toThrow("isn't responding");

    await closes(sid, reportOfFirst(sid));

    await vi.waitFor(() => expect(statusOf(other)).toBe('completed'), 5_000);
  });

  test('with the other party, also where the end of the leg of the agent is told first', async () => {
    const { id, sid, closing } = await answeredIn();
    Object.assign(twilio.legs.get(sid) ?? {}, { status: 'completed' });

    await closing();

    expect(await readCall(id)).toMatchObject({ status: 'ended', outcome: 'completed' });
    expect(await kindsOf(id)).not.toContain('reconnecting');
  });

  test('with the called party who does not wait any longer', async () => {
    const { id, leg } = await leftOut();

    await post(`/_twilio/status?out=${id}`, { ...leg, CallStatus: 'completed', CallDuration: '7' });

    expect(await readCall(id)).toMatchObject({ status: 'ended', outcome: 'completed', seconds: 7 });
  });

  test('with the colleague for whose return it waits', async () => {
    const { id, sid, inbound, leg, end } = await talkingWithPeer();
    await closes(leg, end);
    await hangingUp(id);

    await closes(sid, reportOfFirst(sid));

    await vi.waitFor(async () => expect(await readCall(inbound)).toMatchObject({ status: 'ended' }), 5_000);
  });

  test('on the word of the agent whom it waits for', async () => {
    const { id, other } = await leftOut();

    await hangUp(it.deps, caller('agent'), id);

    expect(statusOf(other)).toBe('completed');
  });

  test('when the time has passed, and says why; not before', async () => {
    const [late, waiting] = [await leftOut(), await leftOut()];
    await it.owner.query(`update calls set away_since = now() - interval '30 seconds' where id = $1`, [late.id]);

    expect([await endUnrejoinedCalls(it.deps), await endUnrejoinedCalls(it.deps)]).toEqual([1, 0]);

    expect([statusOf(late.other), statusOf(waiting.other)]).toEqual(['completed', 'in-progress']);
    expect(await readCall(late.id)).toMatchObject({
      status: 'ended',
      outcome: 'completed',
      reason: 'The page was closed or lost its connection.',
    });
    await post(`/_twilio/status?out=${late.id}`, { ...late.leg, CallStatus: 'completed', CallDuration: '7' });
    expect(await readCall(late.id)).toMatchObject({ reason: 'The page was closed or lost its connection.' });
    expect((await rejoined(late.id)).body).not.toContain('Conference');
  });

  test('not, when only the word of the rejoin was lost', async () => {
    const { id } = await leftOut();
    await rejoined(id);
    await it.owner.query(`update calls set away_since = now() - interval '30 seconds' where id = $1`, [id]);

    expect(await endUnrejoinedCalls(it.deps)).toBe(0);

    expect([await waited(id), (await kindsOf(id)).at(-1)]).toEqual([false, 'reconnected']);
  });

  test('not, because its first leg is over, while it waits or after the rejoin', async () => {
    const [waiting, back] = [await leftOut(), await leftOut()];
    await rejoined(back.id).then(({ enters }) => enters());
    await it.owner.query(`update calls set created_at = now() - interval '3 minutes'`);

    expect(await endLostCalls(it.deps)).toBe(0);
    expect([await waited(waiting.id), await waited(back.id)]).toEqual([true, false]);
  });
});

test('a call that waits is neither held nor transferred', async () => {
  const { id } = await leftOut();

  await expect(hold(it.deps, caller('agent').identity, { id, held: true })).rejects.toThrow('Rejoin this call first.');
});

test('a call that rings ends with its page', async () => {
  const id = await asked();
  const { sid, body } = await dialled(id);
  expect(addressesOf(body)).toHaveLength(2);

  await reportOfFirst(sid)();

  await vi.waitFor(async () => expect(await readCall(id)).toMatchObject({ outcome: 'cancelled' }), 5_000);
});
