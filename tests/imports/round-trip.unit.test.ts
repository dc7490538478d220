import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportField } from '#contract/imports/rows.contract.ts';
import { readRecords } from '../../server/features/imports/csv-records.ts';
import { csvLine, exportLine } from '../../server/features/imports/csv-line.ts';
import { normaliseRow } from '../../server/features/imports/normalise-row.ts';
import type { RowValues } from '../../server/features/imports/row-values.ts';

const FIELDS = [
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
type Person = Record<(typeof FIELDS)[number], string | null>;

const CHARS = [
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
const oneOf = (chars: readonly string[], maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...chars), maxLength }).map((text) => text.trim() || null);
const line = oneOf(CHARS, 12);
const digit = fc.integer({ min: 0, max: 9_999 }).map((value) => String(value).padStart(4, '0'));
const phone = digit.map((last) => `+1512555${last}`);
const day = (first: string, last: string) =>
  fc
    .date({ min: new Date(first), max: new Date(last), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

const person: fc.Arbitrary<Person> = fc.record({
  first_name: oneOf(CHARS, 8).map((text) => text ?? 'Ana'),
  last_name: line,
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

const read = async (text: string): Promise<string[][]> => {
  const records: string[][] = [];
  async function* bytes() {
    // Cut anywhere, also within a character.
    const all = Buffer.from(text);
    for (let start = 0; start < all.length; start += 4_099) yield all.subarray(start, start + 4_099);
  }
  for await (const piece of readRecords(bytes(), { encoding: 'utf-8', delimiter: ',' })) records.push(...piece.records);
  return records;
};

test('export then import is the identity for 10,000 people', async () => {
  const people = fc.sample(person, { numRuns: 10_000, seed: 65 });
  const rules = {
    width: FIELDS.length,
    fields: FIELDS.map((field, index) => ({ index, field })),
    today: '2026-11-21',
  };
  const sheet = people.map((each) => exportLine(FIELDS.map((field) => each[field] ?? ''))).join('');

  const found = (await read(sheet)).map((cells) => {
    const row = normaliseRow(cells, false, rules);
    return row.kind === 'good' ? Object.fromEntries(FIELDS.map((field) => [field, row.values[field]])) : row;
  });

  expect(found).toEqual(people);
  const cells = (await read(sheet)).flat();
  expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([]);
});

test('a line of a workbook is read back as it is, also where it looks like a mark', async () => {
  const rows = fc.sample(fc.array(oneOf([...CHARS, '\n'], 12), { minLength: 3, maxLength: 3 }), {
    numRuns: 2_000,
    seed: 7,
  });
  const cells = rows.map((row) => row.map((cell) => cell ?? ''));
  const filled = cells.filter((row) => row.some((cell) => cell !== ''));

  const found = await read(filled.map(csvLine).join(''));

  expect(found.map((row) => row.map((cell) => normaliseCell(cell)))).toEqual(filled);
});

/** What the import makes of a cell that is free text. */
function normaliseCell(cell: string): string {
  const row = normaliseRow(['Ana', cell], false, {
    width: 2,
    fields: [
      { index: 0, field: 'first_name' },
      { index: 1, field: 'notes' },
    ],
    today: '2026-11-21',
  });
  return row.kind === 'good' ? (row.values.notes ?? '') : row.kind;
}
