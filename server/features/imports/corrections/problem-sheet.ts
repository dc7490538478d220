import { Readable } from 'node:stream';
import { sheetRow } from '#rules/imports/sheet-row.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Identity } from '../../../identity.ts';
import { exportLine } from '../../../http/csv-line.ts';
import { BOM } from '../../../http/download.ts';
import { type CheckRow, problemsAfter } from '../rows/import-rows.sql.ts';
import { ADDED_HEADERS } from '../attempt.ts';
import { findForProblems, hasBegun } from '../imports.service.ts';

const PAGE_ROWS = 1_000;

export interface ProblemSheet {
  readonly fileName: string;
  readonly stream: Readable;
}

/**
 * Problem rows, rows with unread cells and rows that contradict an earlier one as a CSV file: the original cells, the row
 * as a spreadsheet numbers it, and the reason.
 * @throws {Refusal} `not_found`
 */
export async function problemSheet(deps: Deps, identity: Identity, importId: number): Promise<ProblemSheet> {
  const row = await findForProblems(deps, identity, importId);
  const query = { importId, begun: hasBegun(row), reason: null, withSkipped: true };
  const header = row.columns.map((column) => column.header);

  async function* lines(): AsyncGenerator<string> {
    yield `${BOM}${exportLine([...header, ...ADDED_HEADERS])}`;
    let after = 0;
    for (;;) {
      const page = await withAccount(deps.pool, identity, (tx) => problemsAfter(tx, query, after, PAGE_ROWS));
      if (page.length === 0) return;
      yield page.map((problem) => exportLine(cellsOf(problem, header.length, row.header_row))).join('');
      after = page.at(-1)?.row_number ?? after;
    }
  }
  return { fileName: `${row.file_name.replace(/\.\w{1,5}$/, '')}-problems.csv`, stream: Readable.from(lines()) };
}

function cellsOf({ row_number, cells, message }: CheckRow, width: number, headerRow: number): string[] {
  const missing = Array.from({ length: Math.max(0, width - cells.length) }, () => '');
  return [...cells, ...missing, String(sheetRow(headerRow, row_number)), message];
}
