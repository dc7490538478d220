import { expect, test } from 'vitest';
import { celebratedOn, datesFrom } from '#rules/contacts/birthdays.ts';

test('the days from a date on go over the end of a year', () => {
  expect(datesFrom('2026-12-30', 4)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']);
});

test('a leap day is celebrated on 1 March of a common year', () => {
  expect(celebratedOn(['2027-02-28', '2027-03-01'])).toEqual({
    days: [228, 229, 301],
    dates: ['2027-02-28', '2027-03-01', '2027-03-01'],
  });
});

test('a leap day is celebrated on itself in a leap year', () => {
  expect(celebratedOn(['2028-02-29', '2028-03-01'])).toEqual({
    days: [229, 301],
    dates: ['2028-02-29', '2028-03-01'],
  });
});

test("a century that isn't a leap year moves the leap day, and one that is doesn't", () => {
  expect([celebratedOn(['2100-03-01']).days, celebratedOn(['2000-03-01']).days]).toEqual([[229, 301], [301]]);
});
