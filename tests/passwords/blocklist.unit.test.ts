import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { isCommon } from '../../server/features/passwords/blocklist.ts';

test('each of the 10,000 most common passwords is known', async () => {
  const common = dictionary['passwords-common'].slice(0, 10_000);

  const known = await Promise.all(common.map(isCommon));

  expect(common).toHaveLength(10_000);
  expect(known.filter((is) => !is)).toEqual([]);
});

test.each([
  ['Password', true],
  ['PASSWORD!!', true],
  ['1234567812345678', true],
  ['qwertyqwertyqwerty', true],
  ['  dragon  ', true],
  ['P@ssw0rd2026!!!', true],
  ['Summer2026Summer', true],
  ['iloveyouforever', true],
  ['password1234567', true],
  ['qwertyuiop123456', true],
  ['123456789012345', true],
  ['2026-11-23 11:30', true],
  ['Dragon_Monkey_99', true],
  ['quiet river at dawn', false],
  ['seven herons over the bayou', false],
  ['dragon keeps old stamps', false],
  ['xq7vRm2kTz9pLw4', false],
])('“%s” is common: %s', async (password, is) => {
  expect(await isCommon(password)).toBe(is);
});
