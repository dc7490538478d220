import { describe, expect, test } from 'vitest';
import { isNarrowed, scopeSentence, withoutEmptyFilters } from '../../src/rules/contacts/scope-sentence.ts';

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

  test('names choices by their field, months, emptiness, how many and what is close', () =>
    expect(
      scopeSentence(
        {
          contact_group: 'all_agents',
          select_n: 1_500,
          search: [
            { field: 'status', op: 'not', value: '7' },
            { field: 'group', value: '7' },
            { field: 'birth_month', value: ['3', '12'] },
            { field: 'follow_up_on', op: 'empty', value: '' },
            { field: 'last_call_at', op: 'not_since', value: '2026-10-22' },
          ],
          representer_type: 'field_manager',
          q: 'lopes',
          forgiving: true,
        },
        (id, field) => `${field} ${id}`,
      ),
    ).toBe(
      'First 1,500 of: Mine and downline, status not status 7, group group 7, birthday in March or December, ' +
        'follow-up is empty, last called not since 10/22/2026, owner a field manager, matching “lopes” or close to it',
    ));

  test('names policies and notes', () =>
    expect(
      scopeSentence({
        search: [
          { field: 'policy_carrier', op: 'contains', value: ['Humana', 'Aetna'] },
          { field: 'policy_type', value: 'medicare_supplement' },
          { field: 'policy_premium', op: 'over', value: '100' },
          { field: 'policy_expires_on', op: 'before', value: '2027-01-01' },
          { field: 'note', op: 'empty', value: '' },
        ],
      }),
    ).toBe(
      'Mine, policy carrier with Humana or Aetna, policy Medicare Supplement, monthly premium over $100, ' +
        'policy ends before 01/01/2027, note none',
    ));

  test('says what they take', () => {
    const of = (value: string | string[], op?: 'not' | 'empty' | 'not_empty') =>
      scopeSentence({ search: [{ field: 'prescription', value, ...(op ? { op } : {}) }] });
    expect([of(['Eliquis', 'Xarelto']), of('Eliquis', 'not'), of('', 'empty'), of('', 'not_empty')]).toEqual([
      'Mine, takes Eliquis or Xarelto',
      'Mine, takes no Eliquis',
      'Mine, takes no prescriptions',
      'Mine, takes any prescriptions',
    ]);
  });

  test('says which duplicates are meant', () => {
    const of = (same: object) => scopeSentence({ duplicate: { is_duplicate: true, ...same } });
    expect([
      of({}),
      of({ last_name: true, address: true }),
      scopeSentence({ duplicate: { first_name: true } }),
    ]).toEqual(['Mine, possible duplicates', 'Mine, possible duplicates with the same last name and address', 'Mine']);
  });

  test('says when the downline is in', () => expect(scopeSentence({ all_downline: true })).toBe('Mine and downline'));
});

test('a filter without a value is dropped before a scope is sent', () => {
  const kept = { field: 'city' as const, value: 'Waco' };
  const empty = { field: 'group' as const, value: '', op: 'empty' as const };

  expect(
    withoutEmptyFilters({ q: 'x', search: [{ field: 'state', value: ' ' }, kept, empty, { field: 'tag', value: [] }] }),
  ).toEqual({ q: 'x', search: [kept, empty] });
});

test('a group without search and filters is not narrowed', () => {
  expect([
    isNarrowed({ contact_group: 'all', order: 'desc' }),
    isNarrowed({ q: 'a' }),
    isNarrowed({ type: 'lead' }),
  ]).toEqual([false, true, true]);
});
