import { describe, expect, test } from 'vitest';
import type { CallOutcome } from '#contract/phone/call.contract.ts';
import { LAST_CALL_MS, OFFLINE_PATIENCE_MS } from '../../src/machines/phone/device.machine.ts';
import type { LineCommand, LineView } from '../../src/machines/phone/line-view.ts';
import { lineViewOf } from '../../src/machines/phone/line.machine.ts';
import { complaintText, endText } from '../../src/views/phone/phone-words.ts';
import { call, matched, minutes, recording, SID, token } from './phone-fixtures.ts';
import { type PhoneAnswers, readyLine, settle } from './phone-world.ts';

const endingOf = ({ ended }: LineView) => ended && endText(ended);

async function open(answers: Partial<PhoneAnswers> = {}) {
  const line = await readyLine(answers);
  const view = () => lineViewOf(line.actor.getSnapshot());
  const rings = (key: string, callId: number, from = '+15125550142') =>
    line.voice({ type: 'voice.rang', key, sid: `CA${callId}`, from, to: '+18135550117', callId });
  const connects = (key: string) => {
    line.actor.send({ type: 'line.answer', key });
    line.voice({ type: 'voice.accepted', key, sid: 'CA1' });
  };
  return { ...line, view, rings, connects };
}

const inbound = (some: Parameters<typeof call>[0] = {}) =>
  call({ id: 41, sid: 'CA41', call_direction: 'inbound', call_from: '+15125550142', status: 'ringing', ...some });

describe('without a call', () => {
  test.each<LineCommand>([
    { type: 'line.hangUp' },
    { type: 'line.mute', muted: true },
    { type: 'line.hold', held: true },
    { type: 'line.transfer', number: '+18135550108' },
    { type: 'line.sendDigits', digits: '1' },
    { type: 'line.record', action: 'start' },
    { type: 'line.answerConsent', agreed: true },
    { type: 'line.answer', key: 'gone' },
    { type: 'line.reject', key: 'gone' },
  ])('$type finds none', async (command) => {
    const { actor, view, asked } = await open();
    actor.send(command);

    expect([view().notice, asked]).toEqual([{ kind: 'noCall' }, []]);
  });

  test('the notice is put away', async () => {
    const { actor, view } = await open();
    actor.send({ type: 'line.hangUp' });
    actor.send({ type: 'line.putAway' });

    expect(view().notice).toBeNull();
  });

  test('the notice alone is put away, and how the last call ended stays', async () => {
    const { actor, view, voice } = await open();
    voice({ type: 'voice.unregistered' });
    actor.send({ type: 'line.dial', number: '+15125550142' });
    actor.send({ type: 'line.hangUp' });
    actor.send({ type: 'line.putAway', only: 'notice' });

    expect([view().notice, view().ended?.number]).toEqual([null, '+15125550142']);
  });
});

describe('dialling', () => {
  test('is refused before the device is ready', async () => {
    const { actor, view, voice } = await open();
    voice({ type: 'voice.unregistered' });
    actor.send({ type: 'line.dial', number: '+15125550142' });

    expect([view().call, view().ended?.end.why]).toEqual([null, { kind: 'noDevice' }]);
  });

  test('is refused without minutes, as they are by now', async () => {
    const { actor, view, told$, wishes } = await open();
    told$.next({ type: 'minutes.changed', minutes: minutes({ used: 500 }) });
    actor.send({ type: 'line.dial', number: '+15125550142' });

    expect([view().ended?.end.why, wishes]).toEqual([{ kind: 'overMinutes' }, []]);
  });

  test('is for nothing on the test line, however its number is written', async () => {
    const { actor, view, told$, wishes } = await open();
    told$.next({ type: 'minutes.changed', minutes: minutes({ used: 500 }) });
    actor.send({ type: 'line.dial', number: '1-555-555-0199' });

    expect([view().ended, wishes.map(({ number }) => number)]).toEqual([null, ['1-555-555-0199']]);
  });

  test('is refused while a call goes on, which goes on', async () => {
    const { actor, view, wishes } = await open();
    actor.send({ type: 'line.dial', number: '+15125550142' });
    actor.send({ type: 'line.dial', number: '+18135550108' });
    await settle();

    expect([view().notice, view().call?.number, wishes.length]).toEqual([{ kind: 'callGoesOn' }, '+15125550142', 1]);
  });

  test('goes on when the minutes run out meanwhile', async () => {
    const { actor, view, told$, voice } = await open();
    actor.send({ type: 'line.dial', number: '+15125550142' });
    await settle();
    voice({ type: 'voice.accepted', key: 'call 1', sid: 'CA1' });
    told$.next({ type: 'minutes.changed', minutes: minutes({ used: 500 }) });

    expect([view().call?.stage, view().minutes?.used]).toEqual(['active', 500]);
  });
});

describe('a call that rings', () => {
  test('has what the server told of it before', async () => {
    const { told$, rings, view } = await open();
    told$.next({ type: 'call.incoming', call: inbound(), contacts: [matched()] });
    rings('one', 41);

    expect(view().incoming.map(({ key, contactId, call: known }) => [key, contactId, known?.id])).toEqual([
      ['one', 7, 41],
    ]);
  });

  test('has what the server tells of it after', async () => {
    const { told$, rings, view } = await open();
    rings('one', 41);
    told$.next({ type: 'call.incoming', call: inbound(), contacts: [matched()] });

    expect(view().incoming[0]?.contacts).toEqual([matched()]);
  });

  test('is found by the name of its line where that does not say the number of the call', async () => {
    const { told$, voice, view } = await open();
    voice({ type: 'voice.rang', key: 'one', sid: 'CA41', from: '+15125550142', to: '', callId: null });
    told$.next({ type: 'call.incoming', call: inbound(), contacts: [matched()] });

    expect(view().incoming[0]?.callId).toBe(41);
  });

  test('that is declined is over', async () => {
    const { actor, rings, view } = await open();
    rings('one', 41);
    actor.send({ type: 'line.reject', key: 'one' });

    expect([view().incoming, endingOf(view())]).toEqual([[], 'You declined the call.']);
  });

  test('that is missed is remembered', async () => {
    const { rings, voice, view } = await open();
    rings('one', 41);
    voice({ type: 'voice.cancelled', key: 'one' });

    expect(endingOf(view())).toBe('Missed call: the caller hung up.');
  });
});

describe('a second call', () => {
  test('rings beside the one that goes on', async () => {
    const { rings, connects, view } = await open();
    rings('one', 41);
    connects('one');
    rings('two', 42, '+18135550107');

    expect([view().call?.key, view().incoming.map(({ key }) => key)]).toEqual(['one', ['two']]);
  });

  test('is answered once the first one is over', async () => {
    const { actor, rings, connects, voice, view, asked } = await open();
    rings('one', 41);
    connects('one');
    rings('two', 42);
    actor.send({ type: 'line.answer', key: 'two' });
    expect(asked.at(-1)).toEqual({ type: 'voice.hangUp', key: 'one' });

    voice({ type: 'voice.ended', key: 'one', code: null });
    expect(asked.at(-1)).toEqual({ type: 'voice.accept', key: 'two' });
    voice({ type: 'voice.accepted', key: 'two', sid: 'CA42' });

    expect([view().call?.key, view().incoming, view().ended]).toEqual(['two', [], null]);
  });

  test('that gives up meanwhile leaves nothing in front', async () => {
    const { actor, rings, connects, voice, view } = await open();
    rings('one', 41);
    connects('one');
    rings('two', 42);
    actor.send({ type: 'line.answer', key: 'two' });
    voice({ type: 'voice.cancelled', key: 'two' });
    voice({ type: 'voice.ended', key: 'one', code: null });

    expect([view().call, view().incoming, actor.getSnapshot().matches({ front: 'free' })]).toEqual([null, [], true]);
  });
});

describe('what has ended', () => {
  test('is told as the server has it, also when that comes late', async () => {
    const { actor, told$, voice, view } = await open();
    actor.send({ type: 'line.dial', number: '+15125550142' });
    await settle();
    voice({ type: 'voice.ended', key: 'call 1', code: null });
    expect(endingOf(view())).toBe('No answer.');

    told$.next({ type: 'call.changed', call: call({ status: 'ended', outcome: 'busy', version: 4 }) });

    expect([endingOf(view()), view().ended?.call?.version]).toEqual(['The line is busy.', 4]);
  });

  test('is forgotten when the next call begins', async () => {
    const { actor, view, voice } = await open();
    actor.send({ type: 'line.dial', number: '911' });
    expect(view().ended?.end.why).toEqual({ kind: 'noNumber' });
    actor.send({ type: 'line.dial', number: '+15125550142' });
    await settle();
    voice({ type: 'voice.ringing', key: 'call 2', sid: 'CA1' });

    expect([view().ended, view().call?.stage]).toEqual([null, 'ringing']);
  });
});

describe('a gap in what the server tells', () => {
  test('is closed by reading the calls that go on', async () => {
    const { actor, told$, voice, view } = await open({
      readActiveCalls: () => Promise.resolve([call({ recording: recording({ state: 'recording' }), version: 6 })]),
    });
    actor.send({ type: 'line.dial', number: '+15125550142' });
    await settle();
    voice({ type: 'voice.accepted', key: 'call 1', sid: 'CA1' });
    told$.next({ type: 'stream.lost', stream: 'user:1001', epoch: 'e', offset: 3 });
    await settle();

    expect(view().call?.recording.state).toBe('recording');
  });
});

describe('a device that is gone', () => {
  test('ends every call', async () => {
    const { rings, connects, actor, view } = await open();
    rings('one', 41);
    connects('one');
    rings('two', 42);
    actor.send({ type: 'device.gone' });

    expect([view().call, view().incoming, endingOf(view())]).toEqual([null, [], 'The phone lost its connection.']);
  });

  test('whose line is away for long starts anew, but not while a call goes on', async () => {
    const { voice, rings, connects, voices, clock, view } = await open();
    rings('one', 41);
    connects('one');
    voice({ type: 'voice.unregistered' });
    clock.increment(OFFLINE_PATIENCE_MS);
    await settle();
    expect([voices.length, view().call?.stage]).toEqual([1, 'active']);

    voice({ type: 'voice.ended', key: 'one', code: null });
    clock.increment(OFFLINE_PATIENCE_MS);
    await settle();

    expect(voices.length).toBe(2);
  });

  test('that is taken away goes when its call is over, though its token ended before', async () => {
    let isOn = true;
    const { voice, rings, connects, clock, view } = await open({
      fetchToken: () => Promise.resolve(token({ enabled: isOn, status: "Your phone subscription isn't active." })),
    });
    rings('one', 41);
    connects('one');
    isOn = false;
    voice({ type: 'voice.tokenExpiring' });
    await settle();
    voice({ type: 'voice.failed', step: 'device', reason: 'tokenExpired', code: 31_205 });
    voice({ type: 'voice.unregistered' });
    clock.increment(OFFLINE_PATIENCE_MS);
    await settle();
    expect([view().call?.stage, view().device.status]).toEqual(['active', 'offline']);

    voice({ type: 'voice.ended', key: 'one', code: null });
    clock.increment(LAST_CALL_MS);
    await settle();

    expect(view().device).toMatchObject({
      status: 'absent',
      problem: { kind: 'absent', text: "Your phone subscription isn't active." },
    });
  });

  test('is started anew by a person, but not while a call goes on', async () => {
    const { actor, voice, rings, connects, voices } = await open();
    rings('one', 41);
    connects('one');
    voice({ type: 'voice.unregistered' });
    actor.send({ type: 'line.retry' });
    await settle();
    expect(voices.length).toBe(1);

    voice({ type: 'voice.ended', key: 'one', code: null });
    actor.send({ type: 'line.retry' });
    await settle();

    expect(voices.length).toBe(2);
  });
});

describe('who was passed on', () => {
  const passed = (outcome: CallOutcome | null, version: number) =>
    call({
      ...ENDED,
      version,
      passed_on: { by: 'agent', to: '+16565550104', name: 'Marcus Ellery', outcome, returned: false },
    });
  const ENDED = {
    status: 'ended',
    outcome: 'completed',
    contact: { id: 7, number: 107, name: 'Rosalind Okafor' },
  } as const;
  const told = async (outcomes: readonly (CallOutcome | null)[]) => {
    const { told$, view } = await open();
    outcomes.forEach((outcome, place) => told$.next({ type: 'call.changed', call: passed(outcome, place + 2) }));
    const { notice } = view();
    return notice && complaintText(notice);
  };

  test('and is taken by nobody is told to the agent who has left, once', async () => {
    const notice = "Rosalind Okafor was transferred to Marcus Ellery, who didn't answer. Call them back.";
    expect([await told([null, 'rejected']), await told(['rejected'])]).toEqual([notice, null]);
  });

  test('and is back with the agent is told, until the call is over', async () => {
    const { actor, told$, voice, view } = await open();
    actor.send({ type: 'line.dial', number: '+15125550142' });
    await settle();
    voice({ type: 'voice.accepted', key: 'call 1', sid: SID });
    const tells = (outcome: CallOutcome | null, returned: boolean, version: number) => {
      const passed_on = { by: 'agent', to: '+16565550104', name: 'Marcus Ellery', outcome, returned } as const;
      told$.next({ type: 'call.changed', call: call({ status: 'active', version, passed_on }) });
    };
    tells(null, false, 2);
    expect(view().call).toMatchObject({ passing: true });
    tells('rejected', false, 3);
    expect(view().notice).toBeNull();
    tells('rejected', true, 4);
    const { notice, call: shown } = view();
    expect([notice && complaintText(notice), shown?.passing]).toEqual([
      'Declined by Marcus Ellery. The call is back with you.',
      false,
    ]);
    actor.send({ type: 'line.hangUp' });
    voice({ type: 'voice.ended', key: shown?.key ?? '', code: null });
    expect(view()).toMatchObject({ call: null, notice: null });
  });

  test('and is taken needs no word', async () => {
    expect(await told([null, 'completed'])).toBeNull();
  });
});
