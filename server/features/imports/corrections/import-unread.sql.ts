import type { Tx } from '../../../db/tx.ts';
import { findContactsOfRows } from '../rows/import-chunk.sql.ts';
import { type Fix, type Fixes, withFix } from './row-fixes.ts';
import type { RowRecord } from '../rows/import-rows.sql.ts';
import type { UnreadCell } from '../cells/row-values.ts';

/** An imported row with unread cells, as corrected. */
export interface MarkedRow {
  readonly row_number: number;
  readonly cells: readonly string[];
  readonly unread: readonly UnreadCell[];
}

/**
 * Marks imported rows with unread cells of which some are corrected, so that their contacts get them; answers their numbers.
 * `fixes` are older than what `rows` correct; `rows` null: all with fixes.
 */
export async function markCorrected(
  tx: Tx,
  importId: number,
  rows: readonly { readonly row_number: number; readonly cells: Fix }[] | null,
  fixes: Fixes,
): Promise<number[]> {
  const newer = new Map(rows?.map(({ row_number, cells }) => [row_number, cells]));
  const found = await tx.raw<{ row_number: number; cells: string[] }>(
    `select row_number, cells from import_rows where import_id = $1 and unread is not null
       and row_number = any($2::int[]) for update`,
    [importId, rows === null ? [...fixes.keys()] : [...newer.keys()]],
  );
  const marked = found.map(({ row_number, cells }) => ({
    row_number,
    cells: withFix(withFix(cells, fixes.get(row_number)), newer.get(row_number)),
  }));
  await tx.raw(
    `update import_rows r set again = true, cells = u.cells
     from jsonb_to_recordset($2::jsonb) as u(row_number int, cells text[])
     where r.import_id = $1 and r.row_number = u.row_number`,
    [importId, JSON.stringify(marked)],
  );
  return marked.map(({ row_number }) => row_number);
}

/** The next marked rows. */
export const takeMarked = (tx: Tx, importId: number, limit: number) =>
  tx.raw<MarkedRow>(
    `update import_rows set again = false where import_id = $1 and row_number in
       (select row_number from import_rows where import_id = $1 and unread is not null and again
        order by row_number limit $2)
     returning row_number, cells, unread`,
    [importId, limit],
  );

/**
 * Stores what corrected rows left unread, and what they changed: the undo of the import takes it back as well. The
 * oldest values stay.
 */
export async function keepCorrected(
  tx: Tx,
  importId: number,
  rows: readonly Pick<MarkedRow, 'row_number' | 'unread'>[],
  records: readonly RowRecord[],
): Promise<void> {
  await tx.raw(
    `update import_rows r set unread = nullif(u.unread, '[]')
     from jsonb_to_recordset($2::jsonb) as u(row_number int, unread jsonb)
     where r.import_id = $1 and r.row_number = u.row_number`,
    [importId, JSON.stringify(rows)],
  );
  await tx.raw(
    `update import_rows r set contact_id = u.contact_id,
       reason = case when r.outcome = 'created' then 'fields_filled' else r.reason end,
       corrected_versions = r.corrected_versions || u.version_after,
       before = (u.before - array(select jsonb_object_keys(o.before) from import_rows o
           where o.contact_id = u.contact_id and o.outcome = 'updated' and o.import_id = $1
             and o.row_number <> r.row_number and o.before is not null))
         || coalesce(r.before, '{}') || case when u.before ? 'captures_version'
         then jsonb_build_object('captures_version', u.before -> 'captures_version') else '{}' end
     from jsonb_to_recordset($2::jsonb) as u(row_number int, contact_id bigint, before jsonb, version_after int)
     where r.import_id = $1 and r.row_number = u.row_number`,
    [importId, JSON.stringify(records)],
  );
}

/** Contacts of these owners that rows with unread cells of an import created or changed, with these rows. */
export async function findContactsToCorrect(
  tx: Tx,
  importId: number,
  owners: readonly number[],
  rows: readonly number[],
) {
  if (rows.length === 0) return [];
  const found = await tx.raw<MarkedRow>(
    `select row_number, cells, unread from import_rows
     where import_id = $1 and row_number = any($2::int[]) and unread is not null`,
    [importId, rows],
  );
  const unread = new Map(found.map((row) => [row.row_number, row]));
  const contacts = await findContactsOfRows(tx, importId, owners, [...unread.keys()]);
  return contacts.flatMap((contact) => {
    const row = unread.get(contact.row_number);
    return row === undefined ? [] : [{ ...contact, ...row }];
  });
}
