import { describe, expect, test } from 'vitest';
import type { ImportField } from '#contract/imports/rows.contract.ts';
import { normaliseRow } from '../../server/features/imports/cells/normalise-row.ts';

/** Reads one row whose columns are these fields. */
function read(cells: Partial<Record<ImportField, string>>, extra: string[] = []) {
  const fields = (Object.keys(cells) as ImportField[]).map((field, index) => ({ index, field }));
  const rules = { width: fields.length, fields, today: '2026-11-21' };
  const row = normaliseRow([...Object.values(cells), ...extra], false, rules);
  if (row.kind !== 'good') return row;
  return Object.fromEntries(Object.entries(row.values).filter(([, value]) => value !== null));
}

describe('a good row', () => {
  test('is trimmed and brought into the form of a contact', () => {
    expect(
      read({
        first_name: ' Conchita ',
        last_name: "O'Brien-Núñez",
        phone: '(512) 555-0142',
        email: '<ana@Example.com>',
        state: 'texas',
        zip_code: '02108',
        dob: '1/4/62',
        gender: 'F',
        language: 'Español',
        type: 'Prospect',
      }),
    ).toEqual({
      first_name: 'Conchita',
      last_name: "O'Brien-Núñez",
      phone: '+15125550142',
      email: 'ana@Example.com',
      state: 'TX',
      zip_code: '02108',
      dob: '1962-01-04',
      gender: 'female',
      language: 'spanish',
      type: 'lead',
    });
  });

  test('lets columns of first and last name win over the full name', () => {
    expect(read({ full_name: 'Dr. Ana de la Cruz Jr.', first_name: 'Anita' })).toEqual({
      first_name: 'Anita',
      last_name: 'de la Cruz Jr.',
    });
  });

  test.each([
    ['Anna Maria', { last_name: 'Müller' }, { first_name: 'Anna Maria', last_name: 'Müller' }],
    ['Anna Maria Müller', { last_name: 'MÜLLER' }, { first_name: 'Anna Maria', last_name: 'MÜLLER' }],
    ['Müller Anna Maria', { last_name: 'Müller' }, { first_name: 'Anna Maria', last_name: 'Müller' }],
    ['Müller', { last_name: 'Müller' }, { last_name: 'Müller' }],
    ['Ana Ruiz Soto', { first_name: 'Ana' }, { first_name: 'Ana', last_name: 'Ruiz Soto' }],
  ])('loses no part of a full name next to one of its parts: %s', (full_name, part, names) => {
    expect(read({ full_name, ...part })).toEqual(names);
  });

  test.each([
    ["'=SUM(A1)", '=SUM(A1)'],
    ["''=SUM(A1)", "'=SUM(A1)"],
    ["'Tis", "'Tis"],
    ['=1+1', '=1+1'],
  ])('loses exactly one mark before a formula: %s', (cell, text) => {
    expect(read({ first_name: 'A', address: cell })).toEqual({ first_name: 'A', address: text });
  });

  test.each([
    ['2108', '02108'],
    ['21081188', '02108-1188'],
    ['787011234', '78701-1234'],
  ])('has its ZIP code with the zeros that a spreadsheet took: %s', (cell, zip_code) => {
    expect(read({ first_name: 'A', zip_code: cell })).toEqual({ first_name: 'A', zip_code });
  });

  test('asks the phone library for what the short way refuses', () => {
    expect(read({ phone: '011 44 20 7183 8750' })).toEqual({ phone: '+442071838750' });
  });

  test.each(['+44 (0)20 7183 8750', '+44(0)2071838750', '0044 (0)20 7183 8750', '0044 20 7183 8750'])(
    'has its number without the zero that is dialed at home: %s',
    (phone) => {
      expect(read({ phone })).toEqual({ phone: '+442071838750' });
    },
  );

  test.each(['512-555-0142 x12', '(512) 555-0142 ext. 12', '5125550142x12', '512-555-0142 Ext: 12', '512.555.0142#12'])(
    'reads a number and its extension: %s',
    (phone) => {
      const rules = { width: 1, fields: [{ index: 0, field: 'phone' as const, label: 'Work' }], today: '2026-11-21' };

      expect(normaliseRow([phone], false, rules)).toMatchObject({
        values: { phone: '+15125550142', phone_ext: '12' },
        left: [],
      });
    },
  );

  test('takes "n/a" for nothing', () => {
    expect(read({ first_name: 'Ana', phone: 'N/A', email: '-', dob: 'none' })).toEqual({ first_name: 'Ana' });
  });

  test.each(['phone', 'email', 'dob', 'state', 'gender'] as const)(
    'has no unread cell where %s says "n/a"',
    (field) => {
      const fields = (['first_name', field] as const).map((one, index) => ({ index, field: one }));
      const row = normaliseRow(['Ana', 'n/a'], false, { width: 2, fields, today: '2026-11-21' });
      expect(row).toMatchObject({ kind: 'good', unread: [], left: [] });
    },
  );

  test('may have empty cells too many', () => {
    expect(read({ first_name: 'Ana' }, ['', ' '])).toEqual({ first_name: 'Ana' });
  });
});

describe('a problem row', () => {
  test.each([
    [{ phone: '555-CALL-ME' }, 'phone_unreadable', 'phone', 'Phone "555-CALL-ME" is not a phone number.'],
    [{ email: 'nobody' }, 'email_unreadable', 'email', 'E-mail "nobody" is not an address.'],
    [{ dob: '02/30/1951' }, 'dob_unreadable', 'dob', 'Birth date "02/30/1951" isn\'t a date.'],
    [{ dob: '2026-11-22' }, 'dob_in_future', 'dob', 'Birth date "2026-11-22" is in the future.'],
    [{ gender: 'yes' }, 'value_unknown', 'gender', 'Gender "yes" is unknown.'],
    [{ city: 'x'.repeat(101) }, 'text_too_long', 'city', 'City has 101 characters. The limit is 100.'],
    [{ city: 'Waco' }, 'name_and_reach_missing', null, 'The row has no name, phone or e-mail.'],
  ] as const)('names its fault: %o', (cells, reason, field, message) => {
    expect(read(cells)).toEqual({ kind: 'problem', reason, field, message });
  });

  test('is one that is cut short, too long or has an open quote', () => {
    const rules = { width: 2, fields: [{ index: 0, field: 'first_name' as const }], today: '2026-11-21' };

    expect([
      normaliseRow(['Ana'], false, rules),
      normaliseRow(['Ana', '1', '2'], false, rules),
      normaliseRow(['"Ana', '1'], true, rules),
      normaliseRow(['', ' '], false, rules),
    ]).toMatchObject([
      { reason: 'row_cut_short', message: 'The row has 1 of 2 columns.' },
      { reason: 'row_too_long', message: 'The row has 3 columns instead of 2.' },
      { reason: 'quote_unclosed' },
      { kind: 'empty' },
    ]);
  });
});
