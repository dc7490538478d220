import type { ExportColumn } from '#contract/exports.contract.ts';
import { EXPORT_HEADERS } from '#rules/imports/exports.ts';
import { copiedRows } from './copied-rows.ts';
import { BOM } from '../../http/download.ts';
import { COLUMN_SOURCES } from './export-columns.ts';
import type { SheetKind } from './sheet/sheet-rows.ts';
import { workbookOf } from './sheet/workbook.ts';

/** A CSV file of what COPY writes as CSV. */
export async function* csvBytes(
  columns: readonly ExportColumn[],
  copied: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(`${BOM}${columns.map((column) => EXPORT_HEADERS[column]).join(',')}\n`);
  yield* copied;
}

/** A workbook from COPY's plain text: no cell is a formula, so that none needs a mark. */
export function workbookBytes(columns: readonly ExportColumn[], copied: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const kinds = columns.map((column): SheetKind => {
    const { kind } = COLUMN_SOURCES[column];
    return kind === 'phone' ? 'text' : kind;
  });
  const heads = columns.map((column, index) => ({ header: EXPORT_HEADERS[column], kind: kinds[index] ?? 'text' }));
  return workbookOf('Contacts', heads, copiedRows(copied));
}
