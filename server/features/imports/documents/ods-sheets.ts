import { checkCell, MAX_SHEET_ROWS, putCell } from '../workbook/kept-rows.ts';
import { showMoment, showNumber } from '../workbook/number-format.ts';
import { attributeOf, type XmlHandler } from '../workbook/xml-tokens.ts';
import type { SheetSink } from './sheet-sink.ts';

/** Elements whose texts are no part of a cell: comments, pictures, deleted cells, and copies of other files. */
const SKIPPED: ReadonlySet<string> = new Set([
  'annotation',
  'custom-shape',
  'dde-links',
  'forms',
  'frame',
  'note',
  'ruby-text',
  'shapes',
  'tracked-changes',
]);

const ERROR = /^(#N\/A|#REF!|#VALUE!|#DIV\/0!|#NAME\?|#NUM!|#NULL!|Err:\d{3})$/;

/** Spaces in a row that one element may stand for. Ours. */
const MAX_SPACES = 1_000;

interface OpenCell {
  readonly attributes: string;
  readonly depth: number;
  paragraphs: number;
  text: string;
}

/** Tells a sink of the sheets in the content of a spreadsheet (.ods) while its XML streams by. */
export class OdsSheets implements XmlHandler {
  hasEnded = false;
  readonly #sink: SheetSink;
  readonly #hidden = new Set<string>();
  #depth = 0;
  /** Depth of the element that is left out with all it holds; 0: none. */
  #skipped = 0;
  #style = '';
  /** Depth of the sheet; 0: outside. */
  #table = 0;
  #isHidden = false;
  #row = 0;
  #rowTimes = 1;
  #cells: string[] = [];
  #column = 0;
  #cell: OpenCell | null = null;
  #takes = false;

  constructor(sink: SheetSink) {
    this.#sink = sink;
  }

  open(name: string, attributes: string): void {
    this.#depth += 1;
    if (this.#skipped > 0) return;
    if (SKIPPED.has(name) || (name === 'table' && this.#table > 0)) this.#skipped = this.#depth;
    else if (name === 'table') this.#openTable(attributes);
    else if (this.#table > 0) this.#openWithin(name, attributes);
    else if (name === 'style') this.#style = attributeOf(attributes, 'style:name') ?? '';
    else if (name === 'table-properties' && attributeOf(attributes, 'table:display') === 'false') {
      this.#hidden.add(this.#style);
    }
  }

  text(text: string): void {
    if (this.#takes && this.#skipped === 0) this.#take(text.replace(/[ \t\r\n]+/g, ' '));
  }

  close(name: string): void {
    const depth = this.#depth;
    this.#depth -= 1;
    if (this.#skipped > 0) {
      if (this.#skipped === depth) this.#skipped = 0;
    } else if (name === 'document-content') this.hasEnded = true;
    else if (this.#cell !== null && depth === this.#cell.depth) this.#closeCell(this.#cell);
    else if (this.#cell !== null && depth === this.#cell.depth + 1) this.#takes = false;
    else if (name === 'table-row') this.#closeRow();
    else if (this.#table === depth) {
      this.#table = 0;
      this.#sink.end(this.#isHidden);
    }
  }

  #openTable(attributes: string): void {
    const style = attributeOf(attributes, 'table:style-name') ?? '';
    this.#table = this.#depth;
    this.#isHidden = this.#hidden.has(style) || attributeOf(attributes, 'table:display') === 'false';
    this.#row = 0;
    this.#sink.begin(attributeOf(attributes, 'table:name') ?? '');
  }

  #openWithin(name: string, attributes: string): void {
    if (name === 'table-row') {
      this.#row += 1;
      this.#rowTimes = timesOf(attributes, 'table:number-rows-repeated');
      this.#cells = [];
      this.#column = 0;
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.#cell = { attributes, depth: this.#depth, paragraphs: 0, text: '' };
    } else if (name === 'table-source') {
      // A copy of a sheet from another file.
      this.#isHidden = true;
    } else if (this.#cell !== null) this.#openText(this.#cell, name, attributes);
  }

  #openText(cell: OpenCell, name: string, attributes: string): void {
    if (name === 'p' && this.#depth === cell.depth + 1) {
      this.#takes = true;
      if (cell.paragraphs > 0) this.#take('\n');
      cell.paragraphs += 1;
    } else if (!this.#takes) return;
    else if (name === 's') this.#take(' '.repeat(Math.min(timesOf(attributes, 'text:c'), MAX_SPACES)));
    else if (name === 'tab') this.#take('\t');
    else if (name === 'line-break') this.#take('\n');
  }

  #take(text: string): void {
    if (this.#cell === null) return;
    this.#cell.text += text;
    checkCell(this.#cell.text.length, this.#row);
  }

  #closeCell({ attributes, text }: OpenCell): void {
    this.#cell = null;
    this.#takes = false;
    const times = timesOf(attributes, 'table:number-columns-repeated');
    const rows = timesOf(attributes, 'table:number-rows-spanned');
    if (rows > 1) this.#sink.merge({ top: this.#row, bottom: this.#row + rows - 1, column: this.#column });
    const shown = this.#shown(attributes, text);
    if (shown.trim() !== '') {
      for (let each = 0; each < times; each += 1) putCell(this.#cells, this.#column + each, shown);
    }
    this.#column += times;
  }

  #shown(attributes: string, text: string): string {
    const isError = attributeOf(attributes, 'calcext:value-type') === 'error';
    if (isError || (ERROR.test(text) && attributeOf(attributes, 'table:formula') !== null)) {
      this.#sink.error();
      return '';
    }
    switch (attributeOf(attributes, 'office:value-type')) {
      case 'date':
        return showMoment(attributeOf(attributes, 'office:date-value') ?? text);
      case 'time':
        return timeOf(attributeOf(attributes, 'office:time-value')) ?? text;
      case 'boolean':
        return attributeOf(attributes, 'office:boolean-value') === 'true' ? 'TRUE' : 'FALSE';
      case 'float':
      case 'percentage':
      case 'currency':
        return numberOf(attributeOf(attributes, 'office:value'), text);
      default:
        return attributeOf(attributes, 'office:string-value') ?? text;
    }
  }

  #closeRow(): void {
    const times = this.#cells.length === 0 ? this.#rowTimes : Math.min(this.#rowTimes, MAX_SHEET_ROWS + 2);
    this.#sink.row(this.#row, this.#cells, times);
    this.#row += this.#rowTimes - 1;
    this.#cells = [];
  }
}

function timesOf(attributes: string, name: string): number {
  const times = Number(attributeOf(attributes, name) ?? 1);
  return Number.isSafeInteger(times) && times > 0 ? times : 1;
}

/**
 * A number as a workbook has it: with the zeros, brackets and dashes that its format puts between the digits, and no
 * other format.
 */
function numberOf(value: string | null, text: string): string {
  const number = Number(value ?? Number.NaN);
  if (!Number.isFinite(number) || /^(TRUE|FALSE)$/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  const isMasked = digits.length >= 2 && !/[.,%$€£¥]|\d[eE][-+]?\d/.test(text) && !/[^ -~]/.test(text);
  const isWhole = Number.isSafeInteger(number) && number >= 0;
  return isMasked && isWhole && digits.endsWith(String(number))
    ? text.trim()
    : showNumber(number, { kind: 'plain' }, false);
}

/** `PT18H30M00S` as a time of the day. */
function timeOf(written: string | null): string | null {
  const parts = /^PT(\d{1,6})H(\d{1,2})M(\d{1,2}(?:\.\d+)?)S$/.exec(written ?? '');
  if (parts === null) return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(Number);
  return showNumber((hours * 3600 + minutes * 60 + seconds) / 86_400, { kind: 'time' }, false);
}
