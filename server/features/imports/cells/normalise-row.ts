import { CAPTURE_MAX_CHARS } from '#contract/records/data-capture.contract.ts';
import { splitFullName } from '#rules/contacts/person-name.ts';
import { unmarkFormula } from '#rules/imports/formula-mark.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { isFooter, isHeading, isTotal } from '../file/heading-row.ts';
import { takeBirthParts } from './read-birth-parts.ts';
import { CONSENT_READERS } from '../consents/read-consent.ts';
import { POLICY_READERS, takePolicies } from './read-policy.ts';
import { LIMITS, passOver, problem, READERS, type Reading, tooLong } from './read-field.ts';
import {
  emptyValues,
  type LeftOver,
  type RowProblem,
  type RowRules,
  type RowValues,
  type UnreadCell,
} from './row-values.ts';

export type NormalisedRow =
  | {
      readonly kind: 'good';
      readonly values: RowValues;
      readonly left: readonly LeftOver[];
      /** Cells without which it is imported; their texts are in `left`. */
      readonly unread: readonly UnreadCell[];
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'heading' }
  | { readonly kind: 'placeholders' }
  | RowProblem;

/** Reads one row. `unclosed`: its line opened a quote that never ends. */
export function normaliseRow(cells: readonly string[], unclosed: boolean, rules: RowRules): NormalisedRow {
  if (unclosed) return problem('quote_unclosed', null, 'This line has an unclosed quote.');
  const first = cells.find((cell) => cell.trim() !== '');
  if (first === undefined) return { kind: 'empty' };
  const read = readCells(cells, rules);
  if (read.kind === 'placeholders') return read;
  const isRead = read.kind === 'good' && read.unread.length === 0;
  const isNone =
    (read.kind === 'good' && isMark(read.values, first, cells)) || (!isRead && isHeading(first, cells, rules));
  return isNone ? { kind: 'heading' } : read;
}

/** A row that could be a person, and is none: a line below the list in the column of names. */
const isMark = ({ phone, email }: RowValues, first: string, cells: readonly string[]) =>
  isTotal(first, cells) || (phone === null && email === null && isFooter(first, cells));

const NOTHING: readonly never[] = [];
const ALL_READERS = { ...READERS, ...POLICY_READERS, ...CONSENT_READERS };

function readCells(cells: readonly string[], rules: RowRules): Exclude<NormalisedRow, { kind: 'empty' | 'heading' }> {
  if (cells.length < rules.width) {
    return problem('row_cut_short', null, `The row has ${cells.length} of ${rules.width} columns.`);
  }
  if (cells.length > rules.width && cells.slice(rules.width).some((cell) => cell.trim() !== '')) {
    return problem('row_too_long', null, `The row has ${cells.length} columns instead of ${rules.width}.`);
  }
  const reading: Reading = {
    values: emptyValues(),
    rules,
    unit: null,
    fullName: null,
    birth: null,
    policies: null,
    consents: null,
    left: null,
    unread: null,
  };
  const { values } = reading;
  for (const column of rules.fields) {
    const { index, field } = column;
    const text = unmarkFormula(cells[index] ?? '').trim();
    if (text === '') continue;
    const fault = text.length > LIMITS[field] ? tooLong(field, text.length) : ALL_READERS[field](text, reading, column);
    if (fault !== null && !passOver(reading, column, fault, text)) return fault;
  }
  takeBirthParts(reading);
  takePolicies(reading);
  values.consents = reading.consents && JSON.stringify(reading.consents);
  const long = rules.others?.find(({ index }) => (cells[index]?.length ?? 0) > CAPTURE_MAX_CHARS);
  if (long !== undefined) {
    const [has, most] = [cells[long.index]?.length ?? 0, CAPTURE_MAX_CHARS].map(formatCount);
    return problem('text_too_long', null, `"${long.label}" has ${has} characters. The limit is ${most}.`);
  }
  if (reading.fullName !== null && !takeFullName(values, reading.fullName)) {
    return problem('text_too_long', 'full_name', 'Full name is too long to split into first and last name.');
  }
  if (reading.unit !== null) values.address = [values.address, reading.unit].filter(Boolean).join(', ');
  const street = rules.fields.find(({ field }) => field === 'address' || field === 'address_2');
  if (values.address !== null && values.address.length > LIMITS.address && street !== undefined) {
    passOver(reading, street, tooLong('address', values.address.length), values.address);
    values.address = null;
  }
  settleReach(values);
  const isUnnamed = dropPlaceholders(values);
  const [fault] = reading.unread ?? [];
  if (isUnnamed && fault === undefined && Object.values(values).every((value) => value === null)) {
    return { kind: 'placeholders' };
  }
  if (!values.first_name && !values.last_name && !values.phone && !values.email) {
    if (fault !== undefined) return problem(fault.reason, fault.field, fault.message);
    return problem('name_and_reach_missing', null, 'The row has no name, phone or e-mail.');
  }
  return { kind: 'good', values, left: reading.left ?? NOTHING, unread: reading.unread ?? NOTHING };
}

/** Fills the parts of a name that have no column. Next to a last name the rest is the first, whole. False: too long. */
function takeFullName(values: RowValues, full: string): boolean {
  const split = splitFullName(full);
  const { first_name: first, last_name: last } = values;
  if (first === null) {
    const isBoth = last === null || isSame(split.last_name, last);
    values.first_name = (isBoth ? split.first_name : without(full, last)) || null;
  }
  if (last === null) {
    const isBoth = first === null || isSame(split.first_name, first) || without(full, first) === full;
    values.last_name = (isBoth ? split.last_name : without(full, first)) || null;
  }
  return [values.first_name, values.last_name].every((name) => (name?.length ?? 0) <= LIMITS.first_name);
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** A full name without the part that begins or ends it. */
function without(full: string, part: string): string {
  const [whole, known] = [full.toLowerCase(), part.toLowerCase()];
  if (whole === known) return '';
  if (whole.startsWith(`${known} `) || whole.startsWith(`${known},`)) return full.slice(part.length + 1).trim();
  return whole.endsWith(` ${known}`) ? full.slice(0, -part.length).replace(/,?\s+$/u, '') : full;
}

/** What programs write for a missing part of a name. */
const NO_NAME = /^(#?n\/a|n\.a\.?)$/i;
/** The same for a whole name; next to a real part these are kept, so that an export is imported as it was. */
const NO_NAME_ALONE =
  /^(#?n\/a|n\.a\.?|[-–—.?_*\s]+|none|null|unknown|undefined|unspecified|no name|not (specified|provided|available|known)|tbd)$/i;

/** Removes names that stand for none. True: one was. */
function dropPlaceholders(values: RowValues): boolean {
  const names = [values.first_name, values.last_name].filter((name) => name !== null);
  if (names.length > 0 && names.every((name) => NO_NAME_ALONE.test(name))) {
    values.first_name = null;
    values.last_name = null;
    return true;
  }
  if (values.first_name !== null && NO_NAME.test(values.first_name)) values.first_name = null;
  if (values.last_name !== null && NO_NAME.test(values.last_name)) values.last_name = null;
  return false;
}

/** Moves the second number or address up if the first is missing; a kind without a number is dropped. */
function settleReach(values: RowValues): void {
  if (values.phone_2 === values.phone) values.phone_2 = null;
  if (values.phone === null && values.phone_2 !== null) {
    values.phone = values.phone_2;
    values.phone_type = values.phone_2_type;
    values.phone_ext = values.phone_2_ext;
    values.phone_2 = null;
  }
  if (values.phone === null) values.phone_type = values.phone_ext = null;
  if (values.phone_2 === null) values.phone_2_type = values.phone_2_ext = null;
  if (values.email_2?.toLowerCase() === values.email?.toLowerCase()) values.email_2 = null;
  if (values.email === null && values.email_2 !== null) {
    values.email = values.email_2;
    values.email_2 = null;
  }
}
