import { EventEmitter } from 'node:events';
import type { Call } from '@twilio/voice-sdk';
import { expect, test, vi } from 'vitest';
import { watchCall } from '../../src/actors/phone/sdk-call.ts';
import type { VoiceFact } from '../../src/machines/phone/voice-port.ts';

/** A call of the SDK as far as ours reads it. */
class FakeCall extends EventEmitter {
  parameters: Record<string, string> = { CallSid: 'CA1' };
  now = 'pending';
  isMuted = vi.fn(() => false);
  status = () => this.now;
  accept = vi.fn();
  reject = vi.fn();
  mute = vi.fn();
  sendDigits = vi.fn();
  disconnect = vi.fn();
  readonly direction: string;
  constructor(direction: 'INCOMING' | 'OUTGOING') {
    super();
    this.direction = direction;
  }
}

function watch(direction: 'INCOMING' | 'OUTGOING' = 'OUTGOING') {
  const call = new FakeCall(direction);
  const told: VoiceFact[] = [];
  const onEnd = vi.fn();
  const watched = watchCall('a', call as unknown as Call, {
    tell: (fact) => told.push(fact),
    tellLevel: () => undefined,
    onEnd,
  });
  return { call, told, watched, onEnd };
}

const error = (code: number) => Object.assign(new Error(`error ${code}`), { code });
const soon = () => Promise.resolve();

test('an outbound call rings, is accepted and ends', async () => {
  const { call, told, watched } = watch();

  call.emit('ringing', false);
  expect(watched.stage()).toBe('ringback');
  call.emit('accept');
  expect(watched.stage()).toBe('active');
  call.now = 'closed';
  call.emit('disconnect');
  await soon();

  expect(told).toEqual([
    { type: 'voice.ringing', key: 'a', sid: 'CA1' },
    { type: 'voice.accepted', key: 'a', sid: 'CA1' },
    { type: 'voice.ended', key: 'a', code: null },
  ]);
});

test('no tone is played over what the carrier sends while it rings', () => {
  const { call, watched } = watch();

  call.emit('ringing', true);

  expect(watched.stage()).toBe('quiet');
});

test('what the line says at the end comes with the end', async () => {
  const { call, told } = watch();

  call.now = 'closed';
  call.emit('error', error(31486));
  call.emit('disconnect');
  await soon();

  expect(told).toEqual([{ type: 'voice.ended', key: 'a', code: 31486 }]);
});

test.each([
  [31401, 'microphoneDenied'],
  [31402, 'microphoneMissing'],
  [53405, 'mediaFailed'],
] as const)('a call that fails by %i says why, though the SDK ends it first', async (code, reason) => {
  const { call, told, onEnd } = watch('INCOMING');

  call.now = 'closed';
  call.emit('disconnect');
  call.emit('error', error(code));
  await soon();

  expect(told).toEqual([{ type: 'voice.callFailed', key: 'a', step: 'inboundCall', reason, code }]);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('an error that does not end the call is not the reason of its end', async () => {
  const { call, told } = watch();
  call.now = 'open';
  call.emit('error', error(53405));
  await soon();

  call.now = 'closed';
  call.emit('disconnect');
  await soon();

  expect(told).toEqual([{ type: 'voice.ended', key: 'a', code: null }]);
});

test('a call that rings is over when the line is lost: it cannot be accepted any more', async () => {
  const { call, told } = watch('INCOMING');

  call.emit('transportClose');
  call.now = 'reconnecting';
  await soon();

  expect(told).toEqual([{ type: 'voice.cancelled', key: 'a' }]);
});

test.each(['connecting', 'ringing'])('a call that is %s is closed, and fails, when the line is lost', async (now) => {
  const { call, told } = watch();
  call.now = now;
  call.disconnect.mockImplementation(() => call.emit('disconnect'));

  call.emit('transportClose');
  call.now = 'closed';
  await soon();

  expect(call.disconnect).toHaveBeenCalledOnce();
  expect(told).toEqual([{ type: 'voice.callFailed', key: 'a', step: 'outboundCall', reason: 'lineAway', code: null }]);
});

test('a call that is answered when the line is lost for good fails', async () => {
  const { call, told } = watch('INCOMING');
  call.now = 'connecting';

  call.emit('transportClose');
  call.now = 'closed';
  await soon();

  expect(told).toEqual([{ type: 'voice.callFailed', key: 'a', step: 'inboundCall', reason: 'lineAway', code: null }]);
});

test('a call goes on when the line is lost for a while', async () => {
  const { call, told } = watch();
  call.now = 'open';

  call.emit('transportClose');
  call.now = 'reconnecting';
  call.emit('reconnecting', error(31001));
  await soon();
  call.emit('reconnected');

  expect(told).toEqual([
    { type: 'voice.reconnecting', key: 'a' },
    { type: 'voice.reconnected', key: 'a' },
  ]);
});

test('quality is poor from the first warning that a person hears until the last of them is over', () => {
  const { call, told } = watch();

  for (const name of ['constant-audio-input-level', 'high-rtt', 'low-mos']) call.emit('warning', name);
  for (const name of ['constant-audio-input-level', 'low-mos', 'high-rtt']) call.emit('warning-cleared', name);

  expect(told).toEqual([
    { type: 'voice.qualityChanged', key: 'a', quality: 'poor' },
    { type: 'voice.qualityChanged', key: 'a', quality: 'good' },
  ]);
});

test('passes on what is asked of it', () => {
  const { call, told, watched } = watch('INCOMING');
  call.mute.mockImplementation((muted) => call.isMuted.mockReturnValue(muted));

  watched.ask({ type: 'voice.accept', key: 'a' });
  call.now = 'open';
  watched.ask({ type: 'voice.mute', key: 'a', muted: true });
  watched.ask({ type: 'voice.sendDigits', key: 'a', digits: '12#' });
  watched.ask({ type: 'voice.hangUp', key: 'a' });

  expect(call.accept).toHaveBeenCalledWith({ rtcConstraints: { audio: true } });
  expect(call.mute).toHaveBeenCalledWith(true);
  expect(call.sendDigits.mock.calls).toEqual([['1']]);
  expect(call.disconnect).toHaveBeenCalledOnce();
  expect(told).toEqual([{ type: 'voice.muted', key: 'a', muted: true }]);
});

test('keys pressed fast are sent one by one, and none is lost', () => {
  vi.useFakeTimers();
  const { call, watched } = watch();

  for (const digits of ['2', '0', '4#', '1']) {
    watched.ask({ type: 'voice.sendDigits', key: 'a', digits });
    vi.advanceTimersByTime(50);
  }
  expect(call.sendDigits.mock.calls).toEqual([['2']]);
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();

  expect(call.sendDigits.mock.calls.flat()).toEqual(['2', '0', '4', '#', '1']);
});

test('keys that wait are not sent once the call is over', () => {
  vi.useFakeTimers();
  const { call, watched } = watch();
  watched.ask({ type: 'voice.sendDigits', key: 'a', digits: '2' });
  watched.ask({ type: 'voice.sendDigits', key: 'a', digits: '0' });

  call.emit('cancel');
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();

  expect(call.sendDigits.mock.calls).toEqual([['2']]);
});

test('a call that still rings is declined instead of hung up', () => {
  const { call, watched } = watch('INCOMING');

  watched.ask({ type: 'voice.hangUp', key: 'a' });

  expect([call.reject.mock.calls.length, call.disconnect.mock.calls.length]).toEqual([1, 0]);
});
