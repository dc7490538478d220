import { describe, expect, test } from 'vitest';
import { ContactsScope, type ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { searchFilters, searchWords } from '../../server/features/contacts/list/contact-search.ts';

const part = (text: string) => ({ kind: 'part', text });
const start = (text: string) => ({ kind: 'start', text });

describe('the words of a search', () => {
  test.each([
    ['', []],
    ['  Ana   Lopez ', [part('Ana'), part('Lopez')]],
    ['jo', [start('jo')]],
    ['Jo K', [start('Jo'), start('K')]],
    ['Smith & Sons -', [part('Smith'), part('Sons')]],
    ['&&', [part('&&')]],
    ['ana@example.com', [part('ana@example.com')]],
    ['512', [part('512')]],
    ['51', [{ kind: 'phone', text: '51' }]],
    ['(512) 555-0142', [part('5125550142')]],
    ['+1 512.555.0142 Ana', [part('15125550142'), part('Ana')]],
    ['555-01', [part('55501')]],
    ['a\u0000b\nc', [start('a'), start('b'), start('c')]],
  ])('of %o are %o', (q, words) => {
    expect(searchWords(q)).toEqual(words);
  });

  test('are twelve at most', () => {
    expect(searchWords('word '.repeat(40))).toHaveLength(12);
  });
});

describe('the filters of a scope', () => {
  const filtersOf = (scope: ContactsScopeInput) => searchFilters(ContactsScope.parse(scope), 2026);

  test('are those with a value, as they are stored', () => {
    const search: ContactsScopeInput['search'] = [
      { field: 'city', value: ' ' },
      { field: 'tag', value: [] },
      { field: 'phone', value: '(512) 555-0142' },
      { field: 'phone', value: '(512)', op: 'starts_with' },
      { field: 'state', value: ['texas', 'Az'], op: 'not' },
      { field: 'dob', value: '1/14/62', op: 'before' },
    ];

    expect(filtersOf({ search, type: 'lead', category: 'Warm' })).toEqual([
      { field: 'phone', op: 'is', values: ['+15125550142'] },
      { field: 'phone', op: 'starts_with', values: ['512'] },
      { field: 'state', op: 'not', values: ['TX', 'AZ'] },
      { field: 'dob', op: 'before', values: ['1962-01-14'] },
      { field: 'type', op: 'is', values: ['lead'] },
      { field: 'category', op: 'is', values: ['Warm'] },
    ]);
  });

  test('of more than a hundred values are refused', () => {
    const value = Array.from({ length: 101 }, (_, i) => `v${i}`);

    expect(() => filtersOf({ search: [{ field: 'city', value }] })).toThrow('at most 100 values');
  });
});

describe('a phone number in the words', () => {
  test.each([
    ['512-555-0142 x123', '5125550142'],
    ['(512) 555-0142 ext. 5 Ana', '5125550142'],
    ['+44 (0)20 7183 8750', '442071838750'],
    ['011 44 20 7183 8750', '442071838750'],
    ['0044 2071838750', '442071838750'],
  ])('%o is looked for as %o', (q, digits) => {
    expect(searchWords(q)[0]).toEqual(part(digits));
  });
});

test('a filter for nothing needs no value, and a birthday names its month', () => {
  const filters = (search: ContactsScopeInput['search']) => searchFilters(ContactsScope.parse({ search }), 2026);

  expect(filters([{ field: 'group', value: '', op: 'empty' }])).toEqual([
    { field: 'group', op: 'empty', values: [''] },
  ]);
  expect(filters([{ field: 'birth_month', value: '12' }])).toEqual([
    { field: 'birth_month', op: 'is', values: ['12'] },
  ]);
  expect(() => filters([{ field: 'birth_month', value: '13' }])).toThrow('accepts months');
  expect(() => filters([{ field: 'owner', value: 'Ana' }])).toThrow('accepts IDs');
  expect(() => filters([{ field: 'type', value: '', op: 'empty' }])).toThrow("doesn't support");
});
