import { expect, test } from 'vitest';
import { delayAfter, LIMITS } from '../../server/features/session/sign-in-failures.ts';
import { networkOf } from '../../server/http/client-address.ts';

test('the delay starts after the fifth failure at 1 s, doubles and stops at 15 min', () => {
  const seconds = [0, 4, 5, 6, 7, 14, 15, 40].map((failures) => delayAfter(failures, 5) / 1000);

  expect(seconds).toEqual([0, 0, 1, 2, 4, 512, 900, 900]);
});

test('a bucket and what leaks out of it allow 100 guesses at an account a day and 120 from an address an hour', () => {
  const { user, code, ip } = LIMITS;

  expect([user, code].map(({ bucket, perHour }) => bucket + 24 * perHour)).toEqual([100, 100]);
  expect(ip.bucket + ip.perHour).toBe(120);
});

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:0db8:0001:0002:a:b:c:d', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the address %s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
