import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lineStreamOf, SILENCE_MS } from '../../src/actors/phone/line-stream.ts';

/** A socket that the test opens, speaks through and drops. */
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
  close = () => {
    this.readyState = 3;
  };
  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  say = (data: string) => this.onmessage?.({ data });
  drop() {
    this.readyState = 3;
    this.onclose?.();
  }
}

const socket = () => FakeSocket.all.at(-1) as FakeSocket;
const sentTypes = () => socket().sent.map((frame) => (JSON.parse(frame) as { type: string }).type);

/** A stream, and the names of what it told. */
function open() {
  const stream = new (lineStreamOf('ws://crm.example/voice'))('a token');
  const told: string[] = [];
  for (const name of ['offline', 'transportOpen', 'transportClose', 'ready', 'hangup'])
    stream.on(name, () => told.push(name));
  return { stream, told };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what is asked before the socket is open goes out behind the token', () => {
  const { stream } = open();

  stream.invite('an offer', 'TJ1', 'To=x');
  socket().open();

  expect(sentTypes()).toEqual(['listen', 'invite']);
});

test('a presence from before is not kept: it would come before its token was looked at', () => {
  const { stream } = open();

  stream.register({ audio: true });
  socket().open();

  expect(sentTypes()).toEqual(['listen']);
});

test('answers a sign of life, and tells nobody', () => {
  const { told } = open();
  socket().open();

  socket().say('\n');

  expect(socket().sent.at(-1)).toBe('\n');
  expect(told).toEqual(['transportOpen']);
});

test('a lost socket is offline at once and comes back with its token', () => {
  const { stream, told } = open();
  socket().open();
  socket().say('{"type":"ready"}');

  socket().drop();
  expect([stream.status, told]).toEqual(['disconnected', ['transportOpen', 'ready', 'transportClose', 'offline']]);
  vi.advanceTimersByTime(100);
  socket().open();

  expect(FakeSocket.all).toHaveLength(2);
  expect(sentTypes()).toEqual(['listen']);
});

test('tries again at longer and longer distances', () => {
  open();
  const tries = [1, 2, 3, 4, 5, 6].map(() => {
    socket().drop();
    const before = FakeSocket.all.length;
    let waited = 0;
    while (FakeSocket.all.length === before) waited += vi.advanceTimersByTime(10) && 10;
    return waited;
  });

  expect(tries[0]).toBeLessThanOrEqual(100);
  expect(tries[5]).toBeGreaterThan(1_500);
  expect(tries[5]).toBeLessThanOrEqual(3_200);
});

test('a socket that says nothing counts as lost', () => {
  const { told } = open();
  socket().open();

  vi.advanceTimersByTime(SILENCE_MS);

  expect(told).toContain('transportClose');
});

test('a destroyed stream stays away', () => {
  const { stream, told } = open();
  socket().open();

  stream.destroy();
  vi.advanceTimersByTime(60_000);

  expect(FakeSocket.all).toHaveLength(1);
  expect(told).toEqual(['transportOpen', 'offline']);
});
