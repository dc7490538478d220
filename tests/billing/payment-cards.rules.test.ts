import { describe, expect, test } from 'vitest';
import {
  brandOfNumber,
  groupNumber,
  isCardNumber,
  isExpired,
  maskNumber,
  expiryWarning,
  parseExpiry,
  TEST_CARDS,
  testCardOf,
} from '#rules/billing/payment-cards.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

describe('the brand', () => {
  test.each([
    ['4', 'visa'],
    ['4242 4242', 'visa'],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['34', 'amex'],
    ['37', 'amex'],
    ['6011', 'discover'],
    ['644', 'discover'],
    ['65', 'discover'],
    ['', 'other'],
    ['5', 'other'],
    ['50', 'other'],
    ['2220', 'other'],
    ['2721', 'other'],
    ['36', 'other'],
    ['6012', 'other'],
    ['643', 'other'],
  ] as const)('of %o is %s', (written, brand) => expect(brandOfNumber(written)).toBe(brand));
});

describe('a number', () => {
  test.each(TEST_CARDS.map(({ number }) => number))('%s has the right check digit', (number) =>
    expect(isCardNumber(number)).toBe(true),
  );

  test('with one digit changed is none', () => expect(isCardNumber('4242424242424241')).toBe(false));

  test('with two digits swapped is none', () => expect(isCardNumber('5555555555545444')).toBe(false));

  test('of a length that its brand has not is none', () => expect(isCardNumber('42424242424242')).toBe(false));

  test('shows its first four characters and nothing else', () => {
    expect(maskNumber('4242424242424242')).toBe('4242 •••• •••• ••••');
    expect(maskNumber('378282246310005')).toBe('3782 •••••• •••••');
  });

  test('is grouped as on the card', () => {
    expect(groupNumber('424242424')).toBe('4242 4242 4');
    expect(groupNumber('378282246310005')).toBe('3782 822463 10005');
  });
});

describe('an expiry', () => {
  test('is read as month and year', () => {
    expect(parseExpiry('04/30')).toEqual({ month: 4, year: 2030 });
    expect(parseExpiry('0430')).toEqual({ month: 4, year: 2030 });
    expect(parseExpiry(' 4 / 30 ')).toEqual({ month: 4, year: 2030 });
    expect(parseExpiry('04/2030')).toEqual({ month: 4, year: 2030 });
  });

  test.each(['', '13/30', '00/30', '4', '04/1930', 'ab/cd'])('%o is none', (written) =>
    expect(parseExpiry(written)).toBeNull(),
  );

  test('it warns of a card 45 days before it ends, and once it has', () => {
    const of = (month: number, year: number) => expiryWarning({ month, year }, NOW);

    expect([of(10, 2026), of(11, 2026), of(12, 2026), of(1, 2027), of(2, 2027)]).toEqual([
      'expired',
      'soon',
      'soon',
      null,
      null,
    ]);
  });

  test.each([
    [{ month: 2, year: 2028 }, '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00Z'],
    [{ month: 2, year: 2027 }, '2027-02-28T23:59:59.999Z', '2027-03-01T00:00:00Z'],
    [{ month: 4, year: 2027 }, '2027-04-30T23:59:59.999Z', '2027-05-01T00:00:00Z'],
    [{ month: 12, year: 2026 }, '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
  ])('%o works through the last day of its month', (expiry, last, over) => {
    expect(isExpired(expiry, new Date(last))).toBe(false);
    expect(isExpired(expiry, new Date(over))).toBe(true);
  });
});

describe('what the form sends', () => {
  test('is the name of a test card and never its number', () => {
    for (const { token, number } of TEST_CARDS) {
      expect(testCardOf({ number: groupNumber(number), expiry: '04/30' }, NOW)).toEqual({ token: `${token}_0430` });
    }
  });

  test('is nothing when the number could be real', () =>
    expect(testCardOf({ number: '4111 1111 1111 1111', expiry: '04/30' }, NOW)).toEqual({
      faults: { number: 'This is a demo: use a test card.' },
    }));

  test('is nothing when the digits do not fit', () =>
    expect(testCardOf({ number: '4242 4242 4242 4241', expiry: '04/30' }, NOW)).toEqual({
      faults: { number: 'Invalid card number. Check the digits.' },
    }));

  test('names every error of the form', () =>
    expect(testCardOf({ number: '', expiry: '13/30' }, NOW)).toEqual({
      faults: { number: 'Enter a card number.', expiry: 'Enter the month and year, like 04/30.' },
    }));

  test('is nothing when the card has expired', () =>
    expect(testCardOf({ number: '4242424242424242', expiry: '10/26' }, NOW)).toEqual({
      faults: { expiry: 'This card has expired.' },
    }));
});
