import { describe, expect, test } from 'vitest';
import { isNarrowed, scopeSentence, withoutEmptyFilters } from '../../src/rules/scope-sentence.ts';

describe('scopeSentence', () => {
  test('names the group alone', () => expect(scopeSentence({})).toBe('Mine'));

  test('names filters and search in order', () =>
    expect(
      scopeSentence(
        {
          contact_group: 'all',
          search: [
            { field: 'state', value: 'TX' },
            { field: 'tag', value: ['7', '9'] },
            { field: 'dob', op: 'before', value: '1962-01-01' },
          ],
          q: 'lopez',
        },
        (id) => ({ 7: 'hot', 9: 'aep' })[id],
      ),
    ).toBe('All, state TX, tagged hot or aep, born before 01/01/1962, matching “lopez”'));

  test('says when the downline is in', () => expect(scopeSentence({ all_downline: true })).toBe('Mine and downline'));
});

test('a filter without a value is dropped before a scope is sent', () => {
  const kept = { field: 'city' as const, value: 'Waco' };

  expect(
    withoutEmptyFilters({ q: 'x', search: [{ field: 'state', value: ' ' }, kept, { field: 'tag', value: [] }] }),
  ).toEqual({ q: 'x', search: [kept] });
});

test('a group without search and filters is not narrowed', () => {
  expect([
    isNarrowed({ contact_group: 'all', order: 'desc' }),
    isNarrowed({ q: 'a' }),
    isNarrowed({ type: 'lead' }),
  ]).toEqual([false, true, true]);
});
