import { expect, test } from 'vitest';
import { createRateLimiter, RATES_PER_MINUTE } from '../../server/http/rate-limits.ts';
import { Refusal } from '../../server/errors.ts';

function limit() {
  const clock = { at: 0 };
  return { clock, limiter: createRateLimiter(() => clock.at) };
}

test('the call after the last of the minute is refused with the seconds to wait, another person is not', () => {
  const { clock, limiter } = limit();
  for (let calls = 0; calls < RATES_PER_MINUTE.upload; calls += 1) limiter.count('upload', 1);
  clock.at = 15_500;

  const tooMany = new Refusal('too_many', 'Too many requests: please wait 45 s.', { retryAfter: 45 });
  expect(() => limiter.count('upload', 1)).toThrow(tooMany);
  expect(() => limiter.count('upload', 2)).not.toThrow();
  expect(() => limiter.count('bulk', 1)).not.toThrow();
});

test('the next minute starts at zero', () => {
  const { clock, limiter } = limit();
  for (let calls = 0; calls < RATES_PER_MINUTE.upload; calls += 1) limiter.count('upload', 1);

  clock.at = 60_000;

  expect(() => limiter.count('upload', 1)).not.toThrow();
});
