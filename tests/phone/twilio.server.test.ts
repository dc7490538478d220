import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hangUp, transfer } from '../../server/features/phone/calls/call-controls.service.ts';
import { endLostCalls } from '../../server/features/phone/calls/end-lost-calls.ts';
import { twilioRoutes } from '../../server/features/phone/twilio/twilio.routes.ts';
import { twilioJobs } from '../../server/features/phone/twilio/twilio.jobs.ts';
import { readWav } from '../../server/voice/recording/wav.ts';
import { carrierWav } from './carrier-wav-file.ts';
import {
  clearDesk,
  closeDesk,
  openDesk,
  PUBLIC,
  OWN,
  GROUP,
  MANAGER,
  OUTSIDE,
  addressesOf,
  asked,
  at,
  caller,
  changes,
  dialled,
  freshSid,
  hangingUp,
  isTransfer,
  it,
  kindsOf,
  post,
  readCall,
  rung,
  sealedAgent,
  talking,
  talkingWithPeer,
  twilio,
} from './twilio-desk.ts';

beforeAll(openDesk);
afterAll(closeDesk);
beforeEach(clearDesk);

describe('whoever is not Twilio', () => {
  test.each([
    ['a wrong signature', 'A'.repeat(28)],
    ['no signature', ''],
  ])('is refused with %s, and changes nothing', async (_, signature) => {
    const id = await asked();

    const { status } = await post(`/_twilio/status?out=${id}`, { CallSid: 'CA1', CallStatus: 'ringing' }, signature);

    expect(status).toBe(403);
    expect(await kindsOf(id)).toEqual([]);
  });

  test('finds no address where calls do not go through Twilio', async () => {
    const without = Fastify();
    twilioRoutes(without, { ...it.deps, config: { ...it.deps.config, twilio: null } });

    const answers = await Promise.all([
      without.inject({ method: 'POST', url: '/_twilio/status' }),
      without.inject({ method: 'GET', url: '/_twilio/disclaimer/en' }),
    ]);

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  });
});

describe('a device that dials', () => {
  test('reaches the number from the own one, and the call has its sid', async () => {
    const id = await asked();

    const { sid, status, body } = await dialled(id);

    expect(status).toBe(200);
    expect(body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Response>' +
        `<Dial callerId="${OWN}" timeout="60" answerOnBridge="true" action="${PUBLIC}/_twilio/after?out=${id}">` +
        `<Number statusCallback="${PUBLIC}/_twilio/status?out=${id}" statusCallbackEvent="ringing answered completed">` +
        `${OUTSIDE}</Number></Dial></Response>`,
    );
    expect(await readCall(id)).toMatchObject({ status: 'starting', sid });
  });

  test('dials a call once', async () => {
    const id = await asked();
    const { sid } = await dialled(id);

    expect((await dialled(id)).body).toContain('<Hangup/>');
    expect(await readCall(id)).toMatchObject({ status: 'starting', sid });
  });

  test('is turned away with what somebody else was given', async () => {
    const id = await asked();
    const form = { CallSid: freshSid(), From: 'client:user-999999', CallId: String(id), Agent: await sealedAgent() };

    expect((await post('/_twilio/dial', form)).body).toContain('This call was blocked.');
    expect(await readCall(id)).toMatchObject({ status: 'starting', sid: null });
  });

  test('rings at the devices of a group at once, each told which call it is', async () => {
    const id = await asked(GROUP);
    const { body } = await dialled(id);
    const { peer, agent } = it.world.people;
    const [, inbound = ''] = /in=(\d+)/u.exec(body ?? '') ?? [];

    expect(body).toContain(`<Identity>user-${peer.id}</Identity><Parameter name="CallId" value="${inbound}"/>`);
    expect(body).not.toContain(`user-${agent.id}<`);
    expect(await readCall(Number(inbound))).toMatchObject({ status: 'starting', user_id: null });
  });
});

/** Reports of the legs of two devices in a call that `peer` declines and `agent` answers. */
function sixEvents(sid: string): readonly Record<string, string>[] {
  const { agent, peer } = it.world.people;
  const leg = (person: string, userId: number) => ({
    CallSid: `CA${person}${sid.slice(2 + person.length)}`,
    ParentCallSid: sid,
    To: `client:user-${userId}`,
  });
  const [first, second] = [leg('aa', agent.id), leg('bb', peer.id)];
  return [
    { ...first, CallStatus: 'ringing', Timestamp: at(1) },
    { ...second, CallStatus: 'ringing', Timestamp: at(1) },
    { ...second, CallStatus: 'busy', Timestamp: at(3) },
    { ...first, CallStatus: 'in-progress', Timestamp: at(5) },
    { ...first, CallStatus: 'completed', Timestamp: at(47), CallDuration: '42' },
    { CallSid: sid, To: GROUP, CallStatus: 'completed', Timestamp: at(48), CallDuration: '47' },
  ];
}

describe('a call from outside', () => {
  test('rings at every device of the group, and is written once', async () => {
    const { sid, id, body } = await rung();
    const again = await post('/_twilio/incoming', { CallSid: sid, From: OUTSIDE, To: GROUP });

    expect(again.body).toBe(body);
    expect(await readCall(id)).toMatchObject({ sid, status: 'starting' });
  });

  test("to a number that is nobody's is rejected", async () => {
    const { body } = await post('/_twilio/incoming', { CallSid: freshSid(), From: OUTSIDE, To: '+15125559999' });

    expect(body).toContain('<Reject/>');
  });

  test('comes to one end however its six events arrive, each of them twice', async () => {
    const shuffled = (events: readonly Record<string, string>[], round: number) =>
      events
        .map((event, place) => ({ event, key: ((place + 1) * 7_919 * (round + 1)) % 104_729 }))
        .toSorted((a, b) => a.key - b.key);
    const ends = new Set<string>();
    for (let round = 0; round < 6; round++) {
      const { sid, id, status } = await rung();
      // The recording depends on the time at which the answer is reported.
      await it.owner.query(`update calls set recording_mode = 'announced' where id = $1`, [id]);
      const events = sixEvents(sid);
      for (const { event } of shuffled([...events, ...events], round)) {
        await post(event['ParentCallSid'] === undefined ? '/_twilio/status' : status, event);
      }
      const { rows } = await it.owner.query('select user_id, outcome from call_rings where call_id = $1 order by 1', [
        id,
      ]);
      const { sid: _sid, ...call } = (await readCall(id)) ?? {};
      ends.add(JSON.stringify({ ...call, rings: rows, kinds: (await kindsOf(id)).toSorted() }));
    }

    const { agent, peer } = it.world.people;
    expect([...ends].map((end) => JSON.parse(end) as unknown)).toEqual([
      {
        status: 'ended',
        outcome: 'completed',
        reason: '',
        seconds: 42,
        recording: 'off',
        user_id: agent.id,
        rings: [
          { user_id: agent.id, outcome: 'answered' },
          { user_id: peer.id, outcome: 'rejected' },
        ],
        kinds: ['answered', 'ended', 'rejectedBy', 'ringing'],
      },
    ]);
  });

  test.each([
    ['no-answer', 'no_answer', 'in-progress'],
    ['busy', 'rejected', 'in-progress'],
    ['failed', 'unavailable', 'in-progress'],
    ['canceled', 'cancelled', 'completed'],
  ])('that nobody answers ends, dial %s, as %s', async (dial, outcome, call) => {
    const { sid, id, after } = await rung();

    const { body } = await post(after, { CallSid: sid, CallStatus: call, DialCallStatus: dial });

    expect(body).toContain('No one is available to take your call.');
    expect(await readCall(id)).toMatchObject({ status: 'ended', outcome });
  });

  test('ends the rest of the legs when one hangs up', async () => {
    const { sid, id, status } = await rung();
    twilio.legs.set(sid, { sid, parent_call_sid: null, from: OUTSIDE, to: GROUP, status: 'in-progress' });
    const [, , , answer = {}, end = {}] = sixEvents(sid);

    await post(status, answer);
    await hangingUp(id);
    await post(status, end);

    await vi.waitFor(() => expect(twilio.legs.get(sid)?.status).toBe('completed'), 5_000);
  });
});

test('a call whose caller is gone ends, also where the word of its end was lost', async () => {
  const { sid, id } = await rung();

  await post('/_twilio/status', { CallSid: sid, To: GROUP, CallStatus: 'completed' });

  await vi.waitFor(async () => expect(await readCall(id)).toMatchObject({ outcome: 'cancelled' }), 5_000);
});

test.each([
  ['busy', 'busy', ''],
  ['no-answer', 'no_answer', ''],
  ['failed', 'failed', 'The carrier could not reach the number.'],
])('an outbound call whose dial ends as %s is %s', async (dial, outcome, reason) => {
  const id = await asked();
  const { sid } = await dialled(id);

  await post(`/_twilio/after?out=${id}`, { CallSid: sid, CallStatus: 'in-progress', DialCallStatus: dial });

  expect(await readCall(id)).toMatchObject({ status: 'ended', outcome, reason });
});

describe('what both sides do', () => {
  test('where a rule locks it, the announcement follows the answer, and the recording what was heard', async () => {
    const { id, sid, other } = await talking('locked');
    await vi.waitFor(() => expect(changes()).toHaveLength(2), 5_000);
    twilio.received.splice(0);

    const said = new URLSearchParams({ of: sid, room: sid, language: 'en', once: 'x', leg: 'other' });
    const { body } = await post(`/_twilio/announce?${said}`, { CallSid: other });
    expect(body).toContain(`<Play>${PUBLIC}/_twilio/disclaimer/en</Play>`);
    expect(await kindsOf(id)).toContain('announcing');
    const [next = ''] = addressesOf(body);
    const room = await post(next, { CallSid: other });

    expect(room.body).toContain(`<Conference beep="false" endConferenceOnExit="true" waitUrl="">${sid}</Conference>`);
    await vi.waitFor(() => expect(changes()).toEqual([expect.stringContaining(`Calls/${sid}/Recordings.json`)]), 5_000);
    expect(await kindsOf(id)).toContain('announced');
  });

  test('the announcement is a sound that the carrier can fetch, in the language that is asked for', async () => {
    const sounds = await Promise.all(
      ['en', 'es'].map(async (language) => {
        const response = await fetch(`${it.url}/_twilio/disclaimer/${language}`);
        return readWav(Buffer.from(await response.arrayBuffer()));
      }),
    );

    expect(sounds.map(({ format, channels, rate }) => ({ format, channels, rate }))).toEqual([
      { format: 7, channels: 1, rate: 8_000 },
      { format: 7, channels: 1, rate: 8_000 },
    ]);
    expect(sounds[0]?.samples).not.toEqual(sounds[1]?.samples);
  });

  test('a side on hold is noted, and so is its return', async () => {
    const { id, sid, other } = await talking();

    const held = await post(`/_twilio/hold?of=${sid}&room=${sid}&once=1`, { CallSid: other });
    await post(`/_twilio/room?of=${sid}&room=${sid}&once=2&resumed=1`, { CallSid: other });

    expect(held.body).toContain(`startConferenceOnEnter="false">${sid}-hold<`);
    expect((await kindsOf(id)).slice(-2)).toEqual(['held', 'resumed']);
  });

  test('a side that is passed on goes on without this agent', async () => {
    const { id, sid, other } = await talking();

    const { body } = await post(`/_twilio/transfer?of=${sid}&to=%2B15125550177&once=1`, { CallSid: other });
    await post('/_twilio/status', { CallSid: sid, CallStatus: 'completed' });

    expect(body).toContain(`callerId="${OWN}"`);
    expect(body).toContain('>+15125550177</Number>');
    await vi.waitFor(async () => expect(await readCall(id)).toMatchObject({ outcome: 'completed' }), 5_000);
    expect(twilio.legs.get(other)?.status).toBe('in-progress');
  });
});

describe('the side of an agent who was called by another', () => {
  test('is that of the leg that answered, before anything is asked of it', async () => {
    const { id, inbound, leg } = await talkingWithPeer('locked');
    await vi.waitFor(() => expect(changes()).toHaveLength(2), 5_000);

    expect(changes()[0]).toContain(`/Calls/${leg}.json`);
    expect(await readCall(inbound)).toMatchObject({ sid: leg, recording: 'announcing' });
    expect(await readCall(id)).toMatchObject({ status: 'active' });
  });

  test('may pass the caller on, who stays when the leg of the agent goes', async () => {
    const { id, sid, inbound, end } = await talkingWithPeer();
    await transfer(it.deps, caller('peer'), { id: inbound, written: MANAGER });

    await end();
    const [, path = ''] = /(\/_twilio\/transfer\?.*)/u.exec(twilio.received.find(isTransfer)?.form['Url'] ?? '') ?? [];
    await post(path, { CallSid: sid });

    expect(await readCall(inbound)).toMatchObject({ status: 'ended', outcome: 'completed' });
    expect(await readCall(id)).toMatchObject({ status: 'active' });
    expect(twilio.legs.get(sid)?.status).toBe('in-progress');
  });
});

test('whoever is passed on stays on the line, also where the end of the leg of the agent is told first', async () => {
  const { id, sid, other } = await talking();
  await transfer(it.deps, caller('agent'), { id, written: GROUP });

  await post('/_twilio/status', { CallSid: sid, CallStatus: 'completed' });

  await vi.waitFor(async () => expect(await readCall(id)).toMatchObject({ status: 'ended' }), 5_000);
  expect(twilio.legs.get(other)?.status).toBe('in-progress');
});

test('a call that is passed on twice by the same words has one new side, which its own leg controls', async () => {
  const { sid, other } = await talking();
  const pass = () =>
    post(`/_twilio/transfer?of=${sid}&to=${encodeURIComponent(GROUP)}&once=${sid}`, { CallSid: other });
  const first = await pass();
  const [, status = ''] = addressesOf(first.body);
  const leg = freshSid();
  const form = { CallSid: leg, ParentCallSid: other, To: `client:user-${it.world.people.peer.id}` };

  const second = await pass();
  await post(status, { ...form, CallStatus: 'in-progress', Timestamp: new Date().toUTCString() });
  const third = await pass();

  expect([second.body, third.body]).toEqual([first.body, first.body]);
  const id = Number(new URLSearchParams(status.split('?')[1]).get('in'));
  expect(await readCall(id)).toMatchObject({ status: 'active', sid: leg });
});

describe('a call whose end was not told', () => {
  test('is over when somebody wants to end it', async () => {
    const { id } = await talking();
    for (const leg of twilio.legs.values()) leg.status = 'completed';

    await hangUp(it.deps, caller('agent'), id);

    expect(await readCall(id)).toMatchObject({ status: 'ended', outcome: 'completed' });
  });

  test('is over once the carrier is asked, at the time that it says; others go on', async () => {
    await it.owner.query('delete from calls');
    const [lost, living, unknown] = [await talking(), await talking(), await talking()];
    await it.owner.query(`update calls set created_at = now() - interval '3 minutes', answered_at = $1`, [
      new Date(Date.now() - 150_000),
    ]);
    const over = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    Object.assign(twilio.legs.get(lost.sid) ?? {}, { status: 'completed', end_time: over.toUTCString() });
    twilio.legs.delete(unknown.sid);

    expect(await endLostCalls(it.deps)).toBe(2);

    const { rows } = await it.owner.query<{ at: Date }>('select ended_at as at from calls where id = $1', [lost.id]);
    expect(rows).toEqual([{ at: over }]);
    expect(await Promise.all([lost, living, unknown].map(({ id }) => readCall(id)))).toMatchObject([
      { status: 'ended', outcome: 'completed' },
      { status: 'active' },
      { status: 'ended', outcome: 'completed' },
    ]);
  });

  test('is not asked about while it is new', async () => {
    await it.owner.query('delete from calls');
    const { id, sid } = await talking();
    twilio.legs.delete(sid);

    expect(await endLostCalls(it.deps)).toBe(0);
    expect(await readCall(id)).toMatchObject({ status: 'active' });
  });
});

describe('a recording', () => {
  const recordingSid = `RE${'ab'.repeat(16)}`;

  const runJob = (data: { accountId: number; callId: number; recordingSid: string }) =>
    twilioJobs(it.deps)['phone.fetchRecording']?.(data, new AbortController().signal);

  test('is fetched from the configured host alone, by its sid, and kept once', async () => {
    const { id, sid } = await talking();
    twilio.recordings.set(recordingSid, carrierWav());
    const form = { RecordingSid: recordingSid, RecordingUrl: 'http://169.254.169.254/latest', RecordingDuration: '1' };

    const statuses: number[] = [];
    for (const RecordingStatus of ['in-progress', 'completed', 'completed']) {
      statuses.push((await post(`/_twilio/recording?of=${sid}`, { ...form, RecordingStatus })).status);
    }
    expect(statuses).toEqual([204, 204, 204]);
    const { rows: waiting } = await it.owner.query(
      `select data from pgboss.job where name = 'phone.fetchRecording' and data ->> 'callId' = $1`,
      [String(id)],
    );
    expect(waiting).toHaveLength(1);
    const job = { accountId: it.world.accountId, callId: id, recordingSid };
    await runJob(job);
    expect(twilio.recordings.has(recordingSid)).toBe(false);
    await runJob(job);

    const { rows } = await it.owner.query(
      'select recording_key, bytes, seconds, carrier_sid, peaks from call_recordings where call_id = $1',
      [id],
    );
    expect(rows).toEqual([
      {
        recording_key: `rec-${recordingSid}`,
        bytes: 58 + 16_000,
        seconds: 1,
        carrier_sid: recordingSid,
        peaks: [Buffer.alloc(50, 127), Buffer.alloc(50)],
      },
    ]);
    const kept = await buffer(await it.deps.storage.open(`rec-${recordingSid}`));
    expect(kept.subarray(0, 4).toString()).toBe('RIFF');
    expect(await kindsOf(id)).toEqual(expect.arrayContaining(['recordingStarted', 'recordingStopped', 'kept']));
    expect(await readCall(id)).toMatchObject({ recording: 'kept' });
  });

  test('that is not there yet is tried again', async () => {
    const job = { accountId: it.world.accountId, callId: await asked(), recordingSid: `RE${'cd'.repeat(16)}` };

    await expect(runJob(job)).rejects.toThrow('Twilio refused a recording: status 404');
  });

  test('that cannot be read stays at the carrier, and its call says so', async () => {
    const { id } = await talking();
    twilio.recordings.set(recordingSid, Buffer.from('no sound'));

    await runJob({ accountId: it.world.accountId, callId: id, recordingSid });

    expect(await readCall(id)).toMatchObject({ recording: 'failed' });
    expect(twilio.recordings.has(recordingSid)).toBe(true);
  });

  test('of which the carrier tells late does not go on', async () => {
    const { id, sid } = await talking();
    const form = { RecordingSid: recordingSid, RecordingStartTime: new Date(Date.now() - 60_000).toUTCString() };

    for (const RecordingStatus of ['completed', 'in-progress']) {
      await post(`/_twilio/recording?of=${sid}`, { ...form, RecordingStatus, RecordingDuration: '30' });
    }

    expect(await readCall(id)).toMatchObject({ status: 'active', recording: 'off' });
  });

  test('without any sound says so', async () => {
    const { id, sid } = await talking();

    await post(`/_twilio/recording?of=${sid}`, { RecordingSid: recordingSid, RecordingStatus: 'absent' });

    expect(await readCall(id)).toMatchObject({ recording: 'failed' });
  });
});
