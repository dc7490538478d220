import { describe, expect, test } from 'vitest';
import { formatPhone, toE164 } from '../../src/rules/phone/phone-number.ts';

describe('toE164', () => {
  test.each([
    ['512-555-0142', '+15125550142'],
    ['(512) 555-0142', '+15125550142'],
    ['1 512 555 0142', '+15125550142'],
    ['+1.512.555.0142', '+15125550142'],
    ['5125550142', '+15125550142'],
    ['+442071838750', '+442071838750'],
  ])('reads %s', (written, expected) => expect(toE164(written)).toBe(expected));

  test.each(['956-555-018', '112-555-0142', '512-155-0142', '512-555-01423', 'call me', '', '+1 512 555'])(
    'refuses %j',
    (written) => expect(toE164(written)).toBeNull(),
  );
});

describe('formatPhone', () => {
  test('groups eleven digits 1-3-3-4', () => expect(formatPhone('+15125550142')).toBe('1-512-555-0142'));

  test('gives ten digits their leading 1', () => expect(formatPhone('5125550142')).toBe('1-512-555-0142'));

  test('leaves a foreign number unchanged', () => expect(formatPhone('+442071838750')).toBe('+442071838750'));
});
