import * as z from 'zod/mini';
import { ListMeta, PageNumber, PathId } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';
import { ImportAttempt } from '../imports.contract.ts';
import { KeptRow, MAX_IMPORT_ROWS, ProblemRow, ROW_REASONS, UndoPreview } from './rows.contract.ts';

const AttemptParams = z.strictObject({ id: PathId });
const page = {
  page: PageNumber,
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
};
const read = {
  access: 'imports.run',
  feature: 'imports',
  effect: 'read',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;

// ---- endpoints -------------------------------------------------------------

export const listProblemRows = endpoint({
  ...read,
  name: 'listProblemRows',
  method: 'GET',
  path: '/v1/contacts/import_attempts/:id/list_problem_rows',
  summary: 'Rows with problems of the check, or of the import once it has begun',
  params: AttemptParams,
  query: z.strictObject({
    ...page,
    reason: z.optional(z.enum(ROW_REASONS)),
    /** `open`: only rows that can't be imported yet; `fixed`: only rows that now can. */
    state: z.optional(z.enum(['open', 'fixed'])),
  }),
  reply: z.object({ data: z.array(ProblemRow), meta: ListMeta }),
});

/**
 * Corrected cells of problem rows, before the import or after it ended. Each row is checked with them and keeps them;
 * the import, or a retry of its problem rows, uses them. A row without corrected cells is unchanged from the file.
 */
export const fixProblemRows = endpoint({
  access: 'imports.run',
  feature: 'imports',
  effect: 'write',
  idempotent: true,
  rate: 'write',
  name: 'fixProblemRows',
  method: 'POST',
  path: '/v1/contacts/import_attempts/:id/fix_problem_rows',
  summary: 'Correct cells of problem rows',
  audit: 'import.rows_fixed',
  params: AttemptParams,
  body: z.strictObject({
    rows: z
      .array(
        z.strictObject({
          row_number: z.int().check(z.minimum(1), z.maximum(MAX_IMPORT_ROWS)),
          cells: z.record(z.string(), z.string().check(z.maxLength(10_000))),
        }),
      )
      .check(z.minLength(1), z.maxLength(200)),
  }),
  /** The rows as they are now, and the attempt, whose check counts them. */
  reply: z.object({ data: z.array(ProblemRow), import: ImportAttempt }),
});

export const previewUndo = endpoint({
  ...read,
  name: 'previewUndo',
  method: 'GET',
  path: '/v1/contacts/import_attempts/:id/preview_undo',
  summary: 'What an undo would remove, revert and keep now',
  params: AttemptParams,
  reply: z.object({ data: UndoPreview }),
});

export const listKeptRows = endpoint({
  ...read,
  name: 'listKeptRows',
  method: 'GET',
  path: '/v1/contacts/import_attempts/:id/list_kept_rows',
  summary: 'Contacts an undo skipped, with the reason',
  params: AttemptParams,
  query: z.strictObject(page),
  reply: z.object({ data: z.array(KeptRow), meta: ListMeta }),
});

/** The reply is a CSV file: the original cells, a column `row` with the row of the file, and a last column `reason`. */
export const downloadProblemRows = endpoint({
  ...read,
  name: 'downloadProblemRows',
  method: 'GET',
  path: '/v1/contacts/import_attempts/:id/download_problem_rows',
  summary: 'Problem rows as CSV with a reason column',
  params: AttemptParams,
  reply: z.string(),
});
