import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeyOrder, ORDER_MS } from '../../server/voice/key-order.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listen() {
  let told = '';
  const keys = new KeyOrder((key) => {
    told += key;
  });
  return { keys, told: () => told };
}
const wait = () => vi.advanceTimersByTime(ORDER_MS);

test('a key is told once, however many of its packets come', () => {
  const { keys, told } = listen();
  for (let packet = 0; packet < 11; packet += 1) {
    keys.hear(1_000, '1');
    vi.advanceTimersByTime(20);
  }
  wait();
  expect(told()).toBe('1');
});

test('late packets of a key do not press it again after the next one', () => {
  const { keys, told } = listen();
  keys.hear(1_000, '1');
  wait();
  keys.hear(2_840, '2');
  keys.hear(1_000, '1');
  wait();
  keys.hear(1_000, '1');
  wait();
  expect(told()).toBe('12');
});

test('a key that was overtaken is told before the one that overtook it', () => {
  const { keys, told } = listen();
  keys.hear(2_840, '2');
  keys.hear(4_680, '#');
  vi.advanceTimersByTime(ORDER_MS - 1);
  keys.hear(1_000, '1');
  vi.advanceTimersByTime(1);
  expect(told()).toBe('12#');
});

test('the count of the clock wraps', () => {
  const { keys, told } = listen();
  keys.hear(500, '2');
  keys.hear(0xffff_ff00, '1');
  wait();
  expect(told()).toBe('12');
});

test('keys of a new count follow those of the old one', () => {
  const { keys, told } = listen();
  keys.hear(3_000_000_000, '1');
  keys.hear(1_000, '2');
  wait();
  expect(told()).toBe('12');
});

test('keys over the socket are told before a tone that overtook them', () => {
  const { keys, told } = listen();
  keys.hear(1_000, '#');
  vi.advanceTimersByTime(5);
  keys.take('12');
  wait();
  expect(told()).toBe('12#');
});

test('the last keys of a call are told at its end, once', () => {
  const { keys, told } = listen();
  keys.hear(1_000, '9');
  keys.close();
  wait();
  expect(told()).toBe('9');
});

test('after thousands of keys only the last ones are remembered, and still told once', () => {
  const { keys, told } = listen();
  let all = '';
  for (let at = 0; at < 2_000; at += 1) {
    all += String(at % 10);
    keys.hear(at * 1_840, String(at % 10));
    keys.hear(at * 1_840, String(at % 10));
    wait();
  }
  expect(told()).toBe(all);
});
