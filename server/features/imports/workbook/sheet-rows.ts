import { checkCell, KeptRows, putCell } from './kept-rows.ts';
import { type NumberFormat, PLAIN, showNumber } from './number-format.ts';
import { attributeOf, type XmlHandler } from './xml-tokens.ts';

/** Shared facts of all sheets' cells. */
export interface CellContext {
  readonly strings: readonly string[];
  /** By the number of the style. */
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
}

/** Reads the rows of a sheet: `rows` fills while its XML streams by, until they are taken. */
export class SheetRows implements XmlHandler {
  /** Cells that hold an error such as #N/A; they come out empty. */
  errors = 0;
  readonly #context: CellContext;
  readonly #kept = new KeptRows();
  #row = 0;
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

  get rows(): string[][] {
    return this.#kept.rows;
  }

  /** Rows since the last call. */
  take(): string[][] {
    const { rows } = this.#kept;
    this.#kept.rows = [];
    return rows;
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
    checkCell(this.#value.length + this.#inline.length, this.#row);
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#takes = null;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#kept.add(this.#row, this.#cells);
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
    putCell(this.#cells, this.#column, this.#shown());
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
