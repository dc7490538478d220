import { unmarkFormula } from '#rules/imports/formula-mark.ts';
import { isHeading, isTotal } from '../file/heading-row.ts';
import { LIMITS, problem, READERS, type Reading, tooLong } from './read-field.ts';
import { emptyValues, type LeftOver, type RowProblem, type RowRules, type RowValues } from './row-values.ts';

export type NormalisedRow =
  | { readonly kind: 'good'; readonly values: RowValues; readonly left: readonly LeftOver[] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'heading' }
  | RowProblem;

/** Reads one row. `unclosed`: its line opened a quote that never ends. */
export function normaliseRow(cells: readonly string[], unclosed: boolean, rules: RowRules): NormalisedRow {
  if (unclosed) return problem('quote_unclosed', null, 'This line has an unclosed quote.');
  const first = cells.find((cell) => cell.trim() !== '');
  if (first === undefined) return { kind: 'empty' };
  const read = readCells(cells, rules);
  if (read.kind === 'good' ? isTotal(first, cells) : isHeading(first, cells, rules)) return { kind: 'heading' };
  return read;
}

const NOTHING_LEFT: readonly LeftOver[] = [];

function readCells(cells: readonly string[], rules: RowRules): Exclude<NormalisedRow, { kind: 'empty' | 'heading' }> {
  if (cells.length < rules.width) {
    return problem('row_cut_short', null, `The row has ${cells.length} of ${rules.width} columns.`);
  }
  if (cells.length > rules.width && cells.slice(rules.width).some((cell) => cell.trim() !== '')) {
    return problem('row_too_long', null, `The row has ${cells.length} columns instead of ${rules.width}.`);
  }
  const reading: Reading = { values: emptyValues(), rules, unit: null, left: null };
  const { values } = reading;
  for (const column of rules.fields) {
    const { index, field } = column;
    const text = unmarkFormula(cells[index] ?? '').trim();
    if (text === '') continue;
    if (text.length > LIMITS[field]) return tooLong(field, text.length);
    const fault = READERS[field](text, reading, column);
    if (fault !== null) return fault;
  }
  if (reading.unit !== null) values.address = [values.address, reading.unit].filter(Boolean).join(', ');
  if (values.address !== null && values.address.length > LIMITS.address) {
    return tooLong('address', values.address.length);
  }
  settleReach(values);
  if (!values.first_name && !values.last_name && !values.phone && !values.email) {
    return problem('name_and_reach_missing', null, 'The row has no name, phone or e-mail.');
  }
  return { kind: 'good', values, left: reading.left ?? NOTHING_LEFT };
}

/** Moves the second number or address up if the first is missing; a kind without a number is dropped. */
function settleReach(values: RowValues): void {
  if (values.phone_2 === values.phone) values.phone_2 = null;
  if (values.phone === null && values.phone_2 !== null) {
    values.phone = values.phone_2;
    values.phone_type = values.phone_2_type;
    values.phone_2 = null;
  }
  if (values.phone === null) values.phone_type = null;
  if (values.phone_2 === null) values.phone_2_type = null;
  if (values.email_2?.toLowerCase() === values.email?.toLowerCase()) values.email_2 = null;
  if (values.email === null && values.email_2 !== null) {
    values.email = values.email_2;
    values.email_2 = null;
  }
}
