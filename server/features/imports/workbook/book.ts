import type { SheetHead } from './read-sheet.ts';

/** A file that is read as sheets of rows, of whatever kind it is. */
export interface Book {
  /** The first rows of every sheet that can be seen. */
  heads(): Promise<readonly SheetHead[]>;
  /** All rows of a sheet, in chunks. */
  rows(sheet: number): AsyncIterable<string[][]>;
}
