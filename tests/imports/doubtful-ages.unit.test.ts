import { expect, test } from 'vitest';
import { DoubtfulAges } from '../../server/features/imports/run/doubtful-ages.ts';

const found = (...days: (string | null)[]) => {
  const ages = new DoubtfulAges('2026-11-23');
  for (const [index, day] of days.entries()) ages.add(index + 1, day);
  return ages.found();
};

test('people older than 120 are named with their rows', () => {
  expect(found('1900-01-01', '1950-01-01', '1906-11-23', '1905-11-23', null)).toEqual([
    { kind: 'over_120', rows: 2, row_numbers: [1, 4] },
  ]);
});

test('people under 18 are in doubt when they are half of all or more', () => {
  expect(found('2024-01-01', '1950-01-01', '1951-01-01')).toEqual([]);
  expect(found('2024-01-01', '1950-01-01', null)).toEqual([{ kind: 'minors', rows: 1, row_numbers: [1] }]);
  expect(found(...Array.from({ length: 7 }, () => '2020-05-05'))).toEqual([
    { kind: 'minors', rows: 7, row_numbers: [1, 2, 3, 4, 5] },
  ]);
});
