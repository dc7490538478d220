import type { Body } from '#contract/endpoint.ts';
import type { ImportAttempt, ImportCheck } from '#contract/imports.contract.ts';
import type { fixProblemRows } from '#contract/imports/problems.contract.ts';
import type { ImportField, ProblemRow, RowReason } from '#contract/imports/rows.contract.ts';
import { sheetRow } from '#rules/imports/sheet-row.ts';
import { writeAudit } from '../../../audit.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import { type Asked, viewerOf } from '../asked.ts';
import { type AttemptRow, planOf, toAttempt } from '../attempt.ts';
import { dropFixes, findProblemRows, keepFixes, type RowFix } from './import-fixes.sql.ts';
import { changeAttempt, hasBegun, requireAttempt } from '../imports.service.ts';
import { lockAttempt } from '../imports.sql.ts';
import { normaliseRow } from '../cells/normalise-row.ts';
import { type Fix, withFix } from './row-fixes.ts';
import type { RowRules, UnreadCell } from '../cells/row-values.ts';
import { readRowChoices } from '../run/import-choices.sql.ts';
import { UnreadCount } from './unread-count.ts';

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
    const rules = planOf(row, undefined, await readRowChoices(tx, row));
    const fixes = rows.flatMap(({ row_number, cells }) => {
      const problem = found.get(row_number);
      return problem === undefined ? [] : [{ problem, fix: fixOf(rules, problem, cells) }];
    });
    if (fixes.length < rows.length) throw refuseField('rows', "One of the rows isn't a problem row.");
    if (begun) refuseReadCells(row, [...found.values()], rows);
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

/**
 * An imported row gives its contact only the cells that could not be read: another one would not be taken over.
 * @throws {Refusal} `refused`
 */
export function refuseReadCells(
  { columns, header_row }: AttemptRow,
  found: readonly Pick<Found, 'row_number' | 'cells' | 'unread'>[],
  wanted: readonly { readonly row_number: number; readonly cells: Fix }[],
): void {
  const imported = new Map(found.filter(({ unread }) => unread.length > 0).map((each) => [each.row_number, each]));
  for (const { row_number, cells } of wanted) {
    const row = imported.get(row_number);
    if (row === undefined) continue;
    for (const [index, text] of Object.entries(cells)) {
      if (text === (row.cells[Number(index)] ?? '') || row.unread.some((cell) => cell.index === Number(index)))
        continue;
      const name = columns[Number(index)]?.header ?? '';
      throw refuseField(
        'rows',
        `Row ${sheetRow(header_row, row_number)} is already imported with its "${name}". Change it in the contact.`,
      );
    }
  }
}

/** State of a row with corrected cells; `null`: no cell differs from the file's. */
function fixOf(rules: RowRules, { row_number, cells, fixed_cells }: Found, wanted: Fix): RowFix | null {
  const changed = Object.entries(wanted).filter(([index, text]) => text !== (cells[Number(index)] ?? ''));
  // A check that ran with corrections has them in its cells: the earlier cells stay.
  const kept = Object.entries(fixed_cells ?? {}).filter(([index]) => wanted[index] === undefined);
  if (Object.keys(wanted).length === 0 || changed.length + kept.length === 0) return null;
  const fix = Object.fromEntries([...kept, ...changed]);
  const read = normaliseRow(withFix(cells, fix), false, rules);
  const base = { row_number, cells: fix, unread: null };
  if (read.kind === 'problem') return { ...base, reason: read.reason, field: read.field, message: read.message };
  if (read.kind === 'empty') return { ...base, reason: 'empty_row', field: null, message: 'The row is empty.' };
  const [first] = read.kind === 'good' ? read.unread : [];
  if (read.kind !== 'good' || first === undefined) return { ...base, reason: null, field: null, message: '' };
  const message = read.unread.map((cell) => cell.message).join(' ');
  return { ...base, reason: first.reason, field: first.field, message, unread: read.unread };
}

interface Change {
  readonly problem: Found;
  readonly fix: RowFix | null;
}

/** A row as the check counts it: refused for a reason, or imported without some cells. */
interface State {
  readonly refused: { readonly reason: RowReason; readonly field: ImportField | null } | null;
  readonly unread: readonly UnreadCell[];
}

const stateOf = (reason: string | null, field: string | null, unread: readonly UnreadCell[]): State => ({
  refused:
    reason === null || unread.length > 0 ? null : { reason: reason as RowReason, field: field as ImportField | null },
  unread,
});

/** The check's counts with one row in another state; what the import will create and update is no longer known. */
function recount(check: ImportCheck, { problem, fix }: Change): ImportCheck {
  const asInFile = stateOf(problem.reason, problem.field, problem.unread);
  const before =
    problem.fixed_cells === null
      ? asInFile
      : stateOf(problem.fixed_reason, problem.fixed_field, problem.fixed_unread ?? []);
  const after = fix === null ? asInFile : stateOf(fix.reason, fix.field, fix.unread ?? []);
  const shift = Number(before.refused !== null) - Number(after.refused !== null);
  const reasons = new Map(check.by_reason.map((each) => [`${each.reason}|${each.field}`, each]));
  for (const [{ refused }, rows] of [[before, -1] as const, [after, 1] as const]) {
    if (refused === null) continue;
    const key = `${refused.reason}|${refused.field}`;
    const known = reasons.get(key);
    reasons.set(key, { ...known, ...refused, rows: (known?.rows ?? 0) + rows });
  }
  // A corrected row may be an existing contact, or the person of another row: only another check knows.
  const { unread: _unread, planned: _planned, new_policies: _policies, consents: _consents, ...others } = check;
  const unread = new UnreadCount(check.unread);
  unread.add(before.unread, -1);
  unread.add(after.unread, 1);
  return {
    ...others,
    good: check.good + shift,
    problems: check.problems - shift,
    by_reason: [...reasons.values()].filter(({ rows }) => rows > 0).toSorted((a, b) => b.rows - a.rows),
    ...unread.found(),
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
  unread: [...(fix?.reason ? (fix.unread ?? []) : problem.unread)],
});
