import {
  IMPORT_CHUNK_ROWS,
  type ImportField,
  MAX_IMPORT_ROWS,
  type RowReason,
} from '#contract/imports/rows.contract.ts';
import { sheetRow } from '#rules/imports/sheet-row.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { type CsvFormat, readRecords } from '../file/csv-records.ts';
import { normaliseRow } from '../cells/normalise-row.ts';
import type { LeftOver, RowRules, RowValues, UnreadCell } from '../cells/row-values.ts';
import { type Fixes, withFix } from '../corrections/row-fixes.ts';
import { personKeys } from './row-owners.ts';
import { SeenPeople } from './seen-people.ts';
import { UnreadableFile } from '../file/unreadable-file.ts';

export type PreparedRow =
  | {
      readonly kind: 'good';
      readonly row: number;
      readonly values: RowValues;
      readonly keys: readonly string[];
      readonly cells: readonly string[];
      /** Values of the cells without a place in the contact. */
      readonly left: readonly LeftOver[];
      readonly unread: readonly UnreadCell[];
      /** The first row of the same person, if its content differs; `null` for the first row. */
      readonly earlier: number | null;
    }
  | {
      readonly kind: 'skipped';
      readonly row: number;
      readonly reason: RowReason;
      readonly message: string;
      /** Identity of the person; absent for an empty row. */
      readonly shown?: { readonly name: string; readonly phone: string };
      /** `null` or absent: no contact is known to be meant. */
      readonly contactId?: number | null;
      /** Absent: nothing of the row is lost. */
      readonly cells?: readonly string[];
    }
  | {
      readonly kind: 'problem';
      readonly row: number;
      readonly reason: RowReason;
      readonly field: ImportField | null;
      readonly message: string;
      readonly cells: readonly string[];
    };

export interface FilePlan extends CsvFormat, RowRules {
  readonly headerRow: number;
  /** Corrected cells of rows, by their number; absent: as the file has them. */
  readonly fixes?: Fixes;
}

/** Characters after which a chunk ends early, so that a file of huge cells stays flat in memory. Ours. */
const CHUNK_CHARS = 8 * 1024 * 1024;

/** Reads one row, and updates `seen`. */
export function prepareRow(
  row: number,
  cells: readonly string[],
  unclosed: boolean,
  rules: RowRules,
  seen: SeenPeople,
): PreparedRow {
  const read = normaliseRow(cells, unclosed, rules);
  if (read.kind === 'empty') return { kind: 'skipped', row, reason: 'empty_row', message: 'The row is empty.' };
  if (read.kind === 'heading') {
    return { kind: 'skipped', row, reason: 'heading_or_total', message: 'The row is a heading or a total.', cells };
  }
  if (read.kind === 'placeholders') {
    const message = 'The row has only placeholders such as N/A.';
    return { kind: 'skipped', row, reason: 'placeholders_only', message, cells };
  }
  if (read.kind === 'problem') return { ...read, row, cells };
  const keys = personKeys(read.values);
  // Without phone and e-mail only a row equal in everything is the same person.
  const text = textOf(read.values) + textOfKept(cells, read.left, rules);
  const earlier = seen.meet(keys.length > 0 ? keys : [`n${text}`], row, text);
  if (earlier?.equal === true) return { ...sameAs(row, earlier.row, rules), shown: personIn(read.values) };
  const { values, left, unread } = read;
  return { kind: 'good', row, values, keys, cells, left, unread, earlier: earlier?.row ?? null };
}

/** All values of a row. */
function textOf(values: RowValues): string {
  let text = '';
  for (const field in values) {
    const value = values[field as keyof RowValues];
    if (value !== null) text += `${field}\u001f${value}\u001f`;
  }
  return text;
}

function textOfKept(cells: readonly string[], left: readonly LeftOver[], { others = [] }: RowRules): string {
  const kept = [...others.map(({ index }) => cells[index]?.trim() ?? ''), ...left.map(({ value }) => value)];
  return kept.some((value) => value !== '') ? kept.join('\u001f') : '';
}

/** Name and phone of a row, for the list of last rows. */
export const personIn = (values: RowValues) => ({
  name: `${values.first_name ?? ''} ${values.last_name ?? ''}`.trim(),
  phone: values.phone ?? '',
});

export const sameAs = (row: number, earlier: number, { headerRow = 0 }: RowRules) => {
  const message = `Same as row ${sheetRow(headerRow, earlier)}.`;
  return { kind: 'skipped', row, reason: 'same_as_earlier_row', message } as const;
};

/**
 * Data rows of a file in chunks, after `from` rows. Earlier rows are read as well, because a later one may be the same
 * person. Memory holds one chunk and 16 bytes per key of a person. With `only`, the other rows are left out of the
 * chunks, which stay the same otherwise.
 * @throws {UnreadableFile} when the file passes a limit.
 */
export async function* prepareRows(
  source: AsyncIterable<Uint8Array>,
  plan: FilePlan,
  from = 0,
  only?: ReadonlySet<number>,
): AsyncGenerator<PreparedRow[]> {
  const seen = new SeenPeople();
  let toSkip = plan.headerRow;
  let row = 0;
  let chunk: PreparedRow[] = [];
  let size = 0;
  let chars = 0;
  for await (const { records, unclosed } of readRecords(source, plan)) {
    for (const [index, cells] of records.entries()) {
      if (toSkip > 0) {
        toSkip -= 1;
        continue;
      }
      row += 1;
      if (row > MAX_IMPORT_ROWS) {
        throw new UnreadableFile(
          `The file has more than ${formatCount(MAX_IMPORT_ROWS)} rows. Split it and import the parts.`,
        );
      }
      if (only === undefined || only.has(row)) {
        const fix = plan.fixes?.get(row);
        const prepared = prepareRow(row, withFix(cells, fix), fix === undefined && unclosed.has(index), plan, seen);
        if (row > from) chunk.push(prepared);
      }
      if (row <= from) continue;
      size += 1;
      for (const cell of cells) chars += cell.length;
      if (size < IMPORT_CHUNK_ROWS && chars < CHUNK_CHARS) continue;
      if (chunk.length > 0) yield chunk;
      chunk = [];
      size = 0;
      chars = 0;
    }
  }
  if (chunk.length > 0) yield chunk;
}
