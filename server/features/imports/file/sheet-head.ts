import type { ImportEncoding } from '#contract/imports/rows.contract.ts';
import { type FileHead, headOf } from './file-head.ts';
import { UnreadableFile } from './unreadable-file.ts';
import type { SheetHead } from '../workbook/read-sheet.ts';

/** Facts about the sheets of an upload. */
export interface SheetFacts {
  /** Names of the sheets of a workbook; empty for a text. */
  readonly sheets: readonly string[];
  /** Sheet that is read, from 0; `null` for text files. */
  readonly sheet: number | null;
  /** Warnings that do not block the import, one sentence each. */
  readonly warnings: readonly string[];
}

/** Location options of a form. */
export interface Place {
  readonly header_row?: number | undefined;
  readonly sheet?: number | undefined;
  readonly encoding?: ImportEncoding | undefined;
  readonly delimiter?: string | undefined;
}

/** Columns of a sheet whose headers name fields; 0 when it is no list. */
function namedColumns({ rows }: SheetHead): number {
  try {
    const { columns } = headOf(rows.map((row) => [...row]));
    return columns.filter(({ suggestion, confidence }) => suggestion !== null && confidence >= 0.6).length;
  } catch (error) {
    if (error instanceof UnreadableFile) return 0;
    throw error;
  }
}

/** The first sheet that names several fields: a cover or a summary before it doesn't. Otherwise the first with rows. */
function listIn(heads: readonly SheetHead[]): number {
  const named = heads.findIndex((head) => namedColumns(head) > 1);
  return named === -1
    ? Math.max(
        0,
        heads.findIndex(({ rows }) => rows.length > 0),
      )
    : named;
}

/** Head of one sheet: the requested one, otherwise the one with the list. @throws {UnreadableFile} */
export function sheetHead(heads: readonly SheetHead[], { header_row, sheet }: Place): FileHead & SheetFacts {
  const index = sheet ?? listIn(heads);
  const head = heads[index];
  if (head === undefined) throw new UnreadableFile('Sheet not found in the workbook.');
  if (head.rows.length === 0)
    throw new UnreadableFile(sheet === undefined ? 'The workbook is empty.' : 'The sheet is empty.');
  const warnings = head.errors === 0 ? [] : ['Some cells contain Excel errors, such as #N/A. They count as empty.'];
  return {
    ...headOf(
      head.rows.map((row) => [...row]),
      header_row,
    ),
    encoding: 'utf-8',
    delimiter: ',',
    sheets: heads.map(({ name }) => name),
    sheet: index,
    warnings,
  };
}
