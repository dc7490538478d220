import { expect, test } from 'vitest';
import { bestOf, fit, fitting } from '#rules/palette/match-words.ts';

test.each([
  ['Workflow templates', 'workf', 2],
  ['Workflow templates', 'workflow t', 2],
  ['Workflow templates', 'templ work', 1],
  ['Workflow templates', 'flow', 0],
  ['Workflow templates', 'work calls', 0],
  ['E-mail templates', 'e mail', 2],
  ['Órdenes', 'orden', 2],
  ['Log in as…', 'log in', 2],
  ['Calls', '', 0],
  ['Calls', ' - ', 0],
] as const)('%s and “%s”', (name, typed, how) => expect(fit(name, typed)).toBe(how));

test('the best come first, equals in their own order', () => {
  const all = ['My orders', 'Orders', 'Live', 'Order history'].map((label) => ({ label }));
  expect(fitting(all, 'order').map(({ label }) => label)).toEqual(['Orders', 'Order history', 'My orders']);
});

test('what the search of the list has found by something else comes after what the name fits', () => {
  const all = ['Clarence Abernathy', 'Rosa Marin', 'Mara Reyes'].map((label) => ({ label }));
  expect(bestOf(all, 'mar').map(({ label }) => label)).toEqual(['Mara Reyes', 'Rosa Marin', 'Clarence Abernathy']);
});
