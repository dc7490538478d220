import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passwordFaults, passwordLength, repeatedPart } from '#rules/access/password.ts';

const SHORT = 'Use at least 15 characters. Several words make a strong password.';
const WORDS = "Don't use your username, your e-mail address or our name. Those are guessed first.";
const REPEATED = "Don't repeat the same few characters.";

const alone = { hasTwoFactor: false, forbidden: ['jane.doe', 'jane.doe@example.com', 'Bellwether'] };

describe('a new password', () => {
  test.each([
    ['quiet river at dawn', []],
    ['fifteen letters', []],
    ['fourteen chars', [SHORT]],
    ['ALLCAPITALSOKAY', []],
    ['              x', []],
    ['aaaaaaaaaaaaaaaa', [REPEATED]],
    ['abababababababab', [REPEATED]],
    ['jane.doe@example.com', [WORDS]],
    ['JANE.DOE-Bellwether1', [WORDS]],
    ['bellwether and a green kettle', []],
    ['x'.repeat(3).concat('quiet river at dawn').repeat(6), ['Use at most 128 characters.']],
  ])('“%s” has the faults %j', (password, faults) => {
    expect(passwordFaults(password, alone)).toEqual(faults);
  });

  test('may have eight characters with two-factor', () => {
    const circumstances = { ...alone, hasTwoFactor: true };

    expect(passwordFaults('kettle42', circumstances)).toEqual([]);
    expect(passwordFaults('kettle4', circumstances)).toEqual(['Use at least 8 characters.']);
  });
});

test('a letter counts once, however it is typed', () => {
  expect([passwordLength('é'), passwordLength('e\u0301'), passwordLength('🐢')]).toEqual([1, 1, 1]);
});

test.each([
  ['abcabcab', 'abc'],
  ['abcabd', 'abcabd'],
  ['AaAa', 'a'],
  ['', ''],
])('the repeated part of “%s” is “%s”', (password, part) => {
  expect(repeatedPart(password)).toBe(part);
});

test('no kind of letter is asked for: only length and words decide', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    minLength: 15,
    maxLength: 100,
  });
  fc.assert(
    fc.property(letters, (password) => {
      fc.pre(repeatedPart(password).length >= 4);
      expect(passwordFaults(password, { hasTwoFactor: false, forbidden: [] })).toEqual([]);
      expect(passwordFaults(password.toUpperCase(), { hasTwoFactor: false, forbidden: [] })).toEqual([]);
    }),
  );
});
