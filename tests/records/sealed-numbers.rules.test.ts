import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEALED_FIELDS } from '#contract/records/sealed-fields.contract.ts';
import { maskOf, readSealed, shownSealed } from '#rules/insurance/sealed-numbers.ts';

const LETTERS = Array.from('ACDEFGHJKMNPQRTUVWXY');
const DIGITS = Array.from('0123456789');
const of = (from: readonly string[]) => fc.constantFrom(...from);
const either = of([...LETTERS, ...DIGITS]);
const medicare = fc
  .tuple(
    of(DIGITS.slice(1)),
    of(LETTERS),
    either,
    of(DIGITS),
    of(LETTERS),
    either,
    of(DIGITS),
    of(LETTERS),
    of(LETTERS),
    of(DIGITS),
    of(DIGITS),
  )
  .map((characters) => characters.join(''));
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

describe('a Medicare number', () => {
  test('of the form that CMS gives is taken, with hyphens, spaces and in small letters', () => {
    fc.assert(
      fc.property(medicare, fc.constantFrom('-', ' ', '', ' - '), (value, gap) => {
        const written = [value.slice(0, 4), value.slice(4, 7), value.slice(7)].join(gap).toLowerCase();
        expect(readSealed('medicare_number', ` ${written} `)).toBe(value);
      }),
    );
  });

  test.each([
    ['1EG4TE5MK7', 'is too short'],
    ['1EG4TE5MK733', 'is too long'],
    ['0EG4TE5MK73', 'begins with a zero'],
    ['1SG4TE5MK73', 'has a letter that looks like a digit'],
    ['1EG4TE5MKA3', 'has a letter where a digit stands'],
    ['1EGXTE5MK73', 'has a letter in the fourth place'],
    ['123456789A', 'is the SSN that it once was'],
  ])('%s is none: it %s', (value) => {
    expect(readSealed('medicare_number', value)).toBeNull();
  });
});

describe('a Social Security number', () => {
  test('has an area, a group and a serial that are given', () => {
    fc.assert(
      fc.property(digits(9), (value) => {
        const [area, group, serial] = [value.slice(0, 3), value.slice(3, 5), value.slice(5)];
        const isGiven = area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000';
        expect(readSealed('ssn', `${area}-${group}-${serial}`)).toBe(isGiven ? value : null);
      }),
    );
  });
});

describe('a routing number', () => {
  test.each(['011000015', '021000021', '121000248', '322271627'])('%s is one', (value) => {
    expect(readSealed('bank_routing', value)).toBe(value);
  });

  test('with one digit changed is none', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const changed = Array.from('021000021')
          .map((digit, place) => (place === at ? (Number(digit) + by) % 10 : digit))
          .join('');
        expect(readSealed('bank_routing', changed)).toBeNull();
      }),
    );
  });

  test.each(['000000000', '150000000', '02100002'])('%s is none', (value) => {
    expect(readSealed('bank_routing', value)).toBeNull();
  });
});

test('an account number has 4 to 17 digits', () => {
  expect(
    ['123', '1234', '12345678901234567', '123456789012345678', '12 34-5', '12a4'].map((value) =>
      readSealed('bank_account', value),
    ),
  ).toEqual([null, '1234', '12345678901234567', null, '12345', null]);
});

describe('a mask', () => {
  test('shows the last four', () => {
    expect([
      maskOf('ssn', '123456789'),
      maskOf('medicare_number', '1EG4TE5MK73'),
      maskOf('bank_routing', '021000021'),
      maskOf('bank_account', '123456789'),
    ]).toEqual(['***-**-6789', '****-***-MK73', '****0021', '****6789']);
  });

  test('never shows half of a number', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SEALED_FIELDS), fc.stringMatching(/^[0-9]{4,17}$/), (field, value) => {
        const shown = maskOf(field, field === 'bank_account' ? value : value.padEnd(9, '1')).replaceAll(/[*-]/g, '');
        expect(shown.length * 2).toBeLessThan(Math.max(value.length, field === 'bank_account' ? 1 : 9));
      }),
    );
  });
});

test('a revealed number is grouped as on its card', () => {
  expect([
    shownSealed('ssn', '123456789'),
    shownSealed('medicare_number', '1EG4TE5MK73'),
    shownSealed('bank_account', '12'),
  ]).toEqual(['123-45-6789', '1EG4-TE5-MK73', '12']);
});
