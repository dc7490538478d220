import { expect, test } from 'vitest';
import { lettersOf } from '../../src/views/_app/use-shortcuts.ts';

test('each page has a letter of its own: the first of its name that no page before it has', () => {
  const nav = ['Today', 'Contacts', 'Calls', 'Imports', 'Transfers'].map((label) => ({ key: label, label }));

  expect([...lettersOf(nav)]).toEqual([
    ['Today', 't'],
    ['Contacts', 'c'],
    ['Calls', 'a'],
    ['Imports', 'i'],
    ['Transfers', 'r'],
  ]);
});

test('a page whose letters all belong to others has none', () => {
  expect(lettersOf(['Ab', 'Ba', 'Aa'].map((label) => ({ key: label, label }))).get('Aa')).toBeUndefined();
});
