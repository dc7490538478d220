import type { Body } from '#contract/endpoint.ts';
import type { ImportAttempt, ImportCheck } from '#contract/imports.contract.ts';
import type { fixProblemRows } from '#contract/imports/problems.contract.ts';
import type { ImportField, ProblemRow, RowReason } from '#contract/imports/rows.contract.ts';
import { writeAudit } from '../../../audit.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import { type Asked, viewerOf } from '../asked.ts';
import { type AttemptRow, planOf, toAttempt } from '../attempt.ts';
import { dropFixes, findProblemRows, keepFixes, type RowFix } from './import-fixes.sql.ts';
import { changeAttempt, hasBegun, requireAttempt } from '../imports.service.ts';
import { lockAttempt } from '../imports.sql.ts';
import { normaliseRow } from './normalise-row.ts';
import { type Fix, withFix } from './row-fixes.ts';

type Found = Awaited<ReturnType<typeof findProblemRows>>[number];

/** States in which nothing reads the file. */
const OPEN: readonly string[] = ['checked', 'done', 'failed', 'paused', 'cancelled'];

/** Stores corrected cells, returns the new state of each row, and adjusts the check's counts. */
export async function fixRows(
  deps: Deps,
  { identity, requestId }: Asked,
  id: number,
  { rows }: Body<typeof fixProblemRows>,
): Promise<{ data: ProblemRow[]; import: ImportAttempt }> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = requireAttempt(await lockAttempt(tx, id, viewerOf(identity)));
    if (!OPEN.includes(row.status) || row.deleted_at !== null) {
      throw new Refusal('conflict', 'You can correct rows after the check or import ends.');
    }
    if (
      rows.some(({ cells }) =>
        Object.keys(cells).some((index) => !/^\d+$/.test(index) || Number(index) >= row.columns.length),
      )
    ) {
      throw refuseField('rows', "A correction names a column that isn't in the file.");
    }
    const begun = hasBegun(row);
    const numbers = rows.map(({ row_number }) => row_number);
    const found = new Map((await findProblemRows(tx, id, begun, numbers)).map((each) => [each.row_number, each]));
    const fixes = rows.flatMap(({ row_number, cells }) => {
      const problem = found.get(row_number);
      return problem === undefined ? [] : [{ problem, fix: fixOf(row, problem, cells) }];
    });
    if (fixes.length < rows.length) throw refuseField('rows', "One of the rows isn't a problem row.");
    await dropFixes(tx, id, numbers);
    await keepFixes(
      tx,
      row.account_id,
      id,
      fixes.flatMap(({ fix }) => fix ?? []),
    );
    const check = begun || row.check === null ? row.check : fixes.reduce(recount, row.check);
    const detail = { rows: fixes.length };
    await writeAudit(tx, identity, requestId, {
      action: 'import.rows_fixed',
      subjectType: 'import',
      subjectId: id,
      detail,
    });
    const fresh = await changeAttempt(tx, id, { check: check && JSON.stringify(check) });
    return { data: fixes.map(toListed), import: toAttempt(fresh) };
  });
}

/** State of a row with corrected cells; `null`: no cell differs from the file's. */
function fixOf(row: AttemptRow, { row_number, cells, fixed_cells }: Found, wanted: Fix): RowFix | null {
  const changed = Object.entries(wanted).filter(([index, text]) => text !== (cells[Number(index)] ?? ''));
  // A check that ran with corrections has them in its cells: the earlier cells stay.
  const kept = Object.entries(fixed_cells ?? {}).filter(([index]) => wanted[index] === undefined);
  if (Object.keys(wanted).length === 0 || changed.length + kept.length === 0) return null;
  const fix = Object.fromEntries([...kept, ...changed]);
  const read = normaliseRow(withFix(cells, fix), false, planOf(row));
  const base = { row_number, cells: fix };
  if (read.kind === 'problem') return { ...base, reason: read.reason, field: read.field, message: read.message };
  if (read.kind === 'empty') return { ...base, reason: 'empty_row', field: null, message: 'The row is empty.' };
  return { ...base, reason: null, field: null, message: '' };
}

interface Change {
  readonly problem: Found;
  readonly fix: RowFix | null;
}

interface State {
  readonly reason: RowReason;
  readonly field: ImportField | null;
}

/** Objection to a row; `null`: none anymore. */
const stateOf = (reason: string | null, field: string | null): State | null =>
  reason === null ? null : { reason: reason as RowReason, field: field as ImportField | null };

/** The check's counts with one row in another state. */
function recount(check: ImportCheck, { problem, fix }: Change): ImportCheck {
  const asInFile = stateOf(problem.reason, problem.field);
  const before = problem.fixed_cells === null ? asInFile : stateOf(problem.fixed_reason, problem.fixed_field);
  const after = fix === null ? asInFile : stateOf(fix.reason, fix.field);
  const shift = Number(before !== null) - Number(after !== null);
  const reasons = new Map(check.by_reason.map((each) => [`${each.reason}|${each.field}`, each]));
  const add = (state: State | null, rows: number) => {
    if (state === null) return;
    const key = `${state.reason}|${state.field}`;
    reasons.set(key, { ...state, rows: (reasons.get(key)?.rows ?? 0) + rows });
  };
  add(before, -1);
  add(after, 1);
  return {
    ...check,
    good: check.good + shift,
    problems: check.problems - shift,
    by_reason: [...reasons.values()].filter(({ rows }) => rows > 0).toSorted((a, b) => b.rows - a.rows),
  };
}

const toListed = ({ problem, fix }: Change): ProblemRow => ({
  row_number: problem.row_number,
  reason: (fix?.reason ?? problem.reason) as RowReason,
  field: (fix?.reason ? fix.field : problem.field) as ImportField | null,
  message: fix?.reason ? fix.message : problem.message,
  cells: [...problem.cells],
  fix: fix?.cells ?? null,
  is_good: fix !== null && fix.reason === null,
});
