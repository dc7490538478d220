import { describe, expect, test } from 'vitest';
import type { Call } from '#contract/phone/call.contract.ts';
import { lineViewOf } from '../../src/machines/phone/line.machine.ts';
import type { VoiceFact } from '../../src/machines/phone/voice-port.ts';
import { endText } from '../../src/views/phone/phone-words.ts';
import { call, SID } from './phone-fixtures.ts';
import { type PhoneAnswers, readyLine, settle } from './phone-world.ts';

const KEY = { key: SID } as const;
const WAITS: VoiceFact = {
  type: 'voice.waits',
  key: SID,
  sid: SID,
  callId: 31,
  direction: 'outbound',
  number: '+15125550142',
  talkedMs: 65_000,
  leftMs: 28_000,
  isNewPage: true,
};
const SERVER = call({ status: 'active', version: 5, held: true });

/** A page that was loaded again while its call goes on. */
async function reloaded(microphone: 'granted' | 'unknown', answers: Partial<PhoneAnswers> = {}, waits = WAITS) {
  const line = await readyLine({ readActiveCalls: () => Promise.resolve([SERVER]), ...answers });
  line.voice({ type: 'voice.microphoneChanged', microphone });
  line.voice(waits);
  await settle();
  const view = () => lineViewOf(line.actor.getSnapshot());
  const dialled = () => line.asked.filter(({ type }) => type === 'voice.dial');
  return { ...line, view, dialled };
}

const REJOINS = { type: 'voice.dial', key: SID, params: { Rejoin: '31' } };

describe('a page that is loaded again in a call', () => {
  test('rejoins by itself where it may use the microphone, and shows the same call with its length', async () => {
    const { voice, view, dialled, now } = await reloaded('granted');
    expect([dialled(), view().call?.stage]).toEqual([[REJOINS], 'rejoining']);

    voice({ type: 'voice.accepted', ...KEY, sid: SID });

    expect(view().call).toMatchObject({
      stage: 'active',
      callId: 31,
      number: '+15125550142',
      activeSince: now() - 65_000,
      held: true,
      call: SERVER,
    });
  });

  test('rejoins by one press where the browser asks for the microphone', async () => {
    const { actor, view, dialled } = await reloaded('unknown');
    expect([dialled(), view().call?.stage]).toEqual([[], 'waiting']);

    actor.send({ type: 'line.rejoin' });

    expect([dialled(), view().call?.stage]).toEqual([[REJOINS], 'rejoining']);
  });

  test('that was open before opens no microphone by itself: it may be at another desk', async () => {
    const { view, dialled } = await reloaded('granted', {}, { ...WAITS, isNewPage: false });

    expect([dialled(), view().call?.stage]).toEqual([[], 'waiting']);
  });

  test('offers it again when that fails', async () => {
    const { voice, view } = await reloaded('granted');

    voice({ type: 'voice.callFailed', ...KEY, step: 'outboundCall', reason: 'microphoneDenied', code: 31_401 });

    expect([view().call?.stage, view().notice]).toEqual(['waiting', { kind: 'unable', step: 'call' }]);
  });

  test('says why it is over when nobody rejoins in time', async () => {
    const { clock, view } = await reloaded('unknown');

    clock.increment(28_000);

    const { call: shown, ended } = view();
    expect([shown, ended && endText(ended)]).toEqual([null, 'The page was closed, so the call ended. Call again.']);
  });

  test('says so, too, when the line has not waited', async () => {
    const { voice, view } = await reloaded('granted');

    voice({ type: 'voice.ended', ...KEY, code: 31_209 });

    expect(view()).toMatchObject({ call: null, ended: { end: { why: { kind: 'pageClosed' } } } });
  });

  test.each(['granted', 'unknown'] as const)('can end it instead, with a microphone that is %s', async (microphone) => {
    const { actor, changes } = await reloaded(microphone);

    actor.send({ type: 'line.hangUp' });
    await settle();

    expect(changes).toEqual([{ kind: 'hangUp', callId: 31 }]);
  });

  test('learns from the server that the other side has hung up', async () => {
    const { told$, view } = await reloaded('unknown');

    told$.next({ type: 'call.changed', call: call({ status: 'ended', outcome: 'completed', version: 6 }) });

    expect(view()).toMatchObject({ call: null, ended: { end: { kind: 'completed' } } });
  });
});

describe('a page that is on another call already', () => {
  /** The server refuses the other call: the agent is on one. */
  async function dialling() {
    const asked = Promise.withResolvers<Call>();
    const line = await readyLine({ startCall: () => asked.promise, readActiveCalls: () => Promise.resolve([SERVER]) });
    line.voice({ type: 'voice.microphoneChanged', microphone: 'granted' });
    line.actor.send({ type: 'line.dial', number: '+15125550177' });
    await settle();
    line.voice(WAITS);
    const refuse = async () => {
      asked.reject(new Error('the agent is on a call'));
      await settle();
    };
    return { ...line, view: () => lineViewOf(line.actor.getSnapshot()), refuse };
  }

  test('keeps that one, and is offered the call that waits when it is over', async () => {
    const { view, refuse, clock, now, asked } = await dialling();
    expect(view().call?.key).toBe('call 1');
    clock.increment(8_000);

    await refuse();

    expect(view().call).toMatchObject({ key: SID, stage: 'waiting', activeSince: now() - 73_000 });
    expect(asked.filter(({ type }) => type === 'voice.dial')).toEqual([]);
    clock.increment(19_999);
    expect(view().call?.key).toBe(SID);
    clock.increment(1);
    expect(view().call).toBeNull();
  });

  test('is not offered a call that has ended by then, on the server or by its time', async () => {
    const told = await dialling();
    told.told$.next({ type: 'call.changed', call: call({ status: 'ended', outcome: 'completed', version: 6 }) });
    await told.refuse();
    const late = await dialling();
    late.clock.increment(28_000);
    await late.refuse();

    expect([told.view().call, late.view().call]).toEqual([null, null]);
  });

  test('may answer another call first', async () => {
    const { voice, actor, view, refuse } = await dialling();
    voice({ type: 'voice.rang', key: 'CA2', sid: 'CA2', from: '+15125550199', to: '+18135550107', callId: 32 });
    actor.send({ type: 'line.answer', key: 'CA2' });

    await refuse();

    expect(view().incoming).toMatchObject([{ key: 'CA2', answering: true }]);
  });
});
