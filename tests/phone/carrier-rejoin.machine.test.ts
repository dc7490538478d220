import { describe, expect, test } from 'vitest';
import type { Call } from '#contract/phone/call.contract.ts';
import { DIALER_START_MS } from '#contract/phone/call.contract.ts';
import { HANGUP_WORD_MS } from '../../src/machines/phone/call-setup.ts';
import { waitsOf } from '../../src/machines/phone/call-waits.ts';
import { lineViewOf } from '../../src/machines/phone/line.machine.ts';
import { createActor } from 'xstate';
import { call, SID, token } from './phone-fixtures.ts';
import { type PhoneAnswers, phoneWorld, settle } from './phone-world.ts';

const TWILIO = { fetchToken: () => Promise.resolve(token({ line: 'twilio', path: null })) };
const ACTIVE = { line: 'twilio', status: 'active', answered_at: new Date(-65_000).toISOString() } as const;
const WAITS = call({ ...ACTIVE, version: 5, held: true, away_ms: 2_000 });
const REJOINS = { type: 'voice.dial', key: SID, params: { Rejoin: '31' } };

/** A page that is loaded, with a call of its agent at the server. */
async function loaded(
  active: readonly Call[],
  { pageAge = 3_000, ...answers }: Partial<PhoneAnswers> & { pageAge?: number } = {},
) {
  const world = phoneWorld({ ...TWILIO, readActiveCalls: () => Promise.resolve(active), ...answers });
  const { now, newKey, clock } = world;
  const input = { now, newKey, pageAge: () => pageAge + now() };
  const actor = createActor(world.machines.line, { clock, input }).start();
  const view = () => lineViewOf(actor.getSnapshot());
  world.told$.next({ type: 'stream.positioned', stream: 'user:1', epoch: 'e', offset: 1 });
  await settle();
  clock.increment(DIALER_START_MS);
  await settle();
  world.voice({ type: 'voice.microphoneChanged', microphone: 'granted' });
  const ready = async () => {
    world.voice({ type: 'voice.registered' });
    await settle();
  };
  const dialled = () => world.asked.filter(({ type }) => type === 'voice.dial');
  return { ...world, actor, view, ready, dialled };
}

describe('a page that is loaded again in a call of Twilio', () => {
  test('rejoins as soon as its device can dial, and shows the same call', async () => {
    const { view, voice, ready, dialled, now } = await loaded([WAITS]);
    expect([dialled(), view().call]).toEqual([[], null]);

    await ready();
    expect([dialled(), view().call?.stage]).toEqual([[REJOINS], 'rejoining']);
    voice({ type: 'voice.accepted', key: SID, sid: 'CA2' });

    expect(view().call).toMatchObject({ stage: 'active', callId: 31, held: true, activeSince: -65_000, call: WAITS });
    expect(now()).toBe(DIALER_START_MS);
  });

  test('learns of it from the server when the end of the first leg is told later, once', async () => {
    const { view, ready, told$, dialled, actor, answer } = await loaded([call({ ...ACTIVE, version: 4 })]);
    await ready();
    expect(view().call).toBeNull();
    answer.readActiveCalls = () => Promise.resolve([WAITS]);

    told$.next({ type: 'call.changed', call: WAITS });
    told$.next({ type: 'call.changed', call: WAITS });
    await settle();

    expect([dialled(), view().call?.stage]).toEqual([[REJOINS], 'rejoining']);
    expect(actor.getSnapshot().context.waiting).toBeNull();
  });

  test('that was open before opens no microphone by itself, and offers the call for the time that is left', async () => {
    const { view, ready, dialled, clock } = await loaded([WAITS], { pageAge: 60_000 });
    await ready();
    expect([dialled(), view().call?.stage]).toEqual([[], 'waiting']);

    clock.increment(27_999);
    expect(view().call?.stage).toBe('waiting');
    clock.increment(1);
    expect(view().call).toBeNull();
  });

  test('does not offer it again after it was rejoined, whatever comes late', async () => {
    const { view, voice, ready, told$, actor } = await loaded([WAITS]);
    await ready();
    voice({ type: 'voice.accepted', key: SID, sid: 'CA2' });
    told$.next({ type: 'call.changed', call: call({ ...ACTIVE, version: 6 }) });

    told$.next({ type: 'call.changed', call: WAITS });
    voice({ type: 'voice.ended', key: SID, code: null });
    await settle();

    expect([view().call, actor.getSnapshot().context.waiting]).toEqual([null, null]);
  });

  test('that is on another call by then reads of it once, and is not offered it when someone has rejoined', async () => {
    let reads: number | null = null;
    const readActiveCalls = () => {
      if (reads === null) return Promise.resolve([]);
      reads += 1;
      return Promise.resolve(reads > 5 ? [] : [WAITS]);
    };
    const { view, ready, told$, actor, voice } = await loaded([], {
      readActiveCalls,
      startCall: async () => call({ id: 32 }),
    });
    await ready();
    actor.send({ type: 'line.dial', number: '+15125550177' });
    await settle();
    reads = 0;
    told$.next({ type: 'call.changed', call: WAITS });
    await settle();
    expect([actor.getSnapshot().context.waiting?.callId, reads]).toEqual([31, 1]);

    told$.next({ type: 'call.changed', call: call({ ...ACTIVE, version: 6 }) });
    voice({ type: 'voice.ended', key: 'call 1', code: null });
    await settle();

    expect([view().call, reads]).toEqual([null, 1]);
  });

  test('whose own connection was lost is offered the call once its first leg is over here, too', async () => {
    const { view, voice, ready, told$ } = await loaded([WAITS]);
    await ready();
    voice({ type: 'voice.accepted', key: SID, sid: 'CA2' });
    told$.next({ type: 'call.changed', call: call({ ...ACTIVE, version: 6 }) });
    told$.next({ type: 'call.changed', call: call({ ...ACTIVE, version: 7, away_ms: 0 }) });
    expect(view().call?.stage).toBe('active');

    voice({ type: 'voice.callFailed', key: SID, step: 'call', reason: 'lineAway', code: null });
    await settle();

    expect(view().call?.stage).toBe('waiting');
  });
});

describe('hanging up', () => {
  async function talking(answers: Partial<PhoneAnswers> = {}) {
    const page = await loaded([WAITS], answers);
    await page.ready();
    page.voice({ type: 'voice.accepted', key: SID, sid: 'CA2' });
    page.told$.next({ type: 'call.changed', call: call({ ...ACTIVE, version: 6 }) });
    page.actor.send({ type: 'line.hangUp' });
    const hungUp = () => page.asked.filter(({ type }) => type === 'voice.hangUp');
    return { ...page, hungUp };
  }

  test('is said to the server first, and then the line hangs up', async () => {
    const said = Promise.withResolvers<Call>();
    const { changes, hungUp, voice, view } = await talking({ changeCall: () => said.promise });
    expect([changes, hungUp()]).toEqual([[{ kind: 'hangUp', callId: 31 }], []]);

    said.resolve(call({ ...ACTIVE, version: 7 }));
    await settle();
    expect(hungUp()).toEqual([{ type: 'voice.hangUp', key: SID }]);
    voice({ type: 'voice.ended', key: SID, code: null });

    expect(view()).toMatchObject({ call: null, ended: { end: { kind: 'completed' } } });
  });

  test('ends where the server ends it before its answer', async () => {
    const { voice, view } = await talking({ changeCall: () => new Promise(() => undefined) });

    voice({ type: 'voice.ended', key: SID, code: null });

    expect(view()).toMatchObject({ call: null, ended: { end: { kind: 'completed' } } });
  });

  test('happens on the line when the server does not answer in time', async () => {
    const { clock, hungUp } = await talking({ changeCall: () => new Promise(() => undefined) });

    clock.increment(HANGUP_WORD_MS - 1);
    expect(hungUp()).toEqual([]);
    clock.increment(1);

    expect(hungUp()).toEqual([{ type: 'voice.hangUp', key: SID }]);
  });

  test('happens on the line when the server cannot be reached, and nobody is told that it did not', async () => {
    const { hungUp, view, voice } = await talking({ changeCall: () => Promise.reject(new Error('offline')) });
    await settle();
    expect(hungUp()).toEqual([{ type: 'voice.hangUp', key: SID }]);

    voice({ type: 'voice.ended', key: SID, code: null });

    expect(view()).toMatchObject({ call: null, notice: null, ended: { end: { kind: 'completed' } } });
  });
});

test.each([
  ['is over', { status: 'ended' }],
  ['has its agent', { away_ms: null }],
  ['was never answered', { answered_at: null }],
] as const)('a call that %s does not wait', (_, some) => {
  expect(waitsOf({ ...WAITS, ...some }, { now: () => 0, pageAge: () => 0 })).toBeNull();
});
