import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageOn, formatPlainDate, parsePlainDate } from '../../src/rules/time/plain-date.ts';
import { turns65 } from '../../src/rules/insurance/turning-65.ts';

const YEAR = 2026;

describe('parsePlainDate', () => {
  test.each([
    ['01/14/1962', '1962-01-14'],
    ['1-14-62', '1962-01-14'],
    ['1/4/05', '2005-01-04'],
    ['1962-01-14', '1962-01-14'],
    ['19620114', '1962-01-14'],
    ['1962-01-14T00:00:00Z', '1962-01-14'],
    ['1/14/1962 12:00 AM', '1962-01-14'],
    ['Jan 14, 1962', '1962-01-14'],
    ['14-Jan-62', '1962-01-14'],
    ['14. Mrz 1962', '1962-03-14'],
    ['14. Maerz 1962', '1962-03-14'],
    ['02/29/1960', '1960-02-29'],
  ])('reads %s', (written, expected) => expect(parsePlainDate(written, YEAR)).toBe(expected));

  test.each(['02/29/1961', '13/01/1962', '00/10/1962', '1962', 'soon', '', '01/32/1962'])('refuses %j', (written) =>
    expect(parsePlainDate(written, YEAR)).toBeNull(),
  );

  test('reads every day from 1900 to 2100 back from how it is shown', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });

    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(parsePlainDate(formatPlainDate(day), YEAR)).toBe(day);
      }),
    );
  });
});

describe('ageOn', () => {
  test('counts a year on the birthday and not before', () => {
    expect([ageOn('1962-01-14', '2026-01-13'), ageOn('1962-01-14', '2026-01-14')]).toEqual([63, 64]);
  });
});

describe('turns65', () => {
  test('counts the days to the birthday', () =>
    expect(turns65('1962-01-14', '2026-12-31')).toEqual({ date: '2027-01-14', past: false, days: 14 }));

  test('gives a leap day its day in a common year', () =>
    expect(turns65('1960-02-29', '2025-02-28')).toEqual({ date: '2025-03-01', past: false, days: 1 }));

  test('says nothing far from it', () => expect(turns65('1990-01-01', '2026-01-01')).toBeNull());
});
