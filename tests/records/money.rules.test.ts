import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dollars, parseDollars, typedDollars } from '#rules/billing/money.ts';

test('an amount is read as it is shown and as it is typed', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), (cents) => {
      expect([parseDollars(dollars(cents)), parseDollars(typedDollars(cents))]).toEqual([cents, cents]);
    }),
  );
});

test.each([
  ['132.45', 13_245],
  [' $ 1,200 ', 120_000],
  ['90.5', 9_050],
  ['7.', 700],
  ['-5', null],
  ['1,20', null],
  ['1.234', null],
  ['', null],
  ['12 months', null],
])('%s is %s cents', (written, cents) => {
  expect(parseDollars(written)).toBe(cents);
});
