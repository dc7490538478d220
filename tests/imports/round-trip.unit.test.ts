import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRecords } from '../../server/features/imports/file/csv-records.ts';
import { csvLine, exportLine } from '../../server/http/csv-line.ts';
import { normaliseRow } from '../../server/features/imports/cells/normalise-row.ts';
import { CHARS, FIELDS, oneOf, person } from './random-people.ts';

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

test('a line of a workbook is read back unchanged, even if it looks like a marker', async () => {
  const rows = fc.sample(fc.array(oneOf([...CHARS, '\n'], 12), { minLength: 3, maxLength: 3 }), {
    numRuns: 2_000,
    seed: 7,
  });
  const cells = rows.map((row) => row.map((cell) => cell ?? ''));
  const filled = cells.filter((row) => row.some((cell) => cell !== ''));

  const found = await read(filled.map(csvLine).join(''));

  expect(found.map((row) => row.map((cell) => normaliseCell(cell)))).toEqual(filled);
});

/** The import's reading of a free-text cell. */
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
