import { expect, test } from 'vitest';
import { suggestMapping } from '#rules/imports/column-mapping.ts';

const suggestion = (header: string, ...samples: string[]) =>
  suggestMapping([
    { header: 'Name', samples: ['Ana Ruiz'] },
    { header, samples },
  ])[1]?.field;

test.each([
  ['MBI', '1EG4-TE5-MK73', 'medicare_number'],
  ['Medicare Number', '1EG4TE5MK73', 'medicare_number'],
  ['Medicare ID #', '1EG4TE5MK73', 'medicare_number'],
  ['Part A Effective Date', '3/1/2012', 'part_a_on'],
  ['Medicare Part B Eff Date', '2012-04-01', 'part_b_on'],
  ['Part B', '4/1/2012', 'part_b_on'],
])('a column of the Medicare record is known by its header: %s', (header, sample, field) => {
  expect(suggestion(header, sample)).toBe(field);
});

test('samples alone, or a header that none of them fits, map nothing', () => {
  expect(suggestion('Code', '1EG4-TE5-MK73')).toBeNull();
  expect(suggestion('Part A', 'Yes', 'No')).toBeNull();
  expect(suggestion('Medicare ID', 'A-17')).toBeNull();
  expect(suggestion('Medicaid ID', '1EG4TE5MK73')).toBeNull();
});
