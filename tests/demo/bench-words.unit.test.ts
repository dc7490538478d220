import { expect, test } from 'vitest';
import { weatherWords } from '../../server/roles/demo-bench/bench-words.ts';

test.each([
  [{ fault: 'delay' }, '500 ms late'],
  [{ fault: 'delay', delay_ms: 200, jitter_ms: 100, cut_every_s: 20 }, '200 ms late, give or take 100, cut every 20 s'],
  [{ fault: 'delay', bytes_per_s: 20_000 }, 'at most 20000 bytes a second'],
  [{ fault: 'blackhole' }, 'nothing passes and nothing closes'],
  [{ fault: 'drop' }, 'every connection is reset and new ones are refused'],
  [{ fault: 'half-open' }, 'open connections are silently dead, new ones work'],
] as const)('what a broken line does is said in words: %o', (weather, words) => {
  expect(weatherWords(weather)).toBe(words);
});
