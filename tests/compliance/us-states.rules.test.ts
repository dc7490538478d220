import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STATE_CODES } from '#rules/places/us-places.ts';
import { isState, readState, stateName, toState } from '#rules/places/us-states.ts';

test.each([
  ['TX', 'TX'],
  ['tx', 'TX'],
  ['Tx.', 'TX'],
  ['Tex.', 'TX'],
  ['TEXAS', 'TX'],
  ['  texas  ', 'TX'],
  ['State of Texas', 'TX'],
  ['US-TX', 'TX'],
  ['usa-tx', 'TX'],
  ['Calif.', 'CA'],
  ['Cal.', 'CA'],
  ['Penna.', 'PA'],
  ['Penn', 'PA'],
  ['Commonwealth of Pennsylvania', 'PA'],
  ['Mass.', 'MA'],
  ['Wash.', 'WA'],
  ['Ore.', 'OR'],
  ['Miss.', 'MS'],
  ['N. Mex.', 'NM'],
  ['N.Mex', 'NM'],
  ['N. C.', 'NC'],
  ['No. Carolina', 'NC'],
  ['S Dak', 'SD'],
  ['W. Va.', 'WV'],
  ['West\u00a0Virginia', 'WV'],
  ['D.C.', 'DC'],
  ['Washington, D.C.', 'DC'],
  ['district of columbia', 'DC'],
  ['Washington', 'WA'],
  ['Puerto Rico', 'PR'],
  ['P.R.', 'PR'],
  ['U.S. Virgin Islands', 'VI'],
  ['Guam', 'GU'],
  ['American Samoa', 'AS'],
  ['AE', 'AE'],
])('the value %o is %s', (written, code) => {
  expect(readState(written)).toBe(code);
});

test.each([
  '',
  ' ',
  'Zzz',
  'ZZ',
  'Ontario',
  'ON',
  'Texass',
  'Tejas',
  'N/A',
  '78701',
  'US',
  'USA',
  'TX CA',
  'Kansas City',
  'constructor',
])('the value %o is no state', (written) => {
  expect(readState(written)).toBeNull();
});

test('every code and name is itself, however it is written', () => {
  const look = fc.constantFrom(
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
    (text: string) => ` ${text} `,
    (text: string) => text.split('').join('.'),
    (text: string) => text.replaceAll(' ', '-'),
  );
  expect(STATE_CODES).toHaveLength(51);
  fc.assert(
    fc.property(fc.constantFrom(...STATE_CODES), look, (code, write) => {
      expect([readState(write(code)), readState(write(stateName(code)))]).toEqual([code, code]);
    }),
  );
});

test('words of a sentence are not read as abbreviations', () => {
  expect(['Miss', 'Cal', 'Wash', 'as', 'me too'].filter(isState)).toEqual([]);
  expect(toState('Tex')).toBe('Tex');
});

const MIGRATION = readFileSync(new URL('../../server/db/migrations/0052_states.sql', import.meta.url), 'utf8');
const PAIRS = [...MIGRATION.matchAll(/\('([^']+)', '([A-Z]{2})'\)/g)].map(
  ([, written = '', code = '']) => [written, code] as const,
);

test('the migration changes what the rule knows, and nothing else', () => {
  expect(PAIRS.length).toBeGreaterThan(170);
  expect(PAIRS.filter(([written, code]) => readState(written) !== code)).toEqual([]);
  const known = new Map(PAIRS);
  const names = STATE_CODES.flatMap((code) => [code.toLowerCase(), stateName(code).toLowerCase().replaceAll(' ', '')]);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});
