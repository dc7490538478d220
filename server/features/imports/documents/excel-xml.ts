import { UnreadableFile } from '../file/unreadable-file.ts';
import type { Book } from '../workbook/book.ts';
import { checkCell, putCell } from '../workbook/kept-rows.ts';
import { type NumberFormat, PLAIN, readFormat, showMoment, showNumber } from '../workbook/number-format.ts';
import { attributeOf, type XmlHandler, XmlTokens } from '../workbook/xml-tokens.ts';
import { documentBook, type SheetSink } from './sheet-sink.ts';
import { textPieces } from './text-pieces.ts';

const CUT_OFF = 'The workbook is incomplete: its end is missing. Download or save it again and upload that.';
const NO_SHEETS = 'The workbook has no visible sheets.';

/** A workbook of Excel 2003 in XML, often named .xls. @throws {UnreadableFile} when it is cut off. */
export const openExcelXml = (bytes: Buffer): Book =>
  documentBook(async function* (sink) {
    const sheets = new ExcelXmlSheets(sink);
    const tokens = new XmlTokens(sheets);
    for (const piece of textPieces(bytes)) {
      tokens.push(piece);
      yield;
    }
    if (!sheets.hasEnded) throw new UnreadableFile(CUT_OFF);
  }, NO_SHEETS);

/** Formats that Excel calls by a name, as far as they change the meaning of a number. */
const DATE: NumberFormat = { kind: 'date' };
const TIME: NumberFormat = { kind: 'time' };
const NAMED_FORMATS: ReadonlyMap<string, NumberFormat> = new Map([
  ['General Date', DATE],
  ['Long Date', DATE],
  ['Medium Date', DATE],
  ['Short Date', DATE],
  ['Long Time', TIME],
  ['Medium Time', TIME],
  ['Short Time', TIME],
  ...['Currency', 'Euro Currency', 'Fixed', 'Standard', 'Percent', 'Scientific', 'Yes/No', 'True/False', 'On/Off'].map(
    (name) => [name, PLAIN] as const,
  ),
]);

const formatOf = (code: string): NumberFormat => NAMED_FORMATS.get(code) ?? readFormat(code);

/** Numbers of rows and columns from 1. */
class ExcelXmlSheets implements XmlHandler {
  hasEnded = false;
  readonly #sink: SheetSink;
  readonly #formats = new Map<string, NumberFormat>();
  #style = '';
  #is1904 = false;
  #isHidden = false;
  #row = 0;
  #rowSpan = 0;
  #cells: string[] = [];
  #column = 0;
  #cellAttributes = '';
  #type = '';
  #text = '';
  #heard: 'data' | 'visible' | null = null;
  #isComment = false;

  constructor(sink: SheetSink) {
    this.#sink = sink;
  }

  open(name: string, attributes: string): void {
    if (name === 'Cell') this.#openCell(attributes);
    else if (name === 'Comment') this.#isComment = true;
    else if (name === 'Data' && !this.#isComment) {
      this.#type = attributeOf(attributes, 'Type') ?? 'String';
      this.#heard = 'data';
    } else if (name === 'Row') this.#openRow(attributes);
    else if (name === 'Worksheet') {
      this.#isHidden = false;
      this.#row = 0;
      this.#sink.begin(attributeOf(attributes, 'Name') ?? '');
    } else if (name === 'Visible') {
      this.#text = '';
      this.#heard = 'visible';
    } else if (name === 'Style') {
      this.#style = attributeOf(attributes, 'ID') ?? '';
      this.#formats.set(this.#style, this.#formats.get(attributeOf(attributes, 'Parent') ?? 'Default') ?? PLAIN);
    } else if (name === 'NumberFormat') {
      this.#formats.set(this.#style, formatOf(attributeOf(attributes, 'Format') ?? 'General'));
    } else if (name === 'Date1904') this.#is1904 = true;
  }

  text(text: string): void {
    if (this.#heard === null) return;
    this.#text += text;
    checkCell(this.#text.length, this.#row);
  }

  close(name: string): void {
    if (name === 'Cell') this.#closeCell();
    else if (name === 'Data') this.#heard = null;
    else if (name === 'Comment') this.#isComment = false;
    else if (name === 'Row') this.#sink.row(this.#row, this.#cells);
    else if (name === 'Visible') {
      this.#heard = null;
      this.#isHidden ||= this.#text.trim() !== 'SheetVisible';
    } else if (name === 'Worksheet') this.#sink.end(this.#isHidden);
    else if (name === 'Workbook') this.hasEnded = true;
  }

  #openRow(attributes: string): void {
    this.#row = numberOf(attributes, 'Index') ?? this.#row + this.#rowSpan + 1;
    this.#rowSpan = numberOf(attributes, 'Span') ?? 0;
    this.#cells = [];
    this.#column = 0;
  }

  #openCell(attributes: string): void {
    this.#column = numberOf(attributes, 'Index') ?? this.#column + 1;
    this.#cellAttributes = attributes;
    this.#text = '';
    this.#type = '';
    const down = numberOf(attributes, 'MergeDown') ?? 0;
    if (down > 0) this.#sink.merge({ top: this.#row, bottom: this.#row + down, column: this.#column - 1 });
  }

  #closeCell(): void {
    putCell(this.#cells, this.#column - 1, this.#shown());
    this.#column += numberOf(this.#cellAttributes, 'MergeAcross') ?? 0;
  }

  #shown(): string {
    switch (this.#type) {
      case 'Error':
        this.#sink.error();
        return '';
      case 'Boolean':
        return this.#text.trim() === '1' ? 'TRUE' : 'FALSE';
      case 'DateTime':
        return showMoment(this.#text.trim());
      case 'Number': {
        const format = this.#formats.get(attributeOf(this.#cellAttributes, 'StyleID') ?? 'Default') ?? PLAIN;
        const number = Number(this.#text);
        return this.#text.trim() !== '' && Number.isFinite(number)
          ? showNumber(number, format, this.#is1904)
          : this.#text;
      }
      default:
        return this.#text;
    }
  }
}

function numberOf(attributes: string, name: string): number | null {
  const number = Number(attributeOf(attributes, name) ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}
