import { describe, expect, test } from 'vitest';
import { householdName } from '../../src/rules/contacts/household-name.ts';

const people = (...names: readonly string[]) =>
  names.map((name) => {
    const [first_name = '', last_name = ''] = name.split('|');
    return { first_name, last_name };
  });

describe('people at one address are called', () => {
  test.each([
    ['by their name', people('Maria|Garza'), 'Maria Garza'],
    ['once, however often they are there', people('Maria|Garza', 'MARIA|GARZA'), 'Maria Garza'],
    ['by both first names', people('Maria|Garza', 'José|Garza'), 'Maria and José Garza'],
    ['by the name of each', people('Maria|Garza', 'John|Smith'), 'Maria Garza and John Smith'],
    ['as a family from three on', people('Maria|Garza', 'José|Garza', 'Ana|garza'), 'The Garza family'],
    ['as a family of two names', people('Maria|Garza', 'John|Smith', 'Ana|Garza'), 'The Garza and Smith family'],
    ['as a family without first names', people('|Garza', 'Maria|Garza'), 'The Garza family'],
    ['without those who have no name', people('|', 'Maria|Garza'), 'Maria Garza'],
    ['nothing when nobody has a name', people('|', '|'), ''],
  ])('%s', (_, those, name) => {
    expect(householdName(those)).toBe(name);
  });
});
