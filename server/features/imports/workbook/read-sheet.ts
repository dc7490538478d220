import type { Workbook } from './open-workbook.ts';
import { columnOf, SheetRows } from './sheet-rows.ts';
import { attributeOf, XmlTokens } from './xml-tokens.ts';

/** Rows at the start of a sheet used to detect its header and its width. */
export const HEAD_ROWS = 200;

/** Rows in which a header may stretch over several. Ours. */
const HEADER_ROWS = 12;

export interface SheetHead {
  readonly name: string;
  /** The first rows, all as wide as the widest of them. */
  readonly rows: readonly (readonly string[])[];
  /** True when these are all rows. */
  readonly whole: boolean;
  /** Cells among them with an error such as #N/A. */
  readonly errors: number;
}

/** First rows of all sheets. */
export async function readSheetHeads(book: Workbook): Promise<SheetHead[]> {
  const heads: SheetHead[] = [];
  for (const index of book.sheets.keys()) heads.push(await readSheetHead(book, index));
  return heads;
}

/** First rows of a sheet; headers merged over several rows occur in each of them. */
async function readSheetHead(book: Workbook, index: number): Promise<SheetHead> {
  const { name = '', part = '' } = book.sheets[index] ?? {};
  const reader = new SheetRows(book.context);
  const merges: string[] = [];
  const tokens = new XmlTokens({
    open: (tag, attributes) => {
      if (tag === 'mergeCell') merges.push(attributeOf(attributes, 'ref') ?? '');
      else reader.open(tag, attributes);
    },
    text: (text) => reader.text(text),
    close: (tag) => reader.close(tag),
  });
  const skipper = new MergeScan(merges);
  const decoder = new TextDecoder();
  let whole = true;
  for await (const bytes of book.zip.read(part)) {
    if (whole) tokens.push(decoder.decode(bytes, { stream: true }));
    else skipper.push(bytes);
    if (reader.rows.length > HEAD_ROWS) whole = false;
  }
  const rows = widened(reader.rows.slice(0, HEAD_ROWS));
  for (const merge of merges) stretch(rows, placeOf(merge));
  return { name, rows, whole, errors: reader.errors };
}

/** Merged cells come after the rows: the rest of a long sheet is searched for them without parsing its rows. */
class MergeScan {
  readonly #merges: string[];
  #rest = '';

  constructor(merges: string[]) {
    this.#merges = merges;
  }

  push(bytes: Buffer): void {
    const text = this.#rest + bytes.toString('latin1');
    for (const [, ref = ''] of text.matchAll(/<(?:\w+:)?mergeCell\s[^<>]*ref="([A-Z0-9:]{1,20})"/g)) {
      if (this.#merges.length < 1_000) this.#merges.push(ref);
    }
    this.#rest = text.slice(Math.max(text.lastIndexOf('<'), text.length - 200));
  }
}

/** Cells that are one; rows from 1, columns from 0. */
export interface Merge {
  readonly top: number;
  readonly bottom: number;
  readonly column: number;
}

function placeOf(merge: string): Merge {
  const [from = '', to = from] = merge.split(':');
  const rowOf = (place: string) => Number(place.replace(/\D/g, ''));
  return { top: rowOf(from), bottom: rowOf(to), column: columnOf(from) };
}

/** A cell of the header that reaches down over several rows is the header of each. */
export function stretch(rows: readonly string[][], { top, bottom, column }: Merge): void {
  if (bottom > HEADER_ROWS) return;
  const text = rows[top - 1]?.[column] ?? '';
  for (const row of rows.slice(top, bottom)) if (row[column] === '') row[column] = text;
}

/** All rows of a sheet, as wide as the header, in chunks. */
export async function* readSheet(book: Workbook, index: number): AsyncGenerator<string[][]> {
  const reader = new SheetRows(book.context);
  const tokens = new XmlTokens(reader);
  const decoder = new TextDecoder();
  let width: number | null = null;
  const take = () => {
    width ??= widthOf(reader.rows.slice(0, HEAD_ROWS));
    return widened(reader.take(), width);
  };
  for await (const bytes of book.zip.read(book.sheets[index]?.part ?? '')) {
    tokens.push(decoder.decode(bytes, { stream: true }));
    if (reader.rows.length > HEAD_ROWS) yield take();
  }
  yield take();
}

export const widthOf = (rows: readonly (readonly string[])[]) =>
  rows.reduce((most, row) => Math.max(most, row.length), 0);

export function widened(rows: string[][], width = widthOf(rows)): string[][] {
  for (const row of rows) while (row.length < width) row.push('');
  return rows;
}
