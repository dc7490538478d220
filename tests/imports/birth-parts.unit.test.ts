import { describe, expect, test } from 'vitest';
import { suggestMapping } from '#rules/imports/column-mapping.ts';
import { dateOfParts, parsePlainDate } from '#rules/time/plain-date.ts';
import { normaliseRow } from '../../server/features/imports/cells/normalise-row.ts';

const FIELDS = ['first_name', 'dob_month', 'dob_day', 'dob_year'] as const;
const rules = { width: 4, fields: FIELDS.map((field, index) => ({ index, field })), today: '2026-11-21' };

describe('a birth date in three cells', () => {
  test.each([
    ['3', '14', '1947', '1947-03-14'],
    ['03', '04', '47', '1947-03-04'],
    ['3.0', '14.0', '1947.0', '1947-03-14'],
    ['Mar', '14th', "'47", '1947-03-14'],
    ['Sept.', '4', '1950', '1950-09-04'],
    ['März', '4.', '1950', '1950-03-04'],
    ['août', '1er', '1950', '1950-08-01'],
    ['ene', '31', '1950', '1950-01-31'],
  ])('is combined: %s %s %s', (month, day, year, dob) => {
    expect(normaliseRow(['Ana', month, day, year], false, rules)).toMatchObject({
      kind: 'good',
      values: { dob },
      left: [],
      unread: [],
    });
  });

  test.each([
    [['3', '14', ''], 'dob_year', 'Birth year is missing.'],
    [['', '14', '1947'], 'dob_month', 'Birth month is missing.'],
    [['3', 'n/a', '1947'], 'dob_day', 'Birth day is missing.'],
    [['2', '30', '1951'], 'dob_day', 'Birth day "30" is not possible.'],
    [['13', '4', '1951'], 'dob_month', 'Birth month "13" is not possible.'],
    [['Marvin 3', '4', '1951'], 'dob_month', 'Birth month "Marvin 3" is not possible.'],
    [['3', '4', '194'], 'dob_year', 'Birth year "194" is not possible.'],
    [['3', '4', '2031'], 'dob_year', 'Birth year "2031" is in the future.'],
  ])('is an unread cell and never a wrong date: %j', (cells, field, message) => {
    const row = normaliseRow(['Ana', ...cells], false, rules);

    expect(row).toMatchObject({ kind: 'good', values: { first_name: 'Ana', dob: null }, unread: [{ field, message }] });
    const texts = row.kind === 'good' ? row.left.map(({ value }) => value).filter(Boolean) : [];
    expect(texts.toSorted()).toEqual(cells.filter((cell) => cell !== '' && cell !== 'n/a').toSorted());
  });

  test('gives way to a cell that has the date whole', () => {
    const whole = { ...rules, width: 5, fields: [...rules.fields, { index: 4, field: 'dob' as const }] };

    expect(normaliseRow(['Ana', '3', '14', '', '3/15/1947'], false, whole)).toMatchObject({
      values: { dob: '1947-03-15' },
      unread: [],
    });
  });

  test('of no part is no date', () => {
    expect(normaliseRow(['Ana', '', '', ''], false, rules)).toMatchObject({ values: { dob: null }, unread: [] });
    expect(dateOfParts({ day: '29', month: '2', year: '1951' }, 2026)).toEqual({ wrong: 'day' });
  });
});

test.each([
  ['Jan-14-1962', '1962-01-14'],
  ['Jan/14/62', '1962-01-14'],
  ['14-JAN-62', '1962-01-14'],
  ['Jan 62', null],
])('a month by its name in one cell: %s', (written, date) => {
  expect(parsePlainDate(written, 2026)).toBe(date);
});

const mapped = (...headers: string[]) =>
  suggestMapping(headers.map((header) => ({ header, samples: /name/i.test(header) ? ['Ana'] : ['12', '4'] }))).map(
    ({ field }) => field,
  );

describe('the columns of a birth date', () => {
  test.each([
    ['DOB MM', 'DOB DD', 'DOB YYYY'],
    ['Birth Month', 'Birth Day', 'Birth Year'],
    ['birthMonth', 'birthDay', 'birthYear'],
    ['DOB (Month)', 'DOB (Day)', 'DOB (Year)'],
    ['Month of Birth', 'Day of Birth', 'Year of Birth'],
    ['Member DOB Month', 'Member DOB Day', 'Member DOB Year'],
    ['Birth Date - Month', 'Birth Date - Day', 'Birth Date - Year'],
    ['Geburtsmonat', 'Geburtstag', 'Geburtsjahr'],
    ['Mes de nacimiento', 'Día de nacimiento', 'Año de nacimiento'],
    ['Mois de naissance', 'Jour de naissance', 'Année de naissance'],
  ])('are known together: %s, %s, %s', (month, day, year) => {
    expect(mapped('Name', month, day, year)).toEqual(['full_name', 'dob_month', 'dob_day', 'dob_year']);
  });

  test('are none without a header of birth, or when a part has no column', () => {
    expect(mapped('Name', 'Month', 'Day', 'Year')).toEqual(['full_name', null, null, null]);
    expect(mapped('Name', 'Birth Year')).toEqual(['full_name', null]);
    expect(mapped('Name', 'Birth Month', 'Birth Year')).toEqual(['full_name', null, null]);
    expect(mapped('Name', 'DOB MM', 'DOB DD', 'DOB YY', 'DOB YYYY').slice(1)).toEqual([null, null, null, null]);
    expect(mapped('Name', 'Effective Month', 'Effective Day', 'Effective Year').slice(1)).toEqual([null, null, null]);
  });

  test('are left out next to one that has the date whole', () => {
    const columns = [
      { header: 'DOB', samples: ['3/14/1947'] },
      ...['DOB MM', 'DOB DD', 'DOB YYYY'].map((header) => ({ header, samples: ['12'] })),
    ];

    expect(suggestMapping(columns).map(({ field }) => field)).toEqual(['dob', null, null, null]);
  });
});
