import { readFileSync } from 'node:fs';
import { Device } from '@twilio/voice-sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lineStreamOf } from '../../src/actors/phone/line-stream.ts';
import { optionsOf } from '../../src/actors/phone/sdk-line.ts';

// The embedded line relies on undocumented parts of the SDK. If one of these fails after an upgrade, the phone is
// broken for everyone without a carrier: read what changed before anything else.

const SDK = '../../node_modules/@twilio/voice-sdk/esm/twilio';
const HERE = new URL('.', import.meta.url);
const sourceOf = (file: string) => readFileSync(new URL(`${SDK}/${file}`, HERE), 'utf8').split('//# source')[0] ?? '';

/** A socket that opens immediately and records what is sent. */
class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readonly readyState = FakeSocket.OPEN;
  readonly sent: string[] = [];
  readonly url: string;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(url: string) {
    this.url = url;
    FakeSocket.last = this;
  }
  send = (frame: string) => void this.sent.push(frame);
  close = () => undefined;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const EMBEDDED = { token: 'a token', line: 'embedded', identity: 'user-1', path: '/voice' } as const;
const AROUND = {
  location: { protocol: 'http:', host: 'crm.example' },
  onPageHide: () => () => undefined,
  pageAge: () => 0,
  tell: () => undefined,
};
const options = () => optionsOf(EMBEDDED, AROUND);

interface Stream {
  on(name: string, listener: (told: unknown) => void): void;
  [method: string]: unknown;
}
type StreamOf = new (token: string, uris: readonly string[], options: object) => Stream;

/** Callbacks of the SDK, with its arguments. */
const CALLS: readonly (readonly [string, ...unknown[]])[] = [
  ['register', { audio: true }],
  ['invite', 'an offer', 'TJ1', 'To=%2B15125550100&CallId=7'],
  ['invite', 'an offer', 'TJ1', ''],
  ['reconnect', 'an offer', 'CA1', 'a reconnect token'],
  ['answer', 'an answer', 'CA1'],
  ['dtmf', 'CA1', '12#'],
  ['hangup', 'CA1', null],
  ['hangup', 'CA1', 'why'],
  ['reject', 'CA1'],
  ['reinvite', 'an offer', 'CA1'],
  ['sendMessage', 'CA1', { a: 1 }, 'application/json', 'user-defined-message', 'KX1'],
];

const make = (stream: Stream) => {
  for (const [method, ...args] of CALLS) (stream[method] as (...given: unknown[]) => void).apply(stream, args);
};

test('our stream sends the frames that the SDK sends', async () => {
  const { default: PStream } = (await import(new URL(`${SDK}/pstream.js`, HERE).href)) as { default: StreamOf };
  const sent: string[] = [];
  class Transport {
    readonly uri = '';
    on = () => undefined;
    open = () => undefined;
    send = (frame: string) => sent.push(frame) > 0;
  }
  make(new PStream('a token', [], { TransportFactory: Transport }));

  const stream = new (lineStreamOf('ws://crm.example/voice') as unknown as StreamOf)('a token', [], {});
  FakeSocket.last.onopen?.();
  make(stream);

  const [listen, ...frames] = FakeSocket.last.sent.map((frame) => JSON.parse(frame) as unknown);
  expect(frames).toEqual(sent.map((frame) => JSON.parse(frame) as unknown));
  expect(listen).toMatchObject({ type: 'listen', version: '1.6', payload: { token: 'a token' } });
});

test('the SDK calls no method of a stream that ours does not have', () => {
  const used = ['device.js', 'call.js', 'rtc/peerconnection.js'].flatMap((file) =>
    [...sourceOf(file).matchAll(/(?:_stream|\bstream|pstream)\.(\w+)\(/gu)].map(([, name = '']) => name),
  );
  const stream = new (lineStreamOf('ws://crm.example/voice') as unknown as StreamOf)('a token', [], {});
  // Media streams have the same name.
  const ofMedia = ['getTracks', 'getAudioTracks'];

  const missing = [...new Set(used)].filter((name) => !ofMedia.includes(name) && typeof stream[name] !== 'function');

  expect(used.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

test('the SDK takes our stream and our sounds, and registers through them', async () => {
  const loaded = vi.fn();
  vi.stubGlobal('Audio', function Audio(url: string) {
    loaded(url);
    return { addEventListener: loaded, setAttribute: loaded };
  });
  const device = new Device('a token', options());
  const registered = device.register();
  const socket = FakeSocket.last;
  const say = (type: string, payload: object) => socket.onmessage?.({ data: JSON.stringify({ type, payload }) });
  socket.onopen?.();
  say('connected', { region: 'embedded', token: { identity: 'user-1', ttl: 60 } });
  await vi.advanceTimersByTimeAsync(0);
  say('ready', {});
  await registered;

  expect(socket.url).toBe('ws://crm.example/voice');
  expect(socket.sent.map((frame) => (JSON.parse(frame) as { type: string }).type)).toEqual(['listen', 'register']);
  expect([device.state, device.identity]).toEqual(['registered', 'user-1']);
  expect(loaded).not.toHaveBeenCalled();
  device.destroy();
});

test('a device asks for its next token 10 seconds before the end of this one', async () => {
  const device = new Device('a token', options());
  const expiring = vi.fn();
  device.on('tokenWillExpire', expiring);
  void device.register().catch(() => undefined);
  FakeSocket.last.onopen?.();
  FakeSocket.last.onmessage?.({ data: JSON.stringify({ type: 'connected', payload: { token: { ttl: 60 } } }) });

  await vi.advanceTimersByTimeAsync(49_999);
  expect(expiring).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(expiring).toHaveBeenCalledOnce();
  device.destroy();
});

test('Twilio keeps its own stream', () => {
  expect('PStream' in optionsOf({ ...EMBEDDED, line: 'twilio', path: null }, AROUND)).toBe(false);
});

test('the version is the one that all of this was tried with', () => {
  expect(Device.version).toBe('2.18.5');
});
