import type { RowReason } from '#contract/imports/rows.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { type Fix, type Fixes, withFix } from '../corrections/row-fixes.ts';
import type { UnreadCell } from '../cells/row-values.ts';

/** A row with its own record: everything but the creation from cells that were all read. */
export interface RowRecord {
  readonly row_number: number;
  readonly outcome: 'created' | 'updated' | 'skipped' | 'problem';
  readonly reason: RowReason;
  readonly field: string | null;
  readonly message: string;
  readonly contact_id: number | null;
  readonly cells: readonly string[] | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly version_after: number | null;
  /** `null`: every cell was read, or the row is refused. */
  readonly unread: readonly UnreadCell[] | null;
}

export async function insertRowRecords(
  tx: Tx,
  accountId: number,
  importId: number,
  records: readonly RowRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await tx.raw(
    `insert into import_rows (account_id, import_id, row_number, outcome, reason, field, message, contact_id, cells,
       before, version_after, unread)
     select $1, $2, row_number, outcome, reason, field, message,
       case when outcome = 'created'
         then (select id from contacts c where c.import_id = $2 and c.import_row = row_number) else contact_id end,
       cells, nullif(before, 'null'), version_after, nullif(unread, 'null')
     from jsonb_to_recordset($3::jsonb) as r(row_number int, outcome text, reason text, field text, message text,
       contact_id bigint, cells text[], before jsonb, version_after int, unread jsonb)`,
    [accountId, importId, JSON.stringify(records)],
  );
}

/** Changed contacts by row, so that a later row of the same person is recognized. */
export async function readTouched(tx: Tx, importId: number): Promise<Map<number, number>> {
  const rows = await tx.raw<{ contact_id: number; row_number: number }>(
    `select contact_id, row_number from import_rows where import_id = $1 and outcome = 'updated'
       and reason <> 'fields_filled'`,
    [importId],
  );
  return new Map(rows.map(({ contact_id, row_number }) => [contact_id, row_number]));
}

/** A row with its problems and what was corrected in it. */
export interface ListedRow extends CheckRow {
  readonly fix: Readonly<Record<string, string>> | null;
  readonly is_good: boolean;
}

export interface CheckRow {
  readonly row_number: number;
  readonly reason: string;
  readonly field: string | null;
  readonly message: string;
  readonly cells: readonly string[];
  /** Cells without which it is imported. Empty: it isn't imported. */
  readonly unread: readonly UnreadCell[];
}

export async function replaceCheckRows(
  tx: Tx,
  accountId: number,
  importId: number,
  rows: readonly CheckRow[],
): Promise<void> {
  await tx.raw('delete from import_check_rows where import_id = $1', [importId]);
  for (let start = 0; start < rows.length; start += 1_000) {
    await tx.raw(
      `insert into import_check_rows (account_id, import_id, row_number, reason, field, message, cells, unread)
       select $1, $2, row_number, reason, field, message, cells, nullif(unread, '[]') from jsonb_to_recordset($3::jsonb)
         as r(row_number int, reason text, field text, message text, cells text[], unread jsonb)`,
      [accountId, importId, JSON.stringify(rows.slice(start, start + 1_000))],
    );
  }
}

/** Rows of the import once it has begun, of the check before. A reason of skipped rows lists those. */
export interface ProblemQuery {
  readonly importId: number;
  readonly begun: boolean;
  readonly reason: RowReason | null;
  /** `null` for both, corrected or not. */
  readonly state?: 'open' | 'fixed' | null;
  /** Includes rows skipped for contradicting an earlier one; default false. */
  readonly withSkipped?: boolean;
}

/** Rows as listed: those with unread cells have the reason and field of the first, and the sentences of all. */
const LISTED = `row_number, cells, coalesce(unread, '[]') as unread,
  case when unread is null then reason else unread -> 0 ->> 'reason' end as reason,
  case when unread is null then field else unread -> 0 ->> 'field' end as field,
  case when unread is null then message else
    (select string_agg(cell ->> 'message', ' ') from jsonb_array_elements(unread) cell) end as message`;

const HAS_UNREAD = `unread is not null and ($2::text is null or unread @> jsonb_build_array(jsonb_build_object('reason', $2::text)))`;

const source = ({ begun, withSkipped = false }: ProblemQuery) =>
  begun
    ? `from (select ${LISTED} from import_rows where import_id = $1 and unread is null and (case when $2::text is null
           then outcome in ('problem', 'retry')
             ${withSkipped ? `or (outcome = 'skipped' and reason = 'contradicts_earlier_row')` : ''}
           else reason = $2 and outcome in ('problem', 'retry', 'skipped') end)
         union all select ${LISTED} from import_rows where import_id = $1 and ${HAS_UNREAD}) found`
    : `from (select ${LISTED} from import_check_rows where import_id = $1
         and (unread is null and ($2::text is null or reason = $2) or ${HAS_UNREAD})) found`;

const STATES = { open: 'and not is_good', fixed: 'and is_good' };

const withFixes = (query: ProblemQuery) => `from (
    select p.row_number, coalesce(f.reason, p.reason) as reason, case when f.reason is null then p.field else f.field end as field,
      coalesce(nullif(f.message, ''), p.message) as message, p.cells, f.cells as fix,
      case when f.reason is null then p.unread else coalesce(f.unread, '[]') end as unread,
      f.reason is null and f.cells is not null as is_good
    from (select row_number, reason, field, message, cells, unread ${source(query)}) p
      left join import_fixes f on f.import_id = $1 and f.row_number = p.row_number
  ) listed where true ${query.state ? STATES[query.state] : ''}`;

export const listProblems = (tx: Tx, query: ProblemQuery, page: { offset: number; limit: number }) =>
  tx.raw<ListedRow>(
    `select row_number, reason, field, message, coalesce(cells, '{}') as cells, fix, is_good, unread ${withFixes(query)}
     order by row_number limit $3 offset $4`,
    [query.importId, query.reason, page.limit, page.offset],
  );

export async function countProblems(tx: Tx, query: ProblemQuery): Promise<number> {
  const [row] = await tx.raw<{ total: number }>(`select count(*) as total ${withFixes(query)}`, [
    query.importId,
    query.reason,
  ]);
  return row?.total ?? 0;
}

/** One page after a row number, for a download that holds no transaction open. */
export const problemsAfter = (tx: Tx, query: ProblemQuery, after: number, limit: number) =>
  tx.raw<CheckRow>(
    `select row_number, reason, field, message, coalesce(cells, '{}') as cells, unread ${source(query)}
     where row_number > $3 order by row_number limit $4`,
    [query.importId, query.reason, after, limit],
  );

/**
 * Marks problem rows to be taken again, all of them when `rows` is null; answers how many. `fixes` are older than what
 * `rows` correct.
 */
export async function markForRetry(
  tx: Tx,
  importId: number,
  rows: readonly { readonly row_number: number; readonly cells: Fix }[] | null,
  fixes: Fixes,
): Promise<number> {
  if (rows === null) {
    const marked = await tx.raw(
      `update import_rows set outcome = 'retry' where import_id = $1 and outcome = 'problem' returning row_number`,
      [importId],
    );
    return marked.length;
  }
  const found = await tx.raw<{ row_number: number; cells: string[] }>(
    `select row_number, cells from import_rows where import_id = $1 and outcome = 'problem'
       and row_number = any($2::int[]) for update`,
    [importId, rows.map(({ row_number }) => row_number)],
  );
  const corrections = new Map(rows.map(({ row_number, cells }) => [row_number, cells]));
  for (const { row_number, cells } of found) {
    const corrected = withFix(withFix(cells, fixes.get(row_number)), corrections.get(row_number));
    await tx.raw(
      `update import_rows set outcome = 'retry', cells = $3::text[] where import_id = $1 and row_number = $2`,
      [importId, row_number, corrected],
    );
  }
  return found.length;
}

/** The next rows to be taken again. */
export const takeRetries = (tx: Tx, importId: number, limit: number) =>
  tx.raw<{ row_number: number; cells: string[]; reason: RowReason }>(
    `delete from import_rows where import_id = $1 and row_number in
       (select row_number from import_rows where import_id = $1 and outcome = 'retry' order by row_number limit $2)
     returning row_number, cells, reason`,
    [importId, limit],
  );

export async function listKept(tx: Tx, importId: number, page: { offset: number; limit: number }) {
  const [count] = await tx.raw<{ total: number }>(
    'select count(*) as total from import_kept_rows where import_id = $1',
    [importId],
  );
  const rows = await tx.raw<{ row_number: number; contact_number: number; name: string; reason: string }>(
    `select k.row_number, c.number as contact_number, trim(c.first_name || ' ' || c.last_name) as name, k.reason
     from import_kept_rows k join contacts c on c.id = k.contact_id
     where k.import_id = $1 order by k.row_number limit $2 offset $3`,
    [importId, page.limit, page.offset],
  );
  return { total: count?.total ?? 0, rows };
}
