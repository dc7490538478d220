import { SERVICE_ALLOWED } from '#contract/compliance.contract.ts';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { RING_TIMEOUT_MS } from '#contract/phone/call.contract.ts';
import { OUT_OF_MINUTES } from '#rules/phone/dialer.ts';
import {
  type CallInput,
  EXTENSION_MS,
  HANGUP_PATIENCE_MS,
  MISSED_MS,
  MUTE_PATIENCE_MS,
} from '../../src/machines/phone/call-setup.ts';
import { callViewOf, endedViewOf, incomingViewOf } from '../../src/machines/phone/call.machine.ts';
import type { VoiceFact, VoiceReason, VoiceStep } from '../../src/machines/phone/voice-port.ts';
import { complaintText, endText } from '../../src/views/phone/phone-words.ts';
import { call, ear, matched, minutes, recording, SID } from './phone-fixtures.ts';
import { type PhoneAnswers, phoneWorld, settle } from './phone-world.ts';

type Outbound = Extract<CallInput, { direction: 'outbound' }>;
type Inbound = Extract<CallInput, { direction: 'inbound' }>;

function start(input: Partial<Outbound> | Partial<Inbound>, answers: Partial<PhoneAnswers> = {}) {
  const world = phoneWorld(answers);
  const [line, device] = [ear(), ear()];
  const around = { line: line.actor, device: device.actor, now: world.now, key: 'c1' };
  const actor = createActor(world.machines.call, {
    clock: world.clock,
    input: { ...around, ...input } as CallInput,
  }).start();
  const view = () => callViewOf(actor.getSnapshot());
  const ended = () => {
    const view = endedViewOf(actor.getSnapshot(), world.now());
    return { ...view, sentence: endText(view) };
  };
  const isOver = () => actor.getSnapshot().status === 'done';
  const voice = (fact: VoiceFact) => actor.send(fact);
  return { ...world, actor, view, ended, isOver, voice, reports: line.heard, asks: device.heard };
}

const dial = (some: Partial<Outbound> = {}, answers: Partial<PhoneAnswers> = {}) =>
  start(
    {
      direction: 'outbound',
      number: '+15125550142',
      contactId: null,
      purpose: null,
      isReady: true,
      minutes: minutes(),
      ...some,
    },
    answers,
  );

async function dialled(answers: Partial<PhoneAnswers> = {}) {
  const dialling = dial({}, answers);
  await settle();
  return dialling;
}

async function talk(answers: Partial<PhoneAnswers> = {}) {
  const talking = await dialled(answers);
  talking.voice({ type: 'voice.ringing', key: 'c1', sid: SID });
  talking.voice({ type: 'voice.accepted', key: 'c1', sid: SID });
  return talking;
}

const ring = (some: Partial<Inbound> = {}, answers: Partial<PhoneAnswers> = {}) =>
  start(
    { direction: 'inbound', from: '+15125550142', to: '+18135550117', sid: SID, callId: 31, told: null, ...some },
    answers,
  );

const RECONNECTING = { type: 'voice.reconnecting', key: 'c1' } as const;
const BACK = { type: 'voice.reconnected', key: 'c1' } as const;
const ENDED = 'The call has ended.';

const ask = (asked: Record<string, unknown>) => ({ type: 'device.ask', ask: asked });
const refusedWith = (text: string) => ({ type: 'complaint.made', complaint: { kind: 'refused', text } });
const inbound = (some: Parameters<typeof call>[0] = {}) =>
  call({ call_direction: 'inbound', call_from: '+15125550142', call_to: '+18135550117', status: 'ringing', ...some });

describe('what is refused before it is dialled', () => {
  const refusal = ({ ended, wishes }: ReturnType<typeof dial>) => {
    const { end, sentence } = ended();
    return { why: end.why?.kind, sentence, asked: wishes.length };
  };

  test('is a call without a device', () => {
    expect(refusal(dial({ isReady: false }))).toEqual({
      why: 'noDevice',
      sentence: 'No valid device ready.',
      asked: 0,
    });
  });

  test.each(['12345678', '12345678901234567', ''])('is a call to %j, which has not 9 to 16 characters', (number) => {
    expect(refusal(dial({ number }))).toEqual({
      why: 'noNumber',
      sentence: 'Invalid phone number. Enter 9 to 16 characters.',
      asked: 0,
    });
  });

  test('is a call without minutes', () => {
    expect(refusal(dial({ minutes: minutes({ used: 500 }) }))).toEqual({
      why: 'overMinutes',
      sentence: 'Please request additional minutes from your manager.',
      asked: 0,
    });
  });

  test.each([
    [{ purpose: [SERVICE_ALLOWED] }, true],
    [{ purpose: ['Unknown purpose.'] }, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])('says with the refusal %o whether a service call would be allowed', async (fields, mayServe) => {
    const message = 'Call blocked until 12:00 PM CT.';
    const { ended } = await dialled({ startCall: () => Promise.reject({ kind: 'rejected', message, fields }) });

    const { why } = ended().end;
    expect([why?.kind, why?.kind === 'refused' && why.mayServe, ended().sentence]).toEqual([
      'refused',
      mayServe,
      message,
    ]);
  });

  test('is a call whose minutes the server knows to be out', async () => {
    const { ended } = await dialled({ startCall: () => Promise.reject({ kind: 'conflict', message: OUT_OF_MINUTES }) });

    expect(ended()).toMatchObject({ end: { why: { kind: 'overMinutes' } }, sentence: OUT_OF_MINUTES });
  });

  test('is a call that the server refuses, with its reason', async () => {
    const { ended, asks } = await dialled({
      startCall: () => Promise.reject({ kind: 'rejected', message: 'They asked not to be called.' }),
    });

    expect([ended().sentence, asks]).toEqual(['They asked not to be called.', []]);
  });
});

describe('an outbound call', () => {
  test('is dialled with the number and the name that the server gave it', async () => {
    const { wishes, asks, view } = await dialled();

    expect(wishes).toEqual([{ key: 'c1', number: '+15125550142', contactId: null, purpose: null }]);
    expect(asks).toEqual([ask({ type: 'voice.dial', key: 'c1', params: { To: '+15125550142', CallId: '31' } })]);
    expect(view().stage).toBe('dialling');
  });

  test('is given up after it has rung for a minute', async () => {
    const { voice, clock, asks, isOver, ended } = await dialled();
    voice({ type: 'voice.ringing', key: 'c1', sid: SID });

    clock.increment(RING_TIMEOUT_MS - 1);
    expect(asks.length).toBe(1);
    clock.increment(1);
    expect(asks.at(-1)).toEqual(ask({ type: 'voice.hangUp', key: 'c1' }));
    voice({ type: 'voice.ended', key: 'c1', code: null });

    expect([isOver(), ended()]).toEqual([
      true,
      {
        key: 'c1',
        callId: 31,
        direction: 'outbound',
        number: '+15125550142',
        end: { kind: 'unanswered', why: { kind: 'noAnswer' } },
        contactId: 7,
        sentence: 'No answer.',
        seconds: 0,
        call: call(),
      },
    ]);
  });

  test('counts from the moment they answer, and no longer once it is over', async () => {
    const { view, voice, clock, ended } = await talk();
    expect(view().activeSince).toBe(0);

    clock.increment(61_900);
    voice({ type: 'voice.ended', key: 'c1', code: null });

    expect([ended().seconds, ended().sentence]).toEqual([61, 'The call has ended.']);
  });

  test.each([
    [31486, 'busy', 'The line is busy.'],
    [31603, 'rejected', 'The call was declined.'],
    [31404, 'unavailable', "The number can't be reached."],
    [31480, 'no_answer', 'No answer.'],
  ])('says by code %i how it ended', async (code, outcome, sentence) => {
    const { voice, ended } = await dialled();

    voice({ type: 'voice.ended', key: 'c1', code });

    expect(ended()).toMatchObject({ end: { kind: 'unanswered', outcome }, sentence });
  });

  test('ends as the server says, whatever the line said', async () => {
    const { actor, ended } = await dialled();

    actor.send({ type: 'call.changed', call: call({ status: 'ended', outcome: 'busy', version: 3 }) });

    expect(ended()).toMatchObject({ end: { kind: 'unanswered' }, sentence: 'The line is busy.' });
  });

  test.each<[VoiceStep, VoiceReason, string]>([
    ['outboundCall', 'microphoneDenied', 'Unable to initialize outbound call'],
    ['outboundCallEvents', 'unknown', 'Unable to initialize outbound call events'],
    ['call', 'mediaFailed', 'Unable to initialize call'],
  ])('says that the %s failed', async (step, reason, result) => {
    const { voice, ended, asks } = await dialled();

    voice({ type: 'voice.callFailed', key: 'c1', step, reason, code: null });

    expect(ended().end.why).toEqual({ kind: 'unable', step, reason });
    expect(ended().sentence.startsWith(`${result}.`)).toBe(true);
    expect(asks.at(-1)).toEqual(ask({ type: 'voice.hangUp', key: 'c1' }));
  });
});

describe('hanging up', () => {
  test('while the server is asked ends the call as soon as it has a name', async () => {
    const { actor, changes, asks, isOver, ended, view } = dial();
    actor.send({ type: 'line.hangUp' });
    expect(view().stage).toBe('ending');

    await settle();
    await settle();

    expect(changes).toEqual([{ kind: 'hangUp', callId: 31 }]);
    expect([asks, isOver(), ended().sentence]).toEqual([[], true, 'You canceled the call.']);
  });

  test('while it rings cancels it', async () => {
    const { actor, voice, ended } = await dialled();
    voice({ type: 'voice.ringing', key: 'c1', sid: SID });
    actor.send({ type: 'line.hangUp' });
    voice({ type: 'voice.ended', key: 'c1', code: null });

    expect(ended()).toMatchObject({ end: { kind: 'cancelled' }, seconds: 0 });
  });

  test('asks the server when the line does nothing', async () => {
    const { actor, clock, changes } = await talk();
    actor.send({ type: 'line.hangUp' });

    clock.increment(HANGUP_PATIENCE_MS);

    expect(changes).toEqual([{ kind: 'hangUp', callId: 31 }]);
  });

  test('says so when neither does it', async () => {
    const { actor, voice, reports } = await talk({ changeCall: () => Promise.reject({ kind: 'offline' }) });
    actor.send({ type: 'line.hangUp' });
    voice({ type: 'voice.callFailed', key: 'c1', step: 'hangup', reason: 'unknown', code: null });
    await settle();

    expect(reports).toEqual([
      { type: 'complaint.made', complaint: { kind: 'unable', step: 'hangup' } },
      { type: 'call.finished', key: 'c1' },
    ]);
  });
});

describe('muting', () => {
  test('shows what the line says, not what was asked', async () => {
    const { actor, view, voice } = await talk();

    actor.send({ type: 'line.mute', muted: true });
    expect(view().muted).toBe(false);
    voice({ type: 'voice.muted', key: 'c1', muted: true });

    expect(view().muted).toBe(true);
  });

  test('stays muted until the line says otherwise', async () => {
    const { actor, view, voice, clock, reports } = await talk();
    voice({ type: 'voice.muted', key: 'c1', muted: true });

    actor.send({ type: 'line.mute', muted: false });
    clock.increment(MUTE_PATIENCE_MS);

    expect(view().muted).toBe(true);
    expect(reports).toEqual([{ type: 'complaint.made', complaint: { kind: 'notUnmuted' } }]);
    expect(complaintText({ kind: 'notUnmuted' })).toBe('The microphone is still muted.');
  });
});

describe('holding', () => {
  test('is shown once the server has done it', async () => {
    const { actor, view, changes } = await talk({
      changeCall: () => Promise.resolve(call({ held: true, version: 4 })),
    });

    actor.send({ type: 'line.hold', held: true });
    expect(view().held).toBe(false);
    await settle();

    expect([view().held, changes]).toEqual([true, [{ kind: 'hold', held: true, callId: 31 }]]);
  });

  test('that is refused leaves the call as it was, and says why', async () => {
    const { actor, view, reports } = await talk({
      changeCall: () => Promise.reject({ kind: 'conflict', message: 'The line does not answer.' }),
    });
    actor.send({ type: 'line.hold', held: true });
    await settle();

    expect([view().held, reports]).toEqual([false, [refusedWith('The line does not answer.')]]);
  });
});

describe('recording', () => {
  test('follows the word of the server through the disclaimer', async () => {
    const { actor, view, changes } = await talk({
      changeCall: () => Promise.resolve(call({ recording: recording({ state: 'announcing' }), version: 4 })),
    });
    actor.send({ type: 'line.record', action: 'start' });
    expect(view().recording).toEqual({ state: 'off', busy: true, locked: null });
    await settle();
    expect(view().recording).toEqual({ state: 'announcing', busy: false, locked: null });

    actor.send({ type: 'call.changed', call: call({ recording: recording({ state: 'recording' }), version: 5 }) });

    expect(view().recording.state).toBe('recording');
    expect(changes).toEqual([{ kind: 'record', action: 'start', callId: 31 }]);
  });

  test('that a rule locks is not stopped, and the reason is given', async () => {
    const { actor, reports, changes } = await talk();
    const locked = 'Sales calls are recorded to their end.';
    const sales = call({ recording: recording({ state: 'recording', mode: 'locked', locked }), version: 4 });
    actor.send({ type: 'call.changed', call: sales });

    actor.send({ type: 'line.record', action: 'stop' });

    expect([changes, reports]).toEqual([[], [refusedWith(locked)]]);
    expect(actor.getSnapshot().matches({ live: { stage: { active: { recording: { stage: 'locked' } } } } })).toBe(true);
  });

  test('that a rule locks goes on after a pause', async () => {
    const { actor, changes } = await talk();
    const paused = recording({ state: 'paused', mode: 'locked', locked: 'Sales calls are recorded to their end.' });
    actor.send({ type: 'call.changed', call: call({ recording: paused, version: 4 }) });

    actor.send({ type: 'line.record', action: 'resume' });

    expect(changes).toEqual([{ kind: 'record', action: 'resume', callId: 31 }]);
  });

  test('that could not be asked for is off, and says so', async () => {
    const { actor, view, reports } = await talk({
      changeCall: () => Promise.reject({ kind: 'offline', message: 'x' }),
    });
    actor.send({ type: 'line.record', action: 'start' });
    await settle();

    expect(view().recording).toEqual({ state: 'off', busy: false, locked: null });
    expect(reports).toEqual([refusedWith("Can't reach the server. Your work is safe. Try again.")]);
  });

  test('is agreed to, or not, in their words', async () => {
    const { actor, changes } = await talk();
    actor.send({ type: 'line.answerConsent', agreed: false });

    expect(changes).toEqual([{ kind: 'consent', agreed: false, callId: 31 }]);
  });

  test('is never as an older copy says', async () => {
    const { actor, view } = await talk();
    actor.send({ type: 'call.changed', call: call({ recording: recording({ state: 'recording' }), version: 5 }) });
    actor.send({ type: 'call.changed', call: call({ recording: recording({ state: 'off' }), version: 4 }) });

    expect(view().recording.state).toBe('recording');
  });
});

describe('a conversation', () => {
  test('shows how the sound comes through, and tells the server', async () => {
    const { view, voice, events } = await talk();
    voice({ type: 'voice.qualityChanged', key: 'c1', quality: 'poor' });
    expect(view().quality).toBe('poor');
    voice({ type: 'voice.reconnecting', key: 'c1' });
    expect(view().quality).toBe('reconnecting');
    voice({ type: 'voice.reconnected', key: 'c1' });

    expect(view().quality).toBe('good');
    expect(events).toEqual([
      { callId: 31, kind: 'quality_poor' },
      { callId: 31, kind: 'reconnecting' },
      { callId: 31, kind: 'reconnected' },
    ]);
  });

  test('sends digits, letters as their keys and nothing else, and remembers them', async () => {
    const { actor, view, asks, events } = await talk();
    actor.send({ type: 'line.sendDigits', digits: '1#' });
    actor.send({ type: 'line.sendDigits', digits: 'b' });
    actor.send({ type: 'line.sendDigits', digits: '+' });

    expect(view().digits).toBe('1#2');
    expect(asks.slice(1)).toEqual([
      ask({ type: 'voice.sendDigits', key: 'c1', digits: '1#' }),
      ask({ type: 'voice.sendDigits', key: 'c1', digits: '2' }),
    ]);
    expect(events.map(({ kind }) => kind)).toEqual(['digits', 'digits']);
  });

  test('dials the extension of its number after the answer, and again on request', async () => {
    const { actor, clock, view, asks, events } = await talk({ startCall: async () => call({ extension: '45' }) });
    const dials = ask({ type: 'voice.sendDigits', key: 'c1', digits: '45' });
    expect(view().extension).toEqual({ digits: '45', isDialed: false });
    clock.increment(EXTENSION_MS - 1);
    expect(asks.slice(1)).toEqual([]);

    clock.increment(1);
    expect([asks.slice(1), view().extension]).toEqual([[dials], { digits: '45', isDialed: true }]);
    actor.send({ type: 'line.sendExtension' });

    expect(asks.slice(1)).toEqual([dials, dials]);
    expect(events.map(({ kind }) => kind)).toEqual(['digits', 'digits']);
  });

  test('does not dial the extension by itself when its page was loaded again', async () => {
    const waits = { direction: 'waiting', side: 'outbound', number: '+15125550142', sid: SID, callId: 31 } as const;
    const { actor, voice, clock, view, asks } = start({
      ...waits,
      talkedMs: 1_000,
      leftMs: 28_000,
      isAllowed: true,
    } as never);
    actor.send({ type: 'call.changed', call: call({ status: 'active', version: 2, extension: '45' }) });
    voice({ type: 'voice.accepted', key: 'c1', sid: SID });
    clock.increment(EXTENSION_MS);
    expect([asks.slice(1), view().extension]).toEqual([[], { digits: '45', isDialed: true }]);

    actor.send({ type: 'line.sendExtension' });

    expect(asks.slice(1)).toEqual([ask({ type: 'voice.sendDigits', key: 'c1', digits: '45' })]);
  });

  test('is passed on by the server', async () => {
    const { actor, changes } = await talk();
    actor.send({ type: 'line.transfer', number: '+18135550108' });

    expect(changes).toEqual([{ kind: 'transfer', number: '+18135550108', callId: 31 }]);
  });

  test('that breaks says so', async () => {
    const { voice, ended } = await talk();
    voice({ type: 'voice.callFailed', key: 'c1', step: 'outboundCall', reason: 'lineAway', code: null });

    expect(ended()).toMatchObject({ end: { kind: 'failed' }, sentence: LOST });
  });

  const over = call({ status: 'ended', outcome: 'completed', version: 9 });
  const LOST = 'The connection was lost, so the call ended. Call again.';
  test.each([
    ['the line no longer knows', [{ type: 'voice.ended', key: 'c1', code: 31_209 }], LOST],
    ['ends before it is back', [RECONNECTING, { type: 'voice.ended', key: 'c1', code: null }], LOST],
    ['the server ended in the meantime', [RECONNECTING, { type: 'call.changed', call: over }], LOST],
    ['is back, and ends later', [RECONNECTING, BACK, { type: 'voice.ended', key: 'c1', code: null }], ENDED],
    ['is back, and the server ends', [RECONNECTING, BACK, { type: 'call.changed', call: over }], ENDED],
  ] as const)('a call that %s says why it is over', async (_what, facts, sentence) => {
    const { actor, ended } = await talk();
    for (const fact of facts) actor.send(fact);

    expect(ended().sentence).toBe(sentence);
  });

  test('a call that loses its sound for good says so', async () => {
    const { voice, ended } = await talk();
    voice({ type: 'voice.callFailed', key: 'c1', step: 'outboundCall', reason: 'mediaFailed', code: 53_405 });

    expect(ended().sentence).toContain('No audio. A firewall may be blocking it.');
  });

  test('is over when the device is gone', async () => {
    const { actor, ended } = await talk();
    actor.send({ type: 'device.gone' });

    expect(ended()).toMatchObject({ end: { kind: 'failed' }, sentence: 'The phone lost its connection.' });
  });
});

describe('an inbound call', () => {
  test('knows its only contact from what the server told', () => {
    const { actor } = ring({ told: { call: inbound(), contacts: [matched()] } });

    expect(incomingViewOf(actor.getSnapshot())).toEqual({
      key: 'c1',
      callId: 31,
      from: '+15125550142',
      to: '+18135550117',
      contacts: [matched()],
      contactId: 7,
      answering: false,
      lookedUp: true,
      call: inbound(),
    });
  });

  test('of a shared number is about nobody until one is chosen', async () => {
    const both = [matched(), matched({ id: 8, number: 108, name: 'Emeka Okafor' })];
    const { actor, changes } = ring(
      { told: { call: inbound({ contact: null }), contacts: both } },
      {
        changeCall: () =>
          Promise.resolve(inbound({ contact: { id: 8, number: 108, name: 'Emeka Okafor' }, version: 2 })),
      },
    );
    expect(incomingViewOf(actor.getSnapshot()).contactId).toBeNull();

    actor.send({ type: 'line.chooseContact', key: 'c1', contactId: 8 });
    await settle();

    expect([incomingViewOf(actor.getSnapshot()).contactId, changes]).toEqual([
      8,
      [{ kind: 'link', contactId: 8, callId: 31 }],
    ]);
  });

  test('is looked up when the server tells nothing for half a second', async () => {
    const { actor, clock } = ring();
    clock.increment(500);
    await settle();

    expect(incomingViewOf(actor.getSnapshot()).contacts).toEqual([matched()]);
  });

  test('talks once the line has connected it', () => {
    const { actor, asks, voice, view } = ring();
    actor.send({ type: 'line.answer', key: 'c1' });
    expect([incomingViewOf(actor.getSnapshot()).answering, asks]).toEqual([
      true,
      [ask({ type: 'voice.accept', key: 'c1' })],
    ]);

    voice({ type: 'voice.accepted', key: 'c1', sid: SID });

    expect(view().stage).toBe('active');
  });

  test('is declined', () => {
    const { actor, asks, ended } = ring();
    actor.send({ type: 'line.reject', key: 'c1' });

    expect([asks, ended().sentence]).toEqual([[ask({ type: 'voice.reject', key: 'c1' })], 'You declined the call.']);
  });

  test('is missed when the caller gives up', () => {
    const { voice, ended, actor } = ring();
    voice({ type: 'voice.cancelled', key: 'c1' });

    expect([actor.getSnapshot().value, ended().sentence]).toEqual(['cancelled', 'Missed call: the caller hung up.']);
  });

  test('is missed when it has rung for more than a minute and the line says nothing', () => {
    const { clock, ended, actor } = ring();
    clock.increment(MISSED_MS);

    expect([actor.getSnapshot().value, ended().sentence]).toEqual(['missed', 'Missed call.']);
  });

  test('that somebody else answered says who', () => {
    const { actor, voice, ended } = ring();
    actor.send({
      type: 'call.changed',
      call: inbound({ status: 'active', user: { id: 1009, name: 'Priya Raman' }, version: 2 }),
    });
    voice({ type: 'voice.cancelled', key: 'c1' });

    expect(ended()).toMatchObject({ end: { kind: 'cancelled' }, sentence: 'Priya Raman answered the call.' });
  });

  test.each<[VoiceStep, string]>([
    ['inboundCall', 'Unable to initialize inbound call'],
    ['inboundCallEvents', 'Unable to initialize inbound call events'],
  ])('says that the %s failed', (step, result) => {
    const { actor, voice, ended } = ring();
    actor.send({ type: 'line.answer', key: 'c1' });
    voice({ type: 'voice.callFailed', key: 'c1', step, reason: 'unknown', code: null });

    expect(ended()).toMatchObject({ end: { kind: 'failed' }, sentence: `${result}.` });
  });
});
