import { unmarkFormula } from '#rules/imports/formula-mark.ts';
import { cutText } from '#rules/imports/cut-text.ts';
import { CAPTURES_MAX } from '#contract/records/data-capture.contract.ts';
import type { Good, RunFrame, Update } from './chunk-plan.ts';
import type { Capture, KnownCaptures } from './import-captures.sql.ts';

/** Characters of a captured value. Source: `Capture` of the contract. */
const MAX_VALUE_CHARS = 1_000;

/** Values of the columns without a field in a row, in order, and values of other columns without a place. */
function capturesOf({ cells, left }: Good, { others }: RunFrame): Capture[] {
  return [...others.map(({ index, label }) => ({ label, value: unmarkFormula(cells[index] ?? '').trim() })), ...left]
    .flatMap(({ label, value }) => (value === '' ? [] : [{ label, value: cutText(value, MAX_VALUE_CHARS) }]))
    .slice(0, CAPTURES_MAX);
}

/** True when a row may have custom fields. */
export const mayCapture = ({ left }: Good, { others }: RunFrame) => others.length > 0 || left.length > 0;

/** Rows that have something to capture, for the contacts that they create. */
export const capturedIn = (rows: readonly Good[], frame: RunFrame) =>
  rows
    .filter((row) => mayCapture(row, frame))
    .map((row) => ({ row: row.row, captures: capturesOf(row, frame) }))
    .filter(({ captures }) => captures.length > 0);

/** Additions of a row to the existing custom fields; a full contact gets none. */
export function newCaptures(row: Good, frame: RunFrame, known: KnownCaptures | null): Capture[] {
  const there = new Set(known?.captures.map(({ label, value }) => `${label}\u001f${value}`));
  return capturesOf(row, frame)
    .filter(({ label, value }) => !there.has(`${label}\u001f${value}`))
    .slice(0, CAPTURES_MAX - (known?.captures.length ?? 0));
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
