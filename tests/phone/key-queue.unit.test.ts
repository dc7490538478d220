import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeyQueue, KEY_MS } from '../../src/actors/phone/key-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const TONE_MS = 160;
const PAUSE_MS = 70;

/**
 * The tones of a browser as Chromium plays them: what is asked for replaces what waits, and after each tone the pause
 * is counted twice.
 */
class FakeTones {
  heard = '';
  #waits = '';
  #plays = false;

  insert(tones: string): void {
    this.#waits = tones;
    if (!this.#plays) this.#play();
  }

  readonly #play = (): void => {
    const tone = this.#waits.slice(0, 1);
    this.#plays = tone !== '';
    if (!this.#plays) return;
    this.#waits = this.#waits.slice(1);
    this.heard += tone;
    setTimeout(this.#play, TONE_MS + 2 * PAUSE_MS);
  };
}

const KEYS = '204#1398*0172246901';
const EVERY_MS = Array.from({ length: 35 }, (_, at) => 10 * at);

test.each(EVERY_MS)('keys pressed every %i ms are all heard, in their order', (ms) => {
  const tones = new FakeTones();
  const queue = createKeyQueue((key) => tones.insert(key));
  for (const key of KEYS) {
    queue.press(key);
    vi.advanceTimersByTime(ms);
  }
  vi.advanceTimersByTime(KEYS.length * KEY_MS);
  expect(tones.heard).toBe(KEYS);
});

test('keys pressed at odd times and pasted together are all heard, in their order', () => {
  const tones = new FakeTones();
  const queue = createKeyQueue((key) => tones.insert(key));
  const presses = [
    ['1', 0],
    ['23', 120],
    ['4', 260],
    ['5678', 90],
    ['9', 1_900],
    ['0', 349],
    ['#', 351],
  ] as const;
  for (const [keys, ms] of presses) {
    queue.press(keys);
    vi.advanceTimersByTime(ms);
  }
  vi.advanceTimersByTime(10_000);
  expect(tones.heard).toBe('1234567890#');
});

test('a key after a quiet time is sent immediately', () => {
  const sent: string[] = [];
  const queue = createKeyQueue((key) => sent.push(key));
  queue.press('1');
  vi.advanceTimersByTime(KEY_MS);
  queue.press('2');
  expect(sent).toEqual(['1', '2']);
});

test('nothing is sent after the end', () => {
  const sent: string[] = [];
  const queue = createKeyQueue((key) => sent.push(key));
  queue.press('123');
  queue.stop();
  vi.advanceTimersByTime(10_000);
  expect(sent).toEqual(['1']);
  expect(vi.getTimerCount()).toBe(0);
});
