import { describe, expect, test } from 'vitest';
import { reachKeys, SeenPeople } from '../../server/features/imports/rows/seen-people.ts';

const ana = {
  first_name: 'Ana',
  last_name: 'Ruiz',
  phone: '+15125550142',
  phone_2: null,
  email: 'Ana@example.com',
  email_2: null,
};

describe('who a row is', () => {
  test('is phone and name, and e-mail and name', () => {
    expect(reachKeys(ana)).toEqual(['p+15125550142|anaruiz', 'eana@example.com|anaruiz']);
  });

  test('is so by the second phone and e-mail as well', () => {
    expect(reachKeys({ ...ana, phone: null, phone_2: '+15125550199', email: null, email_2: 'A@example.com' })).toEqual([
      'p+15125550199|anaruiz',
      'ea@example.com|anaruiz',
    ]);
  });

  test('does not depend on accents, capitals and punctuation', () => {
    expect(reachKeys({ ...ana, first_name: 'ANÁ', last_name: 'Ru-iz' })).toEqual(reachKeys(ana));
  });
});

describe('people seen', () => {
  test('meet the first row by any key that one of their rows had', () => {
    const seen = new SeenPeople();
    const met = [
      seen.meet(['a', 'b'], 1, 'Ana'),
      seen.meet(['c'], 2, 'Bo'),
      seen.meet(['x', 'b'], 3, 'Ana, Waco'),
      seen.meet(['x'], 4, 'Ana'),
    ];

    expect(met).toEqual([null, null, { row: 1, equal: false }, { row: 1, equal: true }]);
  });

  test('are all found again among many', () => {
    const seen = new SeenPeople();
    const keys = Array.from({ length: 200_000 }, (_, index) => `p+1512${index}|somebody`);

    expect(keys.filter((key, index) => seen.meet([key], index + 1, key) !== null)).toEqual([]);
    expect(keys.filter((key, index) => seen.meet([key], 999_999, key)?.row !== index + 1)).toEqual([]);
  });
});
