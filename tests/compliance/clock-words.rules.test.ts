import { expect, test } from 'vitest';
import { clockWords } from '#rules/time/zoned-time.ts';

test.each([
  ['00:00', '12:00 AM'],
  ['08:05', '8:05 AM'],
  ['12:30', '12:30 PM'],
  ['23:59', '11:59 PM'],
  ['24:00', 'midnight'],
])('%s on a clock is %s to US readers', (time, words) => {
  expect(clockWords(time)).toBe(words);
});
