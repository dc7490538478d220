import { expect, test } from 'vitest';
import { addressSubject, delayAfter, nameSubject } from '../../server/features/session/sign-in-failures.ts';

test('the delay starts after the fifth failure at 1 s, doubles and stops at 15 min', () => {
  const seconds = [0, 4, 5, 6, 7, 14, 15, 40].map((failures) => delayAfter(failures, 5) / 1000);

  expect(seconds).toEqual([0, 0, 1, 2, 4, 512, 900, 900]);
});

test('guesses at one account stay near 100 a day', () => {
  const DAY_MS = 24 * 3_600_000;
  let guesses = 0;
  for (let at = 0; at < DAY_MS; guesses += 1) at += delayAfter(guesses + 1, 5);

  expect(guesses).toBeLessThanOrEqual(110);
});

test('a name counts in any case, an IPv6 address with its whole network', () => {
  expect([nameSubject('Jane'), addressSubject('10.0.0.1')]).toEqual(['user:jane', 'ip:10.0.0.1']);
  expect(addressSubject('2001:db8:1:2::9')).toBe('ip:2001:db8:1:2');
  expect(addressSubject('2001:db8::9')).toBe('ip:2001:db8:0:0');
});
