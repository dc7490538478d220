import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { DIALER_START_MS } from '#contract/phone/call.contract.ts';
import {
  DEVICE_RETRY_MS,
  deviceViewOf,
  LAST_CALL_MS,
  OFFLINE_PATIENCE_MS,
  RENEW_EARLY_MS,
} from '../../src/machines/phone/device.machine.ts';
import type { VoiceReason, VoiceStep } from '../../src/machines/phone/voice-port.ts';
import { problemText } from '../../src/views/phone/call-refusal.ts';
import { ear, minutes, token } from './phone-fixtures.ts';
import { type PhoneAnswers, phoneWorld, settle } from './phone-world.ts';

function open(answers: Partial<PhoneAnswers> = {}) {
  const world = phoneWorld(answers);
  const line = ear();
  const actor = createActor(world.machines.device, { clock: world.clock, input: { line: line.actor } }).start();
  const view = () => deviceViewOf(actor.getSnapshot());
  const shown = () => [view().status, problemText(view())];
  return { ...world, actor, view, shown, heard: line.heard };
}

async function connect(answers: Partial<PhoneAnswers> = {}) {
  const device = open(answers);
  device.clock.increment(DIALER_START_MS);
  await settle();
  return device;
}

async function ready(answers: Partial<PhoneAnswers> = {}) {
  const device = await connect(answers);
  device.voice({ type: 'voice.registered' });
  return device;
}

const failed = (step: VoiceStep, reason: VoiceReason = 'unknown') =>
  ({ type: 'voice.failed', step, reason, code: null }) as const;

describe('starting', () => {
  test('begins half a second after the page, not before', async () => {
    const { clock, voices, view } = open();
    clock.increment(DIALER_START_MS - 1);
    await settle();
    expect([voices.length, view().status]).toEqual([0, 'waiting']);

    clock.increment(1);
    await settle();

    expect(voices.map(({ config }) => config)).toEqual([
      { token: 'sealed', line: 'embedded', identity: 'user-1001', path: '/voice' },
    ]);
  });

  test('ends in a device that is ready, with its numbers', async () => {
    const { view, heard } = await ready();

    expect(view()).toEqual({
      status: 'ready',
      problem: null,
      microphone: 'unknown',
      inputs: [],
      outputs: [],
      input: null,
      output: null,
      numbers: token().numbers,
      callFrom: '+18135550117',
      echoNumber: '+15555550199',
    });
    expect(heard).toEqual([{ type: 'minutes.changed', minutes: minutes() }, { type: 'device.ready' }]);
  });

  test('says why there is no dialer', async () => {
    const { shown, voices } = await connect({
      fetchToken: () => Promise.resolve(token({ enabled: false, status: "You don't have a phone subscription." })),
    });

    expect([shown(), voices.length]).toEqual([['absent', "You don't have a phone subscription."], 0]);
  });

  test('says that no token came, and tries again later and later', async () => {
    let tries = 0;
    const { shown, clock } = await connect({
      fetchToken: () => {
        tries += 1;
        return Promise.reject({ kind: 'offline' });
      },
    });
    expect(shown()).toEqual([
      'failed',
      "Unable to initialize dialer. Can't reach the server. Your work is safe. Try again.",
    ]);

    clock.increment(DEVICE_RETRY_MS);
    await settle();
    clock.increment(2 * DEVICE_RETRY_MS - 1);
    await settle();
    expect(tries).toBe(2);
    clock.increment(1);

    expect(tries).toBe(3);
  });

  test.each<[VoiceStep, string]>([
    ['dialer', 'Unable to initialize dialer'],
    ['interactivity', 'Unable to initialize interactivity'],
    ['device', 'Unable to initialize device'],
    ['deviceEvents', 'Unable to initialize device events'],
  ])('says that the %s failed', async (step, text) => {
    const { shown, voice } = await connect();
    voice(failed(step));

    expect(shown()).toEqual(['failed', `${text}.`]);
  });

  test('says what is behind a failure', async () => {
    const { shown, voice } = await connect();
    voice(failed('interactivity', 'microphoneDenied'));

    expect(shown()[1]).toBe(
      "Unable to initialize interactivity. Your browser is blocking the microphone. Allow it in this page's settings.",
    );
  });
});

describe('a device that is ready', () => {
  test('renews its token before it ends, and stays ready', async () => {
    const { asked, clock, view } = await ready();
    clock.increment(token().ttl * 1_000 - RENEW_EARLY_MS);
    await settle();

    expect([asked, view().status]).toEqual([[{ type: 'voice.renew', token: 'sealed' }], 'ready']);
  });

  test('renews it when the line says that it is about to end', async () => {
    const { voice, asked } = await ready();
    voice({ type: 'voice.tokenExpiring' });
    await settle();

    expect(asked).toEqual([{ type: 'voice.renew', token: 'sealed' }]);
  });

  test('asks again and again whether it may go when the dialer is taken away', async () => {
    let isOn = true;
    const { actor, voice, shown, heard, clock } = await ready({
      fetchToken: () => Promise.resolve(token({ enabled: isOn, status: "Your phone subscription isn't active." })),
    });
    isOn = false;
    voice({ type: 'voice.tokenExpiring' });
    await settle();
    clock.increment(LAST_CALL_MS);
    expect([shown(), heard.slice(2)]).toEqual([
      ['ready', ''],
      [{ type: 'device.away' }, { type: 'device.away' }],
    ]);

    actor.send({ type: 'line.retry' });
    await settle();

    expect([shown(), heard.at(-1)]).toEqual([
      ['absent', "Your phone subscription isn't active."],
      { type: 'device.gone' },
    ]);
  });

  test('waits for a line that is away, and says when that has lasted long', async () => {
    const { voice, shown, clock, heard } = await ready();
    voice({ type: 'voice.unregistered' });
    expect(shown()).toEqual(['offline', 'The line is offline. Reconnecting automatically.']);

    clock.increment(OFFLINE_PATIENCE_MS);

    expect(heard.slice(2)).toEqual([{ type: 'device.away' }]);
  });

  test('passes on what the line tells of calls, and nothing else', async () => {
    const { voice, heard } = await ready();
    voice({ type: 'voice.microphoneChanged', microphone: 'denied' });
    voice({ type: 'voice.cancelled', key: 'in' });

    expect(heard.slice(2)).toEqual([{ type: 'voice.cancelled', key: 'in' }]);
  });

  test('calls from the chosen number once the server has it', async () => {
    const { actor, view } = await ready();
    actor.send({ type: 'line.callFrom', number: '+15125550150' });
    expect(view().callFrom).toBe('+18135550117');
    await settle();

    expect(view().callFrom).toBe('+15125550150');
  });

  test('keeps the number that it had when another cannot be chosen', async () => {
    const { actor, view, heard } = await ready({ updateNumber: () => Promise.reject({ kind: 'offline' }) });
    actor.send({ type: 'line.callFrom', number: '+15125550150' });
    await settle();

    expect([view().callFrom, heard.at(-1)]).toEqual([
      '+18135550117',
      { type: 'complaint.made', complaint: { kind: 'unable', step: 'number' } },
    ]);
  });
});
