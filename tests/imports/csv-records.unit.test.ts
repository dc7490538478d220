import fc from 'fast-check';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { readRecords } from '../../server/features/imports/file/csv-records.ts';
import { UnreadableFile } from '../../server/features/imports/file/unreadable-file.ts';

const UTF8 = { encoding: 'utf-8', delimiter: ',' } as const;

/** Reads bytes that arrive in parts of `size`; marks records of unclosed quotes. */
async function read(content: string | Buffer, size = 7, format: Parameters<typeof readRecords>[1] = UTF8) {
  const bytes = Buffer.from(content);
  async function* parts() {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }
  const records: (string[] | { unclosed: string[] })[] = [];
  for await (const piece of readRecords(parts(), format)) {
    for (const [index, record] of piece.records.entries()) {
      records.push(piece.unclosed.has(index) ? { unclosed: record } : record);
    }
  }
  return records;
}

describe('records', () => {
  test('end at any of the three line ends, mixed', async () => {
    expect(await read('a,b\r\n1,2\r3,4\n5,6')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
  });

  test('keep delimiters, quotes and line ends inside quotes', async () => {
    expect(await read('"a, ""b""","c\r\nd"\ne,f\n')).toEqual([
      ['a, "b"', 'c\nd'],
      ['e', 'f'],
    ]);
  });

  test('lose a byte order mark and null characters', async () => {
    expect(await read('\uFEFFna\0me\nJosé\n')).toEqual([['name'], ['José']]);
  });

  test('keep a blank line in the middle and count none after the last line end', async () => {
    expect(await read('a,b\n\n1,2\n')).toEqual([['a', 'b'], [''], ['1', '2']]);
  });

  test('read windows-1252 as such', async () => {
    expect(await read(Buffer.from('Mu\xf1oz\n', 'latin1'), 3, { encoding: 'windows-1252', delimiter: ',' })).toEqual([
      ['Muñoz'],
    ]);
  });

  test('are the same however the bytes are cut', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', "'", '😀', '='), maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        async (rows, size) => {
          expect(await read(stringify(rows), size)).toEqual(rows);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a quote that never ends', () => {
  test('costs its own line and no other one', async () => {
    expect(await read('"a,b\nc,d\n"e",f\n')).toEqual([{ unclosed: ['"a', 'b'] }, ['c', 'd'], ['e', 'f']]);
  });

  test('is found at the end of the file as well', async () => {
    expect(await read('a,b\n1,"2\n3,4')).toEqual([['a', 'b'], { unclosed: ['1', '"2'] }, ['3', '4']]);
  });

  test('refuses a file whose rest would be one cell', async () => {
    const long = `a,b\n1,"2\n${'x,y\n'.repeat(1_200_000)}`;

    await expect(read(long, 65_536)).rejects.toThrow(
      new UnreadableFile(
        'Line 2 is longer than 4 MB. A cell may be too large (the limit is 1 MB), or a closing quote may be missing.',
      ),
    );
  });
});

describe('limits', () => {
  const mega = 'm'.repeat(1024 * 1024);

  test('a cell of 1 MB and 500 columns are text', async () => {
    const wide = Array.from({ length: 500 }, (_, index) => String(index));

    expect(await read(`${mega},b\n${wide.join(',')}\n`, 65_536)).toEqual([[mega, 'b'], wide]);
  });

  test('a larger cell refuses the file', async () => {
    await expect(read(`a,b\n${mega}m,b\n`, 65_536)).rejects.toThrow(
      new UnreadableFile('Line 2 has a cell of more than 1 MB.'),
    );
  });

  test('a 501st column refuses the file', async () => {
    await expect(read(`${'x,'.repeat(500)}x\n`)).rejects.toThrow(
      new UnreadableFile('Line 1 has 501 columns. The limit is 500.'),
    );
  });
});
