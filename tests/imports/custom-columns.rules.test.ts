import { expect, test } from 'vitest';
import { draftOf, matchColumn } from '../../src/machines/imports/mapping.ts';
import { proposedCustomFields, withCustomField } from '#rules/imports/custom-columns.ts';
import { attempt, columns } from './import-fixtures.ts';

test('a header that is called like a custom field gets it, the most used spelling first', () => {
  const found = [
    { header: ' PET ', suggestion: null },
    { header: 'Color', suggestion: null },
    { header: 'Source', suggestion: 'source' },
  ];
  expect(proposedCustomFields(found, ['Pet', 'pet', 'Source'])).toEqual({ pet: 'Pet' });
});

test('another choice replaces the one of the same header', () => {
  const before = { pet: 'Pet', color: 'Color' };
  expect(withCustomField(before, 'Pet ', 'Animal')).toEqual({ pet: 'Animal', color: 'Color' });
  expect(withCustomField(before, 'PET', null)).toEqual({ color: 'Color' });
});

test('a column has a field or a custom field', () => {
  const draft = draftOf(attempt(), columns);
  const header = (columns[0]?.header ?? '').toLowerCase();
  const custom = matchColumn(draft, columns, { column: 0, field: null, custom: 'Pet' });
  expect([custom.fields['0'], custom.custom_fields]).toEqual([undefined, { [header]: 'Pet' }]);
  const field = matchColumn(custom, columns, { column: 0, field: 'company' });
  expect([field.fields['0'], field.custom_fields]).toEqual(['company', {}]);
});
