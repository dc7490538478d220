import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSdkLine } from '../../src/actors/phone/sdk-line.ts';
import type { VoiceFact } from '../../src/machines/phone/voice-port.ts';

// Our line with the SDK itself: what its device does with several calls stands in no manual of it.

/** A socket that the test opens, and that keeps what is sent. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  readonly sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send = (frame: string) => void this.sent.push(frame);
  close = () => undefined;
  say = (type: string, payload: object = {}) => this.onmessage?.({ data: JSON.stringify({ type, payload }) });
  /** Lets the device in. */
  async greet() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    this.say('connected', { region: 'embedded', token: { identity: 'user-1', ttl: 3_600 } });
    await settle();
    this.say('ready');
    await settle();
  }
  types = () => this.sent.map((frame) => (JSON.parse(frame) as { type: string }).type);
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const socket = () => FakeSocket.all.at(-1) as FakeSocket;

/** A browser whose microphone is asked for, and never comes. */
const BROWSER = {
  userAgent: 'test',
  mediaDevices: {
    getUserMedia: () => new Promise(() => undefined),
    enumerateDevices: () => Promise.resolve([]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('navigator', BROWSER);
  vi.stubGlobal('window', { RTCPeerConnection: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let hidePage: () => void;

/** A line that is ready, and what it tells of calls. */
async function open() {
  const told: VoiceFact[] = [];
  const line = openSdkLine(
    { token: 'a token', line: 'embedded', identity: 'user-1', path: '/voice' },
    {
      tell: (fact) => told.push(fact),
      tellLevel: () => undefined,
      microphone: { chosen: () => ({ input: null, output: null }), choose: () => undefined, stop: () => undefined },
      tones: { play: () => undefined, press: () => undefined, useOutput: () => undefined, close: () => undefined },
      location: { protocol: 'http:', host: 'crm.example' },
      pageAge: () => 12_000,
      onPageHide: (act) => {
        hidePage = act;
        return () => undefined;
      },
    },
  );
  await socket().greet();
  const dial = async (key: string) => {
    line.ask({ type: 'voice.dial', key, params: { To: '+15125550142', CallId: '31' } });
    await settle();
  };
  return { line, dial, of: (key: string) => told.filter((fact) => 'key' in fact && fact.key === key) };
}

test('the phone can dial again after the line was lost while it dialled', async () => {
  const { line, dial, of } = await open();
  await dial('one');

  socket().onclose?.();
  await vi.advanceTimersByTimeAsync(100);
  await socket().greet();
  await dial('two');

  expect(of('one')).toEqual([
    { type: 'voice.callFailed', key: 'one', step: 'outboundCall', reason: 'lineAway', code: null },
  ]);
  expect(of('two')).toEqual([]);
  line.close();
});

test('a call that rings while another is dialled can still be declined, and its caller hears of it', async () => {
  const { line, dial, of } = await open();
  socket().say('invite', { callsid: 'CA1', sdp: 'an offer', parameters: { From: '+15125550107', To: '+18135550117' } });
  await settle();

  await dial('out');
  line.ask({ type: 'voice.reject', key: 'CA1' });

  expect(of('CA1').map(({ type }) => type)).toEqual(['voice.rang', 'voice.rejected']);
  expect(socket().types()).toEqual(['listen', 'register', 'reject']);
  line.close();
});

test('a page that goes away does not hang up: the line keeps its calls for the next page', async () => {
  const { line } = await open();
  socket().say('invite', { callsid: 'CA1', sdp: 'an offer', parameters: { From: '+15125550107', To: '+18135550117' } });
  await settle();

  hidePage();
  line.close();

  expect(socket().types()).toEqual(['listen', 'register']);
});

test.each([
  { awayMs: 3_000, isNewPage: true },
  // This page was open when the other one went.
  { awayMs: 1_000, isNewPage: false },
])('a call that waits for a page is told with what the line knows of it: %o', async ({ awayMs, isNewPage }) => {
  const { line, of } = await open();
  const about = { callId: 31, direction: 'inbound', number: '+15125550142', talkedMs: 4_000, leftMs: 29_000 } as const;

  socket().say('waiting', { callsid: 'CA1', ...about, awayMs });

  expect(of('CA1')).toEqual([{ type: 'voice.waits', key: 'CA1', sid: 'CA1', ...about, isNewPage }]);
  line.close();
});
