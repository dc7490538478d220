import { unmarkFormula } from '#rules/imports/formula-mark.ts';
import { CAPTURES_MAX } from '#contract/records/data-capture.contract.ts';
import type { Good, Other, RunFrame, Update } from './chunk-plan.ts';
import type { Capture, KnownCaptures } from './import-captures.sql.ts';

/** Values of the columns without a field in a row, in order, and values of other columns without a place. */
function capturesOf({ cells, left }: Good, { others }: RunFrame): Capture[] {
  return [
    ...others.map(({ index, label }) => ({ label, value: unmarkFormula(cells[index] ?? '').trim() })),
    ...left,
  ].filter(({ value }) => value !== '');
}

/** True when a row may have custom fields. */
export const mayCapture = ({ left }: Good, { others }: RunFrame) => others.length > 0 || left.length > 0;

/** Rows that have something to capture, for the contacts that they create. */
export const capturedIn = (rows: readonly Good[], frame: RunFrame) =>
  rows
    .filter((row) => mayCapture(row, frame))
    .map((row) => ({ row: row.row, captures: capturesOf(row, frame) }))
    .filter(({ captures }) => captures.length > 0);

/** Additions of a row to the existing custom fields. */
export function newCaptures(row: Good, frame: RunFrame, known: KnownCaptures | null): Capture[] {
  const there = new Set(known?.captures.map(({ label, value }) => `${label}\u001f${value}`));
  return capturesOf(row, frame).filter(({ label, value }) => !there.has(`${label}\u001f${value}`));
}

/** The row as a problem when its contact has no room for its custom fields; `null`: it has. */
export function captureFault(row: Good, frame: RunFrame, known: KnownCaptures | null): Other | null {
  const there = known?.captures.length ?? 0;
  if (there + frame.others.length + row.left.length <= CAPTURES_MAX) return null;
  if (there + newCaptures(row, frame, known).length <= CAPTURES_MAX) return null;
  const most = `A contact can have ${CAPTURES_MAX} custom fields.`;
  const message = there === 0 ? most : `${most} This one has ${there}.`;
  return { kind: 'problem', row: row.row, reason: 'custom_fields_full', field: null, message, cells: row.cells };
}

/** Custom fields of contacts after these rows, each contact once: the last row includes the earlier additions. */
export function capturesAfter(updates: readonly Update[]) {
  const after = new Map(
    updates
      .flatMap(({ known: { id }, captured }) =>
        captured === null
          ? []
          : [[id, [...(captured.known?.captures ?? []), ...captured.added], captured.known] as const],
      )
      .map(([id, captures, known]) => [id, { contact_id: id, captures, version: known?.version ?? 0 }]),
  );
  return [...after.values()];
}
