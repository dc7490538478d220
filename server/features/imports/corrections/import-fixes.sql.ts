import type { Tx } from '../../../db/tx.ts';
import type { CheckRow } from '../rows/import-rows.sql.ts';
import type { Fix, Fixes } from './row-fixes.ts';
import type { UnreadCell } from '../cells/row-values.ts';

/** State of a corrected row: `reason` is `null` when nothing is wrong with it. */
export interface RowFix {
  readonly row_number: number;
  readonly cells: Fix;
  readonly reason: string | null;
  readonly field: string | null;
  readonly message: string;
  /** `null`: none, or the row can't be imported. */
  readonly unread: readonly UnreadCell[] | null;
}

export async function readFixes(tx: Tx, importId: number): Promise<Fixes> {
  const rows = await tx.raw<{ row_number: number; cells: Fix }>(
    'select row_number, cells from import_fixes where import_id = $1',
    [importId],
  );
  return new Map(rows.map(({ row_number, cells }) => [row_number, cells]));
}

/** Rows with problems of the check, or of the import once it has begun, with what was corrected; in no order. */
export const findProblemRows = (tx: Tx, importId: number, begun: boolean, rows: readonly number[]) =>
  tx.raw<
    CheckRow & {
      fixed_cells: Fix | null;
      fixed_reason: string | null;
      fixed_field: string | null;
      fixed_unread: UnreadCell[] | null;
    }
  >(
    `select r.row_number, case when r.unread is null then r.reason else r.unread -> 0 ->> 'reason' end as reason,
       case when r.unread is null then r.field else r.unread -> 0 ->> 'field' end as field,
       case when r.unread is null then r.message else
         (select string_agg(cell ->> 'message', ' ') from jsonb_array_elements(r.unread) cell) end as message,
       coalesce(r.cells, '{}') as cells, coalesce(r.unread, '[]') as unread,
       f.cells as fixed_cells, f.reason as fixed_reason, f.field as fixed_field, f.unread as fixed_unread
     from ${begun ? 'import_rows' : 'import_check_rows'} r
       left join import_fixes f on f.import_id = r.import_id and f.row_number = r.row_number
     where r.import_id = $1 and r.row_number = any($2::int[]) ${begun ? `and (r.outcome = 'problem' or r.unread is not null)` : ''}`,
    [importId, rows],
  );

/** Replaces earlier corrections. */
export async function keepFixes(tx: Tx, accountId: number, importId: number, fixes: readonly RowFix[]): Promise<void> {
  await tx.raw(
    `insert into import_fixes (account_id, import_id, row_number, cells, reason, field, message, unread)
     select $1, $2, row_number, cells, reason, field, message, nullif(unread, 'null') from jsonb_to_recordset($3::jsonb)
       as r(row_number int, cells jsonb, reason text, field text, message text, unread jsonb)
     on conflict (import_id, row_number) do update set cells = excluded.cells, reason = excluded.reason,
       field = excluded.field, message = excluded.message, unread = excluded.unread`,
    [accountId, importId, JSON.stringify(fixes)],
  );
}

/** Rows as the file has them again; all of them when `rows` is null. */
export const dropFixes = (tx: Tx, importId: number, rows: readonly number[] | null) =>
  tx.raw('delete from import_fixes where import_id = $1 and ($2::int[] is null or row_number = any($2::int[]))', [
    importId,
    rows,
  ]);
