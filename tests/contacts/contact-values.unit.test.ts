import { expect, test } from 'vitest';
import { readPhone } from '../../server/features/contacts/contact-phone.ts';
import { readContactValues, requireState } from '../../server/features/contacts/change/contact-values.ts';

const TODAY = '2026-07-01';

test('returns only the fields that were set', () => {
  expect(readContactValues({ city: ' Waco ', phone: undefined }, TODAY)).toEqual({ city: 'Waco' });
});

test('every fault is named under its field', () => {
  const written = { phone: 'call me', email: 'a@b', dob: '1849-12-31' };

  expect(() => readContactValues(written, TODAY)).toThrow(
    expect.objectContaining({
      code: 'refused',
      fields: {
        phone: ['Invalid phone number. Use a format like 512-555-0142.'],
        email: ['Invalid e-mail address. Use a format like jane@example.com.'],
        dob: ['The birth date is before 1850.'],
      },
    }),
  );
});

test('a name keeps its letters and loses what no line holds', () => {
  expect(readContactValues({ first_name: '=SUM(1)', last_name: 'O’Brien-Núñez\u0007\ud800' }, TODAY)).toEqual({
    first_name: '=SUM(1)',
    last_name: 'O’Brien-Núñez \ufffd',
  });
});

test.each([
  ['512-555-0142', '+15125550142'],
  ['+44 20 7183 8750', '+442071838750'],
  ['011 44 20 7183 8750', '+442071838750'],
  ['512-555-0142 x12', null],
  ['12', null],
  ['', null],
])('the phone number %o is %o', (written, phone) => {
  expect(readPhone(written)).toBe(phone);
});

test('a state is stored as two letters, and refused by its field when it is none', () => {
  expect(readContactValues({ state: ' Tex. ' }, TODAY)).toEqual({ state: 'TX' });
  expect(readContactValues({ state: '' }, TODAY)).toEqual({ state: '' });
  for (const state of [undefined, '', 'TX', 'PR', 'AE'])
    expect(() => requireState({ ...(state !== undefined && { state }) })).not.toThrow();
  expect(() => requireState(readContactValues({ state: 'Zzz' }, TODAY))).toThrow(
    expect.objectContaining({
      code: 'refused',
      fields: { state: ['State “Zzz” is unknown. Enter a US state or territory, like TX or Texas.'] },
    }),
  );
});
