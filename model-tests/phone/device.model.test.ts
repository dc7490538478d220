import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { DIALER_START_MS } from '#contract/phone/call.contract.ts';
import {
  DEVICE_RETRY_MAX_MS,
  deviceMachine,
  deviceViewOf,
  LAST_CALL_MS,
  OFFLINE_PATIENCE_MS,
  REGISTER_PATIENCE_MS,
  RENEW_EARLY_MS,
} from '../../src/machines/phone/device.machine.ts';
import { ear, token } from '../../tests/phone/phone-fixtures.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const isAt = (dialer: string) => (s: AnyMachineSnapshot) => s.matches({ dialer });
const isConnected = isAt('connected');
const isReady = (s: AnyMachineSnapshot) =>
  s.matches({ dialer: { connected: { registration: 'ready', token: 'fresh' } }, number: 'kept' });
const tokenIs = (state: string) => (s: AnyMachineSnapshot) => s.matches({ dialer: { connected: { token: state } } });
const when = (is: (s: AnyMachineSnapshot) => boolean, event: { type: string } & Record<string, unknown>): Move => ({
  when: is,
  go: ({ send }) => send(event),
});
const passes = (is: (s: AnyMachineSnapshot) => boolean, ms: number): Move => ({
  when: is,
  go: ({ clock }) => clock.increment(ms),
});
const fails = (step: string, reason: string) => ({ type: 'voice.failed', step, reason, code: null });

/** Everything that a person, the line, the server and time can do to a device. */
const deviceModel: Model = {
  name: 'device',
  starts: {
    fresh: ({ hold }) => ({
      machine: deviceMachine.provide({
        actors: { fetchToken: hold('fetchToken'), voice: hold('voice'), updateNumber: hold('updateNumber') },
      }),
      input: { line: ear().actor },
    }),
  },
  always: (snapshot) => {
    const { status, problem } = deviceViewOf(snapshot as Parameters<typeof deviceViewOf>[0]);
    if (status === 'ready' && problem !== null) throw new Error('it is ready, and says why not');
    if (['absent', 'offline', 'failed'].includes(status) && problem === null) throw new Error('it does not say why');
  },
  moves: {
    'half a second passes': passes(isAt('waiting'), DIALER_START_MS),
    'a token comes': { when: runs('fetchToken'), go: ({ ports }) => ports.done('fetchToken', token()) },
    'there is no dialer for them': {
      when: runs('fetchToken'),
      go: ({ ports }) =>
        ports.done('fetchToken', token({ enabled: false, status: "You don't have a phone subscription." })),
    },
    'no token comes': {
      when: runs('fetchToken'),
      go: ({ ports }) => ports.failed('fetchToken', { kind: 'offline', message: 'x' }),
    },
    'the person tries again': when((s) => !s.hasTag('ready') || tokenIs('denied')(s), { type: 'line.retry' }),
    'it is time for another try': passes(isAt('failed'), DEVICE_RETRY_MAX_MS),

    'the line takes it': when(isConnected, { type: 'voice.registered' }),
    'the line is away': when(isConnected, { type: 'voice.unregistered' }),
    'the line does not answer': passes(
      (s) => s.matches({ dialer: { connected: { registration: 'registering' } } }),
      REGISTER_PATIENCE_MS,
    ),
    'the line is away for long': passes(
      (s) => s.matches({ dialer: { connected: { registration: 'offline' } } }),
      OFFLINE_PATIENCE_MS,
    ),
    'the device fails': when(isConnected, fails('device', 'microphoneDenied')),
    'the connection fails': when(isConnected, fails('deviceEvents', 'lineAway')),
    'its token is refused': when(isConnected, fails('device', 'tokenExpired')),
    'its code cannot be loaded': { when: runs('voice'), go: ({ ports }) => ports.failed('voice') },
    'its token is about to end': when(isReady, { type: 'voice.tokenExpiring' }),
    'most of an hour passes': passes(isReady, token().ttl * 1_000 - RENEW_EARLY_MS),
    'it is time to ask for a token again': passes(tokenIs('stale'), DEVICE_RETRY_MAX_MS),
    'it is looked again whether a call goes on': passes(tokenIs('denied'), LAST_CALL_MS),

    'a call rings': when(isReady, { type: 'voice.rang', key: 'in', sid: 'CA1', from: '', to: '', callId: null }),
    'a call asks for something': when(isReady, { type: 'device.ask', ask: { type: 'voice.accept', key: 'in' } }),
    'the microphone is blocked': when(isReady, { type: 'voice.microphoneChanged', microphone: 'denied' }),
    'a headset is plugged in': when(isReady, {
      type: 'voice.devicesChanged',
      inputs: [{ id: 'mic', label: 'Headset' }],
      outputs: [],
      input: 'mic',
      output: null,
    }),
    'the person chooses a headset': when(isReady, { type: 'line.useDevices', input: 'mic' }),
    'the person chooses a number': when(isReady, { type: 'line.callFrom', number: '+15125550150' }),
    'the number is chosen': {
      when: runs('updateNumber'),
      go: ({ ports }) => ports.done('updateNumber', '+15125550150'),
    },
    'the number is not chosen': { when: runs('updateNumber'), go: ({ ports }) => ports.failed('updateNumber') },
  },
};

describe('a device', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(deviceModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is never torn down by its token while the line has it', () => {
    const renewals = walked.edges.filter(
      ({ from, move }) => from.includes('"registration":"ready"') && /token|dialer/u.test(move),
    );
    expect(renewals.length).toBeGreaterThan(0);
    expect(renewals.filter(({ to }) => !to.includes('"registration":"ready"'))).toEqual([]);
  });

  test('comes back from wherever it fails', () => {
    const tries = walked.edges.filter(({ from, move }) => from.includes('"failed"') && move.includes('try'));
    expect(tries.length).toBeGreaterThan(0);
    expect(tries.every(({ to }) => to.includes('"fetching"'))).toBe(true);
  });
});
