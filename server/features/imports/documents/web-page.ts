import { MAX_IMPORT_COLUMNS } from '#contract/imports/rows.contract.ts';
import { Parser } from 'htmlparser2';
import { UnreadableFile } from '../file/unreadable-file.ts';
import type { Book } from '../workbook/book.ts';
import { checkCell, putCell } from '../workbook/kept-rows.ts';
import { type ChooseSheets, documentBook, type SheetSink } from './sheet-sink.ts';
import { textPieces } from './text-pieces.ts';

const CUT_OFF = 'The web page ends within its table, so rows are missing. Download the list again.';
const NO_TABLE =
  'This web page has no table with a list. It may be a sign-in page: sign in to the other site and download the list again.';

const isFilled = (row: readonly string[]) => row.some((cell) => cell !== '');

/** Tables with a header and a row; a page arranges other things in tables, too. */
const lists: ChooseSheets = (tables) => tables.filter(({ head }) => head.rows.filter(isFilled).length > 1);

/** The tables of a web page, as many programs export lists named .xls. @throws {UnreadableFile} when there are none. */
export const openWebPage = (bytes: Buffer): Book =>
  documentBook(
    async function* (sink) {
      const tables = new PageTables(sink);
      const parser = new Parser(
        {
          onopentag: (name, attributes) => tables.open(name, attributes),
          ontext: (text) => tables.text(text),
          onclosetag: (name, isImplied) => tables.close(name, isImplied),
        },
        { lowerCaseTags: true, decodeEntities: true },
      );
      for (const piece of textPieces(bytes)) {
        parser.write(piece);
        yield;
      }
      tables.finish();
      parser.end();
    },
    NO_TABLE,
    lists,
  );

/** Cells of one table, from its first row; a page has tables within cells of others. */
interface Table {
  readonly number: number;
  row: number;
  isRowOpen: boolean;
  /** It arranges a password and its button, not a list. */
  isForm: boolean;
  cells: string[];
  column: number;
  span: number;
  text: string | null;
  /** The number that Excel saved beside the text, which may be rounded. */
  exact: string | undefined;
  /** Rows that a cell above still reaches down, by column. */
  readonly reaching: number[];
  readonly rows: { readonly row: number; readonly cells: string[] }[];
  readonly merges: Parameters<SheetSink['merge']>[0][];
}

/** Texts within these are never shown. */
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'select', 'textarea', 'template']);

/** Tables within each other, as in mails that were forwarded often. Ours. */
const MAX_DEPTH = 32;

class PageTables {
  readonly #sink: SheetSink;
  readonly #open: Table[] = [];
  #count = 0;
  #unseen = 0;
  /** True once a row was closed by its own tag. */
  #closesRows = false;

  constructor(sink: SheetSink) {
    this.#sink = sink;
  }

  get #table(): Table | undefined {
    return this.#open.at(-1);
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (UNSEEN.has(name)) this.#unseen += 1;
    const table = this.#table;
    if (name === 'table') this.#openTable();
    else if (table === undefined) return;
    else if (name === 'tr') openRow(table);
    else if (name === 'td' || name === 'th') this.#openCell(table, attributes);
    else if (name === 'input') table.isForm ||= attributes['type']?.toLowerCase() === 'password';
    else if (table.text !== null && /^(br|p|div|li)$/.test(name) && table.text.trim() !== '') table.text += '\n';
  }

  text(text: string): void {
    const table = this.#table;
    if (this.#unseen > 0 || table === undefined || table.text === null) return;
    table.text += text.replace(/[ \t\r\n]+/g, ' ');
    checkCell(table.text.length, table.row);
  }

  close(name: string, isImplied: boolean): void {
    if (UNSEEN.has(name)) this.#unseen = Math.max(0, this.#unseen - 1);
    const table = this.#table;
    if (table === undefined) return;
    if (name === 'td' || name === 'th') closeCell(table);
    else if (name === 'tr') {
      this.#closesRows ||= !isImplied;
      closeRow(table);
    } else if (name === 'table') this.#closeTable(table);
  }

  /** At the end of the text, before what is still open is closed. @throws {UnreadableFile} within a row. */
  finish(): void {
    if (this.#closesRows && this.#table?.isRowOpen === true) throw new UnreadableFile(CUT_OFF);
  }

  #openTable(): void {
    if (this.#open.length >= MAX_DEPTH) throw new UnreadableFile(NO_TABLE);
    this.#count += 1;
    this.#open.push({
      number: this.#count,
      row: 0,
      isRowOpen: false,
      isForm: false,
      cells: [],
      column: 0,
      span: 1,
      text: null,
      exact: undefined,
      reaching: [],
      rows: [],
      merges: [],
    });
  }

  #openCell(table: Table, attributes: Readonly<Record<string, string>>): void {
    if (!table.isRowOpen) openRow(table);
    closeCell(table);
    while ((table.reaching[table.column] ?? 0) > 0) table.column += 1;
    table.span = spanOf(attributes['colspan']);
    const down = spanOf(attributes['rowspan']);
    if (down > 1) {
      table.merges.push({ top: table.row, bottom: table.row + down - 1, column: table.column });
      const end = Math.min(table.column + table.span, MAX_IMPORT_COLUMNS);
      for (let at = table.column; at < end; at += 1) table.reaching[at] = down;
    }
    table.text = '';
    table.exact = attributes['x:num'];
  }

  #closeTable(table: Table): void {
    closeRow(table);
    this.#open.pop();
    if (table.isForm) return;
    this.#sink.begin(`Table ${table.number}`);
    for (const { row, cells } of table.rows) this.#sink.row(row, cells);
    for (const merge of table.merges) this.#sink.merge(merge);
    this.#sink.end();
  }
}

/** Columns or rows of a cell, as browsers limit them. */
const spanOf = (written = '1') => Math.min(Math.max(Number.parseInt(written, 10) || 1, 1), 1_000);

const ROUNDED = /^\d(\.\d+)?E\+\d+$/i;

function openRow(table: Table): void {
  closeRow(table);
  table.row += 1;
  table.isRowOpen = true;
  table.cells = [];
  table.column = 0;
}

function closeCell(table: Table): void {
  if (table.text === null) return;
  const lines = table.text.replaceAll('\u00a0', ' ').split('\n');
  const text = lines
    .map((line) => line.trim())
    .join('\n')
    .trim();
  putCell(table.cells, table.column, ROUNDED.test(text) ? (table.exact ?? text) : text);
  table.column += table.span;
  table.text = null;
}

function closeRow(table: Table): void {
  if (!table.isRowOpen) return;
  closeCell(table);
  table.isRowOpen = false;
  table.rows.push({ row: table.row, cells: table.cells });
  for (const [column, rows] of table.reaching.entries()) table.reaching[column] = Math.max(0, (rows ?? 0) - 1);
}
