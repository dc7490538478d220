import type { ImportField, RowReason } from '#contract/imports/rows.contract.ts';
import { cutText } from '#rules/imports/cut-text.ts';
import { splitFullName } from '#rules/contacts/person-name.ts';
import { parsePlainDate } from '#rules/time/plain-date.ts';
import { toState } from '#rules/places/us-states.ts';
import { phoneTypeOf, readDate, readEmail, readPhone, zipOf } from './read-cell.ts';
import type { LeftOver, MappedColumn, RowProblem, RowRules, RowValues } from './row-values.ts';

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
  gender: 60,
  language: 60,
  type: 60,
  category: 60,
  source: 100,
  status: 200,
  group: 500,
  follow_up_on: 40,
  notes: 20_000,
};

/** Also what programs write where they know nothing. */
const NOTHING =
  /^(n\/?a|none|null|nil|nan|unknown|unspecified|not (specified|provided|available)|no (phone|e-?mail)|0+\/0+\/0+|[0().\s-]+|-+|\.+)$/i;
/** Between several values of one cell: Google writes `:::`. */
const BETWEEN = /\s*(?::::|[;|\n]|\s\/\s|,(?=\s)|\bor\b)\s*/i;

const WORDS: Partial<Record<ImportField, Readonly<Record<string, string>>>> = {
  gender: {
    m: 'male',
    male: 'male',
    man: 'male',
    f: 'female',
    female: 'female',
    woman: 'female',
    other: 'other',
    x: 'other',
  },
  language: {
    english: 'english',
    en: 'english',
    eng: 'english',
    spanish: 'spanish',
    es: 'spanish',
    español: 'spanish',
    espanol: 'spanish',
    french: 'french',
    fr: 'french',
    chinese: 'chinese',
    mandarin: 'chinese',
    cantonese: 'chinese',
    zh: 'chinese',
    korean: 'korean',
    ko: 'korean',
    german: 'german',
    de: 'german',
  },
  type: {
    lead: 'lead',
    leads: 'lead',
    prospect: 'lead',
    client: 'client',
    clients: 'client',
    customer: 'client',
    evangelist: 'client',
    subscriber: 'lead',
    opportunity: 'lead',
    'marketing qualified lead': 'lead',
    marketingqualifiedlead: 'lead',
    'sales qualified lead': 'lead',
    salesqualifiedlead: 'lead',
    recruit: 'recruit',
    recruits: 'recruit',
    candidate: 'recruit',
  },
};

export const problem = (reason: RowReason, field: ImportField | null, message: string): RowProblem => ({
  kind: 'problem',
  reason,
  field,
  message,
});

const quoted = (value: string) => `"${value.length > 60 ? `${cutText(value, 60)}…` : value}"`;
const SPOKEN: Partial<Record<ImportField, string>> = {
  dob: 'birth date',
  email: 'e-mail',
  email_2: 'second e-mail',
  phone_2: 'second phone',
  follow_up_on: 'follow-up',
};
/** A field within a sentence. */
export const fieldWords = (field: string) =>
  SPOKEN[field as ImportField] ?? field.replace(/_id$/, '').replaceAll('_', ' ');
const named = (field: ImportField) => {
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
  /** `null`: nothing. */
  left: LeftOver[] | null;
}

function leave(reading: Reading, column: MappedColumn, value: string): void {
  reading.left ??= [];
  reading.left.push({ label: labelOf(column), value });
}

type Reader = (text: string, reading: Reading, column: MappedColumn) => RowProblem | null;

const oneLine = (text: string) => (text.includes('\n') ? text.replace(/\s*\n\s*/g, ', ') : text);

const asText =
  (field: 'first_name' | 'last_name' | 'company' | 'address' | 'city' | 'category' | 'source'): Reader =>
  (text, { values }) => {
    values[field] = oneLine(text);
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

/**
 * Reads one or several values of a cell. Values that the second field can't read are kept aside: the first field
 * identifies the person.
 */
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
    if (field === kind && found.every(({ value }) => value === null)) {
      return problem(reason, kind, `${named(kind)} ${quoted(text)} ${fault}.`);
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
  if (column.phoneType && slot === 'phone') values.phone_type ??= column.phoneType;
  if (column.phoneType && slot === 'phone_2') values.phone_2_type ??= column.phoneType;
}

const asPhoneType =
  (field: 'phone_type' | 'phone_2_type'): Reader =>
  (text, { values }) => {
    values[field] = phoneTypeOf(text);
    return null;
  };

export const READERS: Readonly<Record<ImportField, Reader>> = {
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
  notes: (text, { values }) => {
    values.notes = text;
    return null;
  },
  address_2: (text, reading) => {
    reading.unit = oneLine(text);
    return null;
  },
  zip_code: (text, { values }) => {
    values.zip_code = zipOf(text);
    return null;
  },
  state: (text, { values }) => {
    values.state = toState(text);
    return null;
  },
  full_name: (text, { values }) => {
    const name = splitFullName(text);
    if (name.first_name.length > LIMITS.first_name || name.last_name.length > LIMITS.last_name) {
      return problem('text_too_long', 'full_name', 'Full name is too long to split into first and last name.');
    }
    values.first_name ??= name.first_name || null;
    values.last_name ??= name.last_name || null;
    return null;
  },
  dob: (text, { values, rules: { today } }) => {
    if (NOTHING.test(text)) return null;
    const date = readDate(text, today);
    if (date === null) return problem('dob_unreadable', 'dob', `Birth date ${quoted(text)} isn't a date.`);
    if (date > today) return problem('dob_in_future', 'dob', `Birth date ${quoted(text)} is in the future.`);
    values.dob = date;
    return null;
  },
  follow_up_on: (text, { values, rules: { today } }) => {
    if (NOTHING.test(text)) return null;
    // Two-digit years of a plan lie ahead.
    const date = parsePlainDate(text, Number(today.slice(0, 4)) + 10);
    if (date === null) return problem('date_unreadable', 'follow_up_on', `Follow-up ${quoted(text)} isn't a date.`);
    values.follow_up_on = date;
    return null;
  },
};
