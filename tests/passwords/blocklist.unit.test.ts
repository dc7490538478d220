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
  ['quiet river at dawn', false],
])('“%s” is common: %s', async (password, is) => {
  expect(await isCommon(password)).toBe(is);
});
