import { CONTACT_TAGS_MAX } from '#contract/contacts/tag.contract.ts';
import { CAPTURE_MAX_CHARS } from '#contract/records/data-capture.contract.ts';
import type { ImportField, RowReason } from '#contract/imports/rows.contract.ts';
import type { ConsentField } from '#contract/imports/consent-columns.contract.ts';
import type { PolicyField } from '#contract/imports/policy-columns.contract.ts';
import { extensionIn } from '#rules/phone/phone-number.ts';
import { cutText } from '#rules/imports/cut-text.ts';
import { POLICY_FIELD_WORDS, policyPartOf } from '#rules/imports/policy-field-words.ts';
import { readSealed, sealedFault } from '#rules/insurance/sealed-numbers.ts';
import { type DateOrder, type DatePart, parsePlainDate } from '#rules/time/plain-date.ts';
import { readState } from '#rules/places/us-states.ts';
import type { RowConsent } from '../consents/row-consents.ts';
import { keepCaptures } from './read-captures.ts';
import { phoneTypeOf, readDate, readEmail, readPhone, zipOf } from './read-cell.ts';
import { ownerNamed } from './read-owner.ts';
import { POLICY_LIMITS, type PoliciesRead } from './policy-values.ts';
import { TAG_MAX_CHARS, tagsOfCell } from './read-tags.ts';
import { WORDS } from './field-choices.ts';
import type { LeftOver, MappedColumn, RowProblem, RowRules, RowValues, UnreadCell } from './row-values.ts';

/** Characters a field may have. Source: `ContactFields` of the contract. */
export const LIMITS: Readonly<Record<ImportField, number>> = {
  first_name: 100,
  last_name: 100,
  full_name: 200,
  phone: 120,
  phone_type: 40,
  phone_2: 120,
  phone_2_type: 40,
  email: 800,
  email_2: 800,
  company: 100,
  address: 200,
  address_2: 100,
  city: 100,
  state: 40,
  zip_code: 12,
  dob: 40,
  dob_day: 20,
  dob_month: 20,
  dob_year: 20,
  gender: 60,
  language: 60,
  type: 60,
  category: 60,
  source: 100,
  status: 200,
  group: 500,
  follow_up_on: 40,
  follow_up_note: 500,
  medicare_number: 60,
  part_a_on: 40,
  part_b_on: 40,
  owner: 254,
  consent_call: 200,
  consent_text: 200,
  consent_mail: 200,
  do_not_call: 200,
  data_captures: 500_000,
  tags: 2_000,
  ...POLICY_LIMITS,
  notes: 20_000,
};

/** Also what programs write where they know nothing. */
export const NOTHING =
  /^(n\/?a|none|null|nil|nan|unknown|unspecified|not (specified|provided|available)|no (phone|e-?mail)|0+\/0+\/0+|[0().\s-]+|-+|\.+)$/i;
/** Between several values of one cell: Google writes `:::`. */
const BETWEEN = /\s*(?::::|[;|\n]|\s\/\s|,(?=\s)|\bor\b)\s*/i;

export const problem = (reason: RowReason, field: ImportField | null, message: string): RowProblem => ({
  kind: 'problem',
  reason,
  field,
  message,
});

export const quoted = (value: string) => `"${value.length > 60 ? `${cutText(value, 60)}…` : value}"`;
const SPOKEN: Partial<Record<ImportField, string>> = {
  dob: 'birth date',
  dob_day: 'birth day',
  dob_month: 'birth month',
  dob_year: 'birth year',
  email: 'e-mail',
  email_2: 'second e-mail',
  phone_2: 'second phone',
  follow_up_on: 'follow-up',
  data_captures: 'custom fields',
  medicare_number: 'Medicare number',
  part_a_on: 'Part A date',
  part_b_on: 'Part B date',
  consent_mail: 'e-mail consent',
  consent_call: 'call consent',
  consent_text: 'text consent',
  do_not_call: 'Do Not Call',
};
/** A field within a sentence. */
export const fieldWords = (field: string) =>
  SPOKEN[field as ImportField] ??
  (policyPartOf(field) === null ? field.replace(/_id$/, '').replaceAll('_', ' ') : policyWords(field));
const policyWords = (field: string) => POLICY_FIELD_WORDS[field as PolicyField].replace('P', 'p');
export const named = (field: ImportField) => {
  const words = fieldWords(field);
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
};

export const tooLong = (field: ImportField, length: number) =>
  problem('text_too_long', field, `${named(field)} has ${length} characters. The limit is ${LIMITS[field]}.`);

export interface Reading {
  readonly values: RowValues;
  readonly rules: RowRules;
  /** The second line of the address. */
  unit: string | null;
  fullName: string | null;
  /** Parts of the birth date as written; `null`: none. */
  birth: Partial<Record<DatePart, string>> | null;
  /** Policies by their place among the columns; `null`: none. */
  policies: PoliciesRead | null;
  /** What consent cells say; `null`: nothing. */
  consents: RowConsent[] | null;
  /** `null`: nothing. */
  left: LeftOver[] | null;
  /** `null`: every cell was read. */
  unread: UnreadCell[] | null;
}

/** Fields whose cell must be read: names identify the person. */
const REQUIRED: readonly ImportField[] = ['first_name', 'last_name', 'full_name'];

/**
 * Notes a fault of one cell and keeps its text, unless it is to be sealed, so that the person is imported without it. False: the whole row is at
 * fault, since the cell is a name or too long to keep.
 */
export function passOver(reading: Reading, column: MappedColumn, { reason, message }: RowProblem, text: string) {
  if (REQUIRED.includes(column.field) || text.length > CAPTURE_MAX_CHARS) return false;
  reading.unread ??= [];
  reading.unread.push({ index: column.index, field: column.field, reason, message });
  // A custom field isn't sealed.
  if (column.field !== 'medicare_number') leave(reading, column, text);
  return true;
}

export function leave(reading: Reading, column: MappedColumn, value: string): void {
  reading.left ??= [];
  reading.left.push({ label: labelOf(column), value });
}

export type Reader = (text: string, reading: Reading, column: MappedColumn) => RowProblem | null;

const oneLine = (text: string) => (text.includes('\n') ? text.replace(/\s*\n\s*/g, ', ') : text);

const asText =
  (field: 'first_name' | 'last_name' | 'company' | 'address' | 'city' | 'category' | 'source'): Reader =>
  (text, { values }) => {
    values[field] = oneLine(text);
    return null;
  };

const asWritten =
  (field: 'notes' | 'follow_up_note'): Reader =>
  (text, { values }) => {
    values[field] = text;
    return null;
  };

const asWord =
  (field: 'gender' | 'language' | 'type'): Reader =>
  (text, { values }) => {
    const written = text.toLowerCase().replace(/\.$/, '');
    const word = WORDS[field]?.[written] ?? WORDS[field]?.[written.replace(/-[a-z]{2}$/, '')];
    if (word !== undefined) values[field] = word;
    else if (!NOTHING.test(text)) {
      return problem('value_unknown', field, `${named(field)} ${quoted(text)} is unknown.`);
    }
    return null;
  };

const asChoice =
  (field: 'status' | 'group'): Reader =>
  (text, reading, column) => {
    const { values, rules } = reading;
    // Google puts a star before the groups that it makes itself.
    const names = text.split(/\s*:::\s*/).filter((name) => name !== '' && !name.startsWith('*'));
    const known = names.find((name) => rules.choices?.[field].has(name.toLowerCase()));
    const id = rules.choices?.[field].get(known?.toLowerCase() ?? '');
    if (id !== undefined) values[`${field}_id`] = String(id);
    const others = names.filter((name) => name !== known).join(', ');
    if (others !== '') leave(reading, column, others);
    return null;
  };

const labelOf = ({ label, field }: MappedColumn) => label ?? named(field);

/** Phones or e-mails, of which a contact has two. */
const REACH = {
  phone: { second: 'phone_2', read: readPhone, reason: 'phone_unreadable', fault: 'is not a phone number' },
  email: { second: 'email_2', read: readEmail, reason: 'email_unreadable', fault: 'is not an address' },
} as const;

/** Reads one or several values of a cell. Those that can't be read are kept aside, unless all of them can't. */
const asReach =
  (kind: 'phone' | 'email', field: 'phone' | 'phone_2' | 'email' | 'email_2' = kind): Reader =>
  (text, reading, column) => {
    const { read, reason, fault } = REACH[kind];
    const whole = read(text);
    if (whole !== null) {
      place(reading, column, { kind, field, value: whole, written: text });
      return null;
    }
    if (NOTHING.test(text)) return null;
    const parts = text.split(BETWEEN).filter(Boolean);
    const found = parts.map((written) => ({ kind, field, value: read(written), written }));
    if (found.every(({ value }) => value === null)) {
      return problem(reason, field, `${named(field)} ${quoted(text)} ${fault}.`);
    }
    for (const one of found) place(reading, column, one);
    return null;
  };

interface Found {
  readonly kind: 'phone' | 'email';
  readonly field: 'phone' | 'phone_2' | 'email' | 'email_2';
  /** `null` when it can't be read. */
  readonly value: string | null;
  readonly written: string;
}

function place(reading: Reading, column: MappedColumn, { kind, field, value, written }: Found): void {
  const { values } = reading;
  const { second } = REACH[kind];
  const slot = values[field] === null ? field : second;
  if (value !== null && (value === values[kind] || value === values[second])) return;
  if (value === null || values[slot] !== null) {
    leave(reading, column, written);
    return;
  }
  values[slot] = value;
  if (slot === 'phone' || slot === 'phone_2') values[`${slot}_ext`] = extensionIn(written);
  if (column.phoneType && slot === 'phone') values.phone_type ??= column.phoneType;
  if (column.phoneType && slot === 'phone_2') values.phone_2_type ??= column.phoneType;
}

const asPhoneType =
  (field: 'phone_type' | 'phone_2_type'): Reader =>
  (text, { values }) => {
    values[field] = phoneTypeOf(text);
    return null;
  };

const asBirthPart =
  (part: DatePart): Reader =>
  (text, reading) => {
    if (NOTHING.test(text)) return null;
    reading.birth ??= {};
    reading.birth[part] = text;
    return null;
  };

export const noDate = (name: string, text: string, order: DateOrder = 'month_first') =>
  order === 'day_first' && parsePlainDate(text, 2100) !== null
    ? `${name} ${quoted(text)} isn't a date when the day comes first.`
    : `${name} ${quoted(text)} isn't a date.`;

const asPartDate =
  (field: 'part_a_on' | 'part_b_on'): Reader =>
  (text, { values, rules: { today } }, { dateOrder }) => {
    if (NOTHING.test(text)) return null;
    const date = readDate(text, today, dateOrder);
    if (date === null) return problem('date_unreadable', field, noDate(named(field), text, dateOrder));
    values[field] = date;
    return null;
  };

export const READERS: Readonly<Record<Exclude<ImportField, PolicyField | ConsentField>, Reader>> = {
  first_name: asText('first_name'),
  last_name: asText('last_name'),
  company: asText('company'),
  address: asText('address'),
  city: asText('city'),
  category: asText('category'),
  source: asText('source'),
  gender: asWord('gender'),
  language: asWord('language'),
  type: asWord('type'),
  status: asChoice('status'),
  group: asChoice('group'),
  phone: asReach('phone'),
  phone_2: asReach('phone', 'phone_2'),
  phone_type: asPhoneType('phone_type'),
  phone_2_type: asPhoneType('phone_2_type'),
  email: asReach('email'),
  email_2: asReach('email', 'email_2'),
  part_a_on: asPartDate('part_a_on'),
  part_b_on: asPartDate('part_b_on'),
  medicare_number: (text, { values }) => {
    if (NOTHING.test(text)) return null;
    const number = readSealed('medicare_number', text);
    if (number === null) {
      return problem('medicare_number_invalid', 'medicare_number', sealedFault('medicare_number'));
    }
    values.medicare_number = number;
    return null;
  },
  owner: (text, { values, rules: { choices } }) => {
    if (NOTHING.test(text) || choices?.owners === undefined) return null;
    const id = ownerNamed(text, choices.owners);
    if (id === undefined) {
      return problem('value_unknown', 'owner', `Owner ${quoted(text)} isn't a user you can assign contacts to.`);
    }
    if (id === null) {
      return problem('value_unknown', 'owner', `Owner ${quoted(text)} matches several users. Enter the username.`);
    }
    values.owner_id = id === choices.owners.own ? null : String(id);
    return null;
  },
  tags: (text, { values, rules: { choices } }) => {
    if (NOTHING.test(text)) return null;
    const names = tagsOfCell(text, choices?.tags);
    if (names.length > CONTACT_TAGS_MAX) {
      return problem('text_too_long', 'tags', `The cell has ${names.length} tags. The limit is ${CONTACT_TAGS_MAX}.`);
    }
    const long = names.find((name) => name.length > TAG_MAX_CHARS);
    if (long !== undefined) {
      const message = `Tag ${quoted(long)} has ${long.length} characters. The limit is ${TAG_MAX_CHARS}.`;
      return problem('text_too_long', 'tags', message);
    }
    values.tags = names.join('\n') || null;
    return null;
  },
  notes: asWritten('notes'),
  follow_up_note: asWritten('follow_up_note'),
  data_captures: (text, reading, column) => keepCaptures(text, labelOf(column), (reading.left ??= [])),
  address_2: (text, reading) => {
    reading.unit = oneLine(text);
    return null;
  },
  zip_code: (text, { values }) => {
    values.zip_code = zipOf(text);
    return null;
  },
  state: (text, { values }) => {
    if (NOTHING.test(text)) return null;
    const state = readState(text);
    if (state === null) return problem('value_unknown', 'state', `State ${quoted(text)} is unknown.`);
    values.state = state;
    return null;
  },
  full_name: (text, reading) => {
    reading.fullName = oneLine(text);
    return null;
  },
  dob: (text, { values, rules: { today } }, { dateOrder }) => {
    if (NOTHING.test(text)) return null;
    const date = readDate(text, today, dateOrder);
    if (date === null) return problem('dob_unreadable', 'dob', noDate('Birth date', text, dateOrder));
    if (date > today) return problem('dob_in_future', 'dob', `Birth date ${quoted(text)} is in the future.`);
    values.dob = date;
    return null;
  },
  dob_day: asBirthPart('day'),
  dob_month: asBirthPart('month'),
  dob_year: asBirthPart('year'),
  follow_up_on: (text, { values, rules: { today } }, { dateOrder }) => {
    if (NOTHING.test(text)) return null;
    // Two-digit years of a plan lie ahead.
    const date = parsePlainDate(text, Number(today.slice(0, 4)) + 10, dateOrder);
    if (date === null) return problem('date_unreadable', 'follow_up_on', noDate('Follow-up', text, dateOrder));
    values.follow_up_on = date;
    return null;
  },
};
