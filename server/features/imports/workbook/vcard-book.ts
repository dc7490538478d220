import { MAX_IMPORT_CELL_BYTES, MAX_IMPORT_COLUMNS } from '#contract/imports/rows.contract.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { UnreadableFile } from '../file/unreadable-file.ts';
import type { Book } from './book.ts';
import { inChunks } from './in-chunks.ts';
import { HEAD_ROWS } from './read-sheet.ts';
import { MAX_SHEET_ROWS } from './kept-rows.ts';
import { cardsIn, tooLong } from './vcard-cards.ts';

/** Headers in the order of a list; others follow in the order of the cards. */
const FIRST = [
  'First Name',
  'Last Name',
  'Phone 1',
  'Phone 1 Type',
  'Phone 2',
  'Phone 2 Type',
  'Email 1',
  'Email 2',
  'Company',
  'Address',
  'Address Line 2',
  'City',
  'State',
  'Zip',
  'Date of Birth',
];

/** Cards as a sheet: one row each, below the headers of all of them. @throws {UnreadableFile} */
export function openVcards(file: Buffer): Book {
  const found = new Set<string>();
  let count = 0;
  for (const card of cardsIn(file)) {
    count += 1;
    if (count > MAX_SHEET_ROWS) {
      throw new UnreadableFile(`The file has more than ${formatCount(MAX_SHEET_ROWS)} cards. Split it.`);
    }
    for (const [header, value] of card) {
      found.add(header);
      if (value.length > MAX_IMPORT_CELL_BYTES) throw new UnreadableFile(tooLong(count));
    }
    if (found.size > MAX_IMPORT_COLUMNS) {
      throw new UnreadableFile(`The cards have more than ${MAX_IMPORT_COLUMNS} different kinds of fields.`);
    }
  }
  if (count === 0) throw new UnreadableFile('The file has no cards with a name, phone or e-mail.');
  const headers = ['First Name', ...new Set([...FIRST, ...found])].filter(
    (header, index, all) => (found.has(header) || index === 0) && all.indexOf(header) === index,
  );
  function* rows(): Generator<string[]> {
    yield headers;
    for (const card of cardsIn(file)) yield headers.map((header) => card.get(header) ?? '');
  }
  return {
    heads: async () => {
      const first: string[][] = [];
      for (const row of rows()) if (first.push(row) === HEAD_ROWS) break;
      return [{ name: 'Cards', rows: first, whole: count < HEAD_ROWS, errors: 0 }];
    },
    rows: () => inChunks(rows()),
  };
}
