import { describe, expect, test } from 'vitest';
import {
  initialEnrolment,
  isWithin,
  medicareStart,
  medigapOpenEnrolment,
  yearlyEnrolment,
} from '../../src/rules/insurance/enrolment-periods.ts';

/** Born on a day: when Medicare starts, the initial enrollment, the Medigap open enrollment. */
test.each([
  ['in the middle of a month', '1962-01-14', '2027-01-01', '2026-10-01 2027-04-30', '2027-01-01 2027-06-30'],
  ['on the first, a month earlier', '1962-01-01', '2026-12-01', '2026-09-01 2027-03-31', '2026-12-01 2027-05-31'],
  ['on the second, not earlier', '1962-01-02', '2027-01-01', '2026-10-01 2027-04-30', '2027-01-01 2027-06-30'],
  ['on a leap day, in February', '1960-02-29', '2025-02-01', '2024-11-01 2025-05-31', '2025-02-01 2025-07-31'],
  ['on the first of March, in February', '1960-03-01', '2025-02-01', '2024-11-01 2025-05-31', '2025-02-01 2025-07-31'],
  [
    'in December, over the end of the year',
    '1961-12-31',
    '2026-12-01',
    '2026-09-01 2027-03-31',
    '2026-12-01 2027-05-31',
  ],
  ['so that it ends in a leap February', '1962-11-05', '2027-11-01', '2027-08-01 2028-02-29', '2027-11-01 2028-04-30'],
])('people born %s', (_when, dob, start, initial, medigap) => {
  const days = ({ from, to }: { from: string; to: string }) => `${from} ${to}`;
  expect([medicareStart(dob), days(initialEnrolment(dob)), days(medigapOpenEnrolment(dob))]).toEqual([
    start,
    initial,
    medigap,
  ]);
});

describe('the yearly period', () => {
  test.each([
    ['2026-10-14', false, 'annual', '2026-10-15'],
    ['2026-12-07', false, 'annual', '2026-10-15'],
    ['2026-12-08', false, 'annual', '2027-10-15'],
    ['2026-12-08', true, 'advantage', '2027-01-01'],
    ['2027-03-31', true, 'advantage', '2027-01-01'],
    ['2027-04-01', true, 'annual', '2027-10-15'],
    ['2027-01-01', false, 'annual', '2027-10-15'],
  ])('on %s, in a Medicare Advantage plan: %s', (today, inAdvantage, kind, from) => {
    expect(yearlyEnrolment(today, inAdvantage)).toMatchObject({ kind, from });
  });

  test('holds its first and its last day', () => {
    const annual = yearlyEnrolment('2026-11-21', false);
    expect(['2026-10-14', '2026-10-15', '2026-12-07', '2026-12-08'].map((day) => isWithin(annual, day))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
