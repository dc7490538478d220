import fc from 'fast-check';
import type { ImportField } from '#contract/imports/rows.contract.ts';
import type { RowValues } from '../../server/features/imports/cells/row-values.ts';

/** Fields of the people below. */
export const FIELDS = [
  'first_name',
  'last_name',
  'phone',
  'phone_2',
  'email',
  'email_2',
  'company',
  'address',
  'city',
  'state',
  'zip_code',
  'dob',
  'category',
  'source',
  'follow_up_on',
  'notes',
] as const satisfies readonly (ImportField & keyof RowValues)[];
export type Person = Record<(typeof FIELDS)[number], string | null>;

/** Characters that break files. */
export const CHARS = [
  "'",
  '"',
  ',',
  '=',
  '+',
  '-',
  '@',
  ';',
  ':',
  '|',
  '\t',
  '＝',
  '＠',
  'a',
  'Z',
  '0',
  'é',
  'ñ',
  ' ',
  '名',
  '😀',
  '👩‍🌾',
] as const;
export const oneOf = (chars: readonly string[], maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...chars), maxLength }).map((text) => text.trim() || null);
const line = oneOf(CHARS, 12);
const isDash = (text: string) => /^[-\s]+$/u.test(text);
const digit = fc.integer({ min: 0, max: 9_999 }).map((value) => String(value).padStart(4, '0'));
const phone = digit.map((last) => `+1512555${last}`);
const day = (first: string, last: string) =>
  fc
    .date({ min: new Date(first), max: new Date(last), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

/** A person whom an import accepts unchanged, however hostile the name. */
export const person: fc.Arbitrary<Person> = fc.record({
  // Dashes stand for no name.
  first_name: oneOf(CHARS, 8).map((text) => (text === null || isDash(text) ? 'Ana' : text)),
  last_name: line.map((text) => (text !== null && isDash(text) ? null : text)),
  phone,
  phone_2: fc.option(digit.map((last) => `+1737555${last}`)),
  email: fc.option(digit.map((last) => `o'neil+${last}@example.com`)),
  email_2: fc.constant(null),
  company: line,
  address: line,
  city: line,
  state: fc.constantFrom('TX', 'NY', null),
  zip_code: fc.option(digit.map((last) => `0${last}`)),
  dob: fc.option(day('1900-01-01', '2005-12-31')),
  category: line,
  source: line,
  follow_up_on: fc.option(day('2026-01-01', '2030-12-31')),
  notes: oneOf([...CHARS, '\n'], 40),
});
