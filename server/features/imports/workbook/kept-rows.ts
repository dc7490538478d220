import { MAX_IMPORT_CELL_BYTES, MAX_IMPORT_COLUMNS } from '#contract/imports/rows.contract.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { UnreadableFile } from '../file/unreadable-file.ts';

/**
 * Empty rows between filled ones that are kept; a longer gap becomes one row. Our choice, for a stray cell far below.
 */
const MAX_GAP = 1_000;

/** Rows of a sheet that can be imported. Source: decisions, "Names, imports, exports". */
export const MAX_SHEET_ROWS = 100_000;

/** Puts a text into its column; columns from 0. @throws {UnreadableFile} beyond the last column of an import. */
export function putCell(cells: string[], column: number, text: string): void {
  if (text.trim() === '') return;
  if (column >= MAX_IMPORT_COLUMNS) {
    throw new UnreadableFile(`The sheet has more than ${MAX_IMPORT_COLUMNS} columns. Delete those you don't need.`);
  }
  while (cells.length < column) cells.push('');
  cells[column] = text;
}

/** @throws {UnreadableFile} when a cell has more text than an import takes; rows from 1. */
export function checkCell(chars: number, row: number): void {
  if (chars > MAX_IMPORT_CELL_BYTES) throw new UnreadableFile(`Row ${row} has a cell of more than 1 MB.`);
}

/** Filled rows by their number, with the empty ones between them; its reader empties `rows`. */
export class KeptRows {
  rows: string[][] = [];
  #made = 0;
  #last = 0;

  /** `row`: from 1. `times`: as often, one below the other. @throws {UnreadableFile} beyond the last row of an import. */
  add(row: number, cells: string[], times = 1): void {
    if (cells.length === 0) return;
    const gap = row - this.#last - 1;
    for (let count = gap > MAX_GAP ? 1 : gap; count > 0; count -= 1) this.#keep([]);
    for (let count = times; count > 0; count -= 1) this.#keep(cells);
    this.#last = row + times - 1;
  }

  #keep(cells: string[]): void {
    this.#made += 1;
    if (this.#made > MAX_SHEET_ROWS + 1) {
      throw new UnreadableFile(
        `The sheet has more than ${formatCount(MAX_SHEET_ROWS)} rows: save it as CSV and upload that.`,
      );
    }
    this.rows.push([...cells]);
  }
}
