import { IMPORT_LAST_ROWS, type ImportField, type ImportRow } from '#contract/imports/rows.contract.ts';
import { cutText } from '#rules/imports/cut-text.ts';
import type { Decided, Other, RunFrame, Update } from './chunk-plan.ts';
import { personIn } from './prepare-rows.ts';
import { isGain } from './row-policies.ts';

export const changedFields = ({ values, tagIds, medicare, policies, note, captured }: Update) => [
  ...Object.keys(values),
  ...Object.keys(medicare),
  ...(isGain(policies) ? ['policies'] : []),
  ...(tagIds.length === 0 ? [] : ['tags']),
  ...(note === null ? [] : ['notes']),
  ...(captured === null ? [] : ['data_captures']),
];

/** The last rows of a chunk, newest first. */
export function lastRows({ creates, updates, others }: Decided, frame: RunFrame): ImportRow[] {
  const newest = <T>(list: readonly T[]) => list.slice(-IMPORT_LAST_ROWS);
  const rows: ImportRow[] = [
    ...newest(creates).map((row) => ({
      row_number: row.row,
      ...personIn(row.values),
      outcome: 'created' as const,
      reason: 'new' as const,
      detail: '',
      contact_number: frame.numberBase + row.row,
    })),
    ...newest(updates).map((update) => ({
      row_number: update.row.row,
      ...personIn(update.row.values),
      outcome: 'updated' as const,
      reason: update.reason,
      detail: changedFields(update).join(', '),
      contact_number: update.known.number,
    })),
    ...newest(others).map((row) => rowOfOther(row, frame)),
  ];
  return rows.toSorted((a, b) => b.row_number - a.row_number).slice(0, IMPORT_LAST_ROWS);
}

function rowOfOther(row: Other, frame: RunFrame): ImportRow {
  const cells = row.kind === 'problem' ? row.cells : [];
  const cell = (wanted: ImportField) =>
    cutText(cells[frame.fields.find(({ field }) => field === wanted)?.index ?? -1]?.trim() ?? '', 100);
  const earlier = /\brow (\d+)/i.exec(row.message)?.[1] ?? '';
  const shown = row.kind === 'skipped' ? row.shown : undefined;
  return {
    row_number: row.row,
    name: shown?.name ?? (`${cell('first_name')} ${cell('last_name')}`.trim() || cell('full_name')),
    phone: shown?.phone ?? cutText(cell('phone'), 40),
    outcome: row.kind,
    reason: row.reason,
    detail: row.kind === 'problem' ? (row.field ?? '') : earlier,
    contact_number: null,
  };
}
