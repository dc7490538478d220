import type { SheetHead } from './read-sheet.ts';

/** A file that is read as sheets of rows, of whatever kind it is. */
export interface Book {
  readonly sheets: readonly { readonly name: string }[];
  /** The first rows of a sheet. */
  head(sheet: number): Promise<SheetHead>;
  /** All rows of a sheet, in chunks. */
  rows(sheet: number): AsyncIterable<string[][]>;
}
