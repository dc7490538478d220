import { formatCount } from '#rules/words/format-count.ts';
import { UnwritableFile } from './unwritable-file.ts';
import type { SheetColumn, SheetKind, SheetRows } from './sheet-rows.ts';

const STYLE = { header: 1, date: 2, text: 3, decimal: 4 } as const;

/** Day 0 of a workbook; before 1900-03-01 its days are off by one, and before 1900 there are none. */
const DAY_0 = Date.UTC(1899, 11, 30);
const DAY_MS = 24 * 3600 * 1000;
const FIRST_SAFE_DAY = '1900-03-01';

/**
 * Characters that XML 1.0 can't represent, carriage returns, which it would read as newlines, and text that looks like
 * one of their escapes.
 */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const UNSAYABLE = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g;
const SPECIAL = /[&<>]/g;
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const signOf = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Text as a sheet has it (ECMA-376, ST_Xstring). */
const xmlOf = (text: string): string => text.replace(UNSAYABLE, signOf).replace(SPECIAL, (sign) => SIGNS[sign] ?? '');

/** Characters of a cell. Source: Excel, specifications and limits. */
const MAX_CHARS = 32_767;

/** Column of a cell as in "AB12", from 0. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

function textCell(at: string, text: string, style: number): string {
  if (text.length > MAX_CHARS) {
    throw new UnwritableFile(`A workbook cell can hold ${formatCount(MAX_CHARS)} characters. Export as CSV instead.`);
  }
  return `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlOf(text)}</t></is></c>`;
}

const CELLS: Readonly<Record<SheetKind, (at: string, text: string) => string>> = {
  text: (at, text) => textCell(at, text, STYLE.text),
  number: (at, text) =>
    /^-?\d{1,15}$/.test(text) ? `<c r="${at}"><v>${text}</v></c>` : textCell(at, text, STYLE.text),
  decimal: (at, text) =>
    /^-?\d{1,13}\.\d\d$/.test(text)
      ? `<c r="${at}" s="${STYLE.decimal}"><v>${text}</v></c>`
      : textCell(at, text, STYLE.text),
  date: (at, text) =>
    text >= FIRST_SAFE_DAY && /^\d{4}-\d\d-\d\d$/.test(text)
      ? `<c r="${at}" s="${STYLE.date}"><v>${(Date.parse(text) - DAY_0) / DAY_MS}</v></c>`
      : textCell(at, text, STYLE.text),
};

/**
 * The sheet, a few hundred rows at a time; its first row stays visible. Rows and cells have their references, which the
 * standard makes optional and some libraries require. @throws {UnwritableFile}
 */
export async function* sheetOf(
  namespace: string,
  columns: readonly SheetColumn[],
  rows: SheetRows,
): AsyncGenerator<Buffer> {
  const cells = columns.map(({ kind }) => CELLS[kind]);
  const names = columns.map((_, index) => columnName(index));
  const header = columns.map((column, index) => textCell(`${names[index]}1`, column.header, STYLE.header)).join('');
  let number = 1;
  yield Buffer.from(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${namespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns.length}" width="18" customWidth="1"/></cols><sheetData><row r="1">${header}</row>`,
  );
  for await (const some of rows) {
    let xml = '';
    for (const row of some) {
      number += 1;
      xml += `<row r="${number}">`;
      for (const [index, text] of row.entries())
        if (text) xml += cells[index]?.(`${names[index]}${number}`, text) ?? '';
      xml += '</row>';
    }
    yield Buffer.from(xml);
  }
  yield Buffer.from('</sheetData></worksheet>');
}
