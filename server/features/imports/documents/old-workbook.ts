import { CFB, read, set_cptable, type CellObject, type WorkSheet } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel';
import { UnreadableFile } from '../file/unreadable-file.ts';
import type { Book } from '../workbook/book.ts';
import { checkCell, putCell } from '../workbook/kept-rows.ts';
import { type NumberFormat, PLAIN, readFormat, showNumber } from '../workbook/number-format.ts';
import { checkRecords } from './old-records.ts';
import { documentBook, type SheetSink } from './sheet-sink.ts';

const PROTECTED = 'This workbook is protected with a password: save it without one (.xlsx) and upload that.';
const DAMAGED =
  'The workbook is damaged or incomplete. Download it again, or open it, save it as .xlsx and upload that.';
const CUT_OFF = 'The workbook is incomplete: its end is missing. Download or save it again and upload that.';
const NO_WORKBOOK = 'This file of an old Office program is no workbook: save the list as .xlsx or CSV and upload that.';
const NO_SHEETS = 'The workbook has no visible sheets.';

/** Rows between two pauses. Ours. */
const PAUSE_ROWS = 1_000;

// Workbooks before Excel 97 have the letters of one country.
set_cptable(codePages);

/** A workbook of Excel 2 to 2003 (.xls). @throws {UnreadableFile} when it is damaged, protected or no workbook. */
export function openOldWorkbook(bytes: Buffer): Book {
  const { SheetNames, Sheets, Workbook } = orDamaged(() => {
    const records = recordsOf(bytes);
    checkRecords(records);
    return read(records, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
    });
  });
  const is1904 = Workbook?.WBProps?.date1904 === true;
  return documentBook(async function* (sink) {
    for (const [index, name] of SheetNames.entries()) {
      const sheet = Sheets[name];
      // Sheets of charts and of macros have no cells.
      if (sheet === undefined || (sheet['!type'] ?? 'sheet') !== 'sheet') continue;
      sink.begin(name);
      yield* tellRows(sink, sheet, is1904);
      for (const { s, e } of sheet['!merges'] ?? []) {
        if (e.r > s.r) sink.merge({ top: s.r + 1, bottom: e.r + 1, column: s.c });
      }
      sink.end((Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0);
    }
  }, NO_SHEETS);
}

/** The library reports damage in errors of many kinds. */
function orDamaged<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(DAMAGED, { cause: error });
  }
}

/** The records within the container of Office; the oldest workbooks have none. */
function recordsOf(bytes: Buffer): Buffer {
  if (bytes[0] !== 0xd0) return bytes;
  const container = CFB.read(bytes, { type: 'buffer' });
  if (CFB.find(container, '/EncryptedPackage') !== null) throw new UnreadableFile(PROTECTED);
  const entry = CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book');
  if (entry === null) throw new UnreadableFile(NO_WORKBOOK);
  const records = Buffer.from(entry.content as Uint8Array);
  if (records.length < entry.size) throw new UnreadableFile(CUT_OFF);
  return records;
}

function* tellRows(sink: SheetSink, sheet: WorkSheet, is1904: boolean): Generator<void> {
  const formats = new Map<string, NumberFormat>();
  const formatOf = (code: string) => {
    const format = formats.get(code) ?? readFormat(code);
    formats.set(code, format);
    return format;
  };
  const rows = sheet['!data'] ?? [];
  for (const [index, row] of rows.entries()) {
    const cells: string[] = [];
    for (const [column, cell] of (row ?? []).entries()) {
      if (cell === undefined) continue;
      if (cell.t === 'e') sink.error();
      const text = shown(cell, is1904, formatOf);
      checkCell(text.length, index + 1);
      putCell(cells, column, text);
    }
    sink.row(index + 1, cells);
    if (index % PAUSE_ROWS === 0) yield;
  }
}

function shown({ t, v, z }: CellObject, is1904: boolean, formatOf: (code: string) => NumberFormat): string {
  if (t === 'n' && typeof v === 'number') return showNumber(v, typeof z === 'string' ? formatOf(z) : PLAIN, is1904);
  if (t === 'b') return v === true ? 'TRUE' : 'FALSE';
  return t === 's' && typeof v === 'string' ? v : '';
}
