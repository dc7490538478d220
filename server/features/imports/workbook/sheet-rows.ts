import { MAX_IMPORT_CELL_BYTES, MAX_IMPORT_COLUMNS } from '#contract/imports/rows.contract.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { UnreadableFile } from '../file/unreadable-file.ts';
import { type NumberFormat, PLAIN, showNumber } from './number-format.ts';
import { attributeOf, type XmlHandler } from './xml-tokens.ts';

/** Shared facts of all sheets' cells. */
export interface CellContext {
  readonly strings: readonly string[];
  /** By the number of the style. */
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
}

/**
 * Empty rows between filled ones that are kept; a longer gap becomes one row. Our choice, for a stray cell far below.
 */
const MAX_GAP = 1_000;

/** Rows of a sheet that can be imported. Source: decisions, "Names, imports, exports". */
export const MAX_SHEET_ROWS = 100_000;

/** Reads the rows of a sheet: `rows` fills while its XML streams by, and the reader empties it. */
export class SheetRows implements XmlHandler {
  rows: string[][] = [];
  /** Cells that hold an error such as #N/A; they come out empty. */
  errors = 0;
  readonly #context: CellContext;
  #made = 0;
  #row = 0;
  #last = 0;
  #cells: string[] = [];
  #column = -1;
  #type = '';
  #style = 0;
  #value = '';
  /** Text within the cell itself, `<is>`. */
  #inline = '';
  #takes: 'v' | 't' | null = null;
  #phonetic = false;

  constructor(context: CellContext) {
    this.#context = context;
  }

  open(name: string, attributes: string): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v' || name === 't') this.#takes = this.#phonetic ? null : name;
    else if (name === 'rPh') this.#phonetic = true;
    else if (name === 'row') {
      const written = Number(attributeOf(attributes, 'r'));
      this.#row = written > this.#row && Number.isSafeInteger(written) ? written : this.#row + 1;
      this.#cells = [];
      this.#column = -1;
    }
  }

  text(text: string): void {
    if (this.#takes === null) return;
    if (this.#takes === 'v') this.#value += text;
    else this.#inline += text;
    if (this.#value.length + this.#inline.length > MAX_IMPORT_CELL_BYTES) {
      throw new UnreadableFile(`Row ${this.#row} has a cell of more than 1 MB.`);
    }
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#takes = null;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  #openCell(attributes: string): void {
    const place = attributeOf(attributes, 'r');
    this.#column = place === null ? this.#column + 1 : columnOf(place);
    this.#type = attributeOf(attributes, 't') ?? '';
    this.#style = Number(attributeOf(attributes, 's') ?? 0);
    this.#value = '';
    this.#inline = '';
  }

  #closeCell(): void {
    const text = this.#shown();
    if (text.trim() === '') return;
    if (this.#column >= MAX_IMPORT_COLUMNS) {
      throw new UnreadableFile(`The sheet has more than ${MAX_IMPORT_COLUMNS} columns. Delete those you don't need.`);
    }
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  #shown(): string {
    const { strings, formats, is1904 } = this.#context;
    // Some programs write a text both within the cell and as its value.
    if (this.#type === 'inlineStr' || this.#value === '') return unescaped(this.#inline || this.#value);
    switch (this.#type) {
      case 's':
        return strings[Number(this.#value)] ?? '';
      case 'str':
        return unescaped(this.#value);
      case 'b':
        return this.#value === '1' ? 'TRUE' : 'FALSE';
      case 'e':
        this.errors += 1;
        return '';
      case 'd':
        return this.#value.replace(/T00:00(:00)?(\.0+)?Z?$/, '');
      default: {
        const value = Number(this.#value);
        return Number.isFinite(value) ? showNumber(value, formats[this.#style] ?? PLAIN, is1904) : this.#value;
      }
    }
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    const gap = this.#row - this.#last - 1;
    for (let count = gap > MAX_GAP ? 1 : gap; count > 0; count -= 1) this.#keep([]);
    this.#keep(this.#cells);
    this.#last = this.#row;
    this.#cells = [];
  }

  #keep(cells: string[]): void {
    this.#made += 1;
    if (this.#made > MAX_SHEET_ROWS + 1) {
      throw new UnreadableFile(
        `The sheet has more than ${formatCount(MAX_SHEET_ROWS)} rows: save it as CSV and upload that.`,
      );
    }
    this.rows.push(cells);
  }
}

/** `AB12` → 27. */
export function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length; at += 1) {
    const code = place.charCodeAt(at);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
}

/** Workbooks encode characters that XML can't contain as `_x000D_`. */
export const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
