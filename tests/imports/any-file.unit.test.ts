import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportEncoding } from '#contract/imports/rows.contract.ts';
import { type AnyFile, anyText, anyWorkbook, inOrder, orderOf, wanted, zipped } from './any-file.ts';
import { type CorpusResult, type FileChoice, readCorpusFile } from './read-corpus.ts';

/** The day of an upload, by which `readCorpusFile` reads. */
const TODAY = '2026-11-23';

/** Files of each kind; `npm run faults:files` writes 20,000, other ones each time. */
const FILES = Number(process.env['IMPORT_FILES'] ?? 400);
const RUNS = {
  numRuns: FILES,
  ...(process.env['IMPORT_FILES'] === undefined ? { seed: 20_261_123 } : {}),
};
const LONG = FILES * 100 + 30_000;

/** Contacts that came out of a file, and the rows that didn't become one. */
const heldBy = ({ contacts, others }: CorpusResult) => [...contacts.map((contact) => inOrder(contact)), ...others];

/** Reads as a user does, who answers which part of a date is the day when the review asks. */
async function imported(file: AnyFile, choice: FileChoice = {}): Promise<CorpusResult> {
  const bytes = await file.bytes();
  const first = await readCorpusFile(bytes, choice);
  const isAsked = Object.values(first.dates ?? {}).some((known) => known.endsWith('by unknown'));
  const order = orderOf(file.manner.date);
  return isAsked && order !== null ? readCorpusFile(bytes, { ...choice, order }) : first;
}

test(
  'a text in any encoding, with any separator and any way to write a value, is imported as it was',
  async () => {
    await fc.assert(
      fc.asyncProperty(zipped(anyText(TODAY)), async (file) => {
        const found = await imported(file, { encoding: file.encoding ?? 'utf-8', delimiter: file.delimiter });
        expect(heldBy(found)).toEqual(wanted(file));
      }),
      RUNS,
    );
  },
  LONG,
);

/** Known by their bytes. */
const UNICODE: readonly ImportEncoding[] = ['utf-8', 'utf-16le', 'utf-16be'];

test(
  'the separator, and an encoding of Unicode, are found without a choice',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyText(TODAY, UNICODE), async (file) => {
        const found = await imported(file);
        expect([found.encoding, found.delimiter]).toEqual([file.encoding, file.delimiter]);
        expect(heldBy(found)).toEqual(wanted(file));
      }),
      RUNS,
    );
  },
  LONG,
);

/** Encodings that are told apart by how they read. Not gb18030: short names in it are UTF-8 by chance. */
const GUESSED: readonly ImportEncoding[] = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'koi8-r',
  'macintosh',
  'cp437',
  'shift_jis',
  'euc-jp',
  'big5',
  'euc-kr',
];
const ASCII = '"\',;|=+-@:/#&aZ7 '.split('');

test(
  'any other encoding is found by three names',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyText(TODAY, GUESSED, ASCII), async (file) => {
        const names = file.contacts.map(({ first_name = '' }) => first_name).filter((name) => /[^\0-~]/u.test(name));
        fc.pre(new Set(names).size >= 3);
        const found = await imported(file);
        expect(found.encoding).toBe(file.encoding);
        expect(heldBy(found)).toEqual(wanted(file));
      }),
      { ...RUNS, numRuns: FILES / 2 },
    );
  },
  LONG,
);

test.each(['xlsx', 'xls', 'xml', 'ods'] as const)(
  'a workbook of either date system is imported as it was: %s',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(zipped(anyWorkbook(TODAY, [kind])), async (file) => {
        expect(heldBy(await imported(file))).toEqual(wanted(file));
      }),
      { ...RUNS, numRuns: FILES / 2 },
    );
  },
  LONG,
);
