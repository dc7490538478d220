import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { ImportField, RowReason } from '#contract/imports.contract.ts';
import { unmarkFormula } from '#rules/formula-mark.ts';
import { splitFullName } from '#rules/person-name.ts';
import { toE164 } from '#rules/phone-number.ts';
import { parsePlainDate } from '#rules/plain-date.ts';
import { toState } from '#rules/us-states.ts';
import { cutText } from '#rules/cut-text.ts';

/** Fields of a contact that a row fills; `null`: no column or an empty cell. */
export interface RowValues {
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  dob: string | null;
  gender: string | null;
  language: string | null;
  type: string | null;
  category: string | null;
  source: string | null;
  notes: string | null;
}

export interface RowProblem {
  readonly kind: 'problem';
  readonly reason: RowReason;
  readonly field: ImportField | null;
  readonly message: string;
}

export type NormalisedRow =
  | { readonly kind: 'good'; readonly values: RowValues }
  | { readonly kind: 'empty' }
  | RowProblem;

export interface RowRules {
  /** Columns of the file. */
  readonly width: number;
  readonly fields: readonly { readonly index: number; readonly field: ImportField }[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** Characters a field may have. Source: `ContactFields` of the contract. */
const LIMITS: Readonly<Record<ImportField, number>> = {
  first_name: 100,
  last_name: 100,
  full_name: 200,
  phone: 40,
  email: 254,
  address: 200,
  city: 100,
  state: 40,
  zip_code: 12,
  dob: 40,
  gender: 20,
  language: 20,
  type: 20,
  category: 60,
  source: 100,
  notes: 20_000,
};

const NOTHING = /^(n\/?a|none|null|nil|unknown|-+|\.+)$/i;
const EMAIL = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/;

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
    recruit: 'recruit',
    recruits: 'recruit',
    candidate: 'recruit',
  },
};

const problem = (reason: RowReason, field: ImportField | null, message: string): RowProblem => ({
  kind: 'problem',
  reason,
  field,
  message,
});

const quoted = (value: string) => `"${value.length > 60 ? `${cutText(value, 60)}…` : value}"`;
/** A field within a sentence. */
export const fieldWords = (field: ImportField) =>
  field === 'dob' ? 'birth date' : field === 'email' ? 'e-mail' : field.replaceAll('_', ' ');
const named = (field: ImportField) => {
  const words = fieldWords(field);
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
};

/** Reads one row. `unclosed`: its line opened a quote that never ends. */
export function normaliseRow(cells: readonly string[], unclosed: boolean, rules: RowRules): NormalisedRow {
  if (unclosed) return problem('quote_unclosed', null, 'A quote is opened in this line and never closed.');
  if (!cells.some((cell) => cell.trim() !== '')) return { kind: 'empty' };
  if (cells.length < rules.width) {
    return problem('row_cut_short', null, `The row has ${cells.length} of ${rules.width} columns.`);
  }
  if (cells.length > rules.width && cells.slice(rules.width).some((cell) => cell.trim() !== '')) {
    return problem('row_too_long', null, `The row has ${cells.length} columns instead of ${rules.width}.`);
  }
  const values = emptyValues();
  for (const { index, field } of rules.fields) {
    const text = unmarkFormula(cells[index] ?? '').trim();
    if (text === '') continue;
    if (text.length > LIMITS[field]) {
      const most = LIMITS[field];
      return problem('text_too_long', field, `${named(field)} has ${text.length} characters; at most ${most} fit.`);
    }
    const fault = READERS[field](text, values, rules.today);
    if (fault !== null) return fault;
  }
  if (!values.first_name && !values.last_name && !values.phone && !values.email) {
    return problem('name_and_reach_missing', null, 'The row has no name, no phone and no e-mail.');
  }
  return { kind: 'good', values };
}

const emptyValues = (): RowValues => ({
  first_name: null,
  last_name: null,
  phone: null,
  email: null,
  address: null,
  city: null,
  state: null,
  zip_code: null,
  dob: null,
  gender: null,
  language: null,
  type: null,
  category: null,
  source: null,
  notes: null,
});

type Reader = (text: string, values: RowValues, today: string) => RowProblem | null;

const asText =
  (field: Exclude<ImportField, 'full_name'>): Reader =>
  (text, values) => {
    values[field] = text;
    return null;
  };

const asWord =
  (field: 'gender' | 'language' | 'type'): Reader =>
  (text, values) => {
    const word = WORDS[field]?.[text.toLowerCase().replace(/\.$/, '')];
    if (word === undefined) return problem('value_unknown', field, `${named(field)} ${quoted(text)} is not known.`);
    values[field] = word;
    return null;
  };

const READERS: Readonly<Record<ImportField, Reader>> = {
  first_name: asText('first_name'),
  last_name: asText('last_name'),
  address: asText('address'),
  city: asText('city'),
  zip_code: asText('zip_code'),
  category: asText('category'),
  source: asText('source'),
  notes: asText('notes'),
  gender: asWord('gender'),
  language: asWord('language'),
  type: asWord('type'),
  state: (text, values) => {
    values.state = toState(text);
    return null;
  },
  full_name: (text, values) => {
    const name = splitFullName(text);
    if (name.first_name.length > LIMITS.first_name || name.last_name.length > LIMITS.last_name) {
      return problem('text_too_long', 'full_name', 'Full name is too long to split into first and last name.');
    }
    values.first_name ??= name.first_name || null;
    values.last_name ??= name.last_name || null;
    return null;
  },
  phone: (text, values) => {
    if (NOTHING.test(text)) return null;
    const number = toE164(text) ?? readPhone(text);
    if (number === null) return problem('phone_unreadable', 'phone', `Phone ${quoted(text)} is not a phone number.`);
    values.phone = number;
    return null;
  },
  email: (text, values) => {
    if (NOTHING.test(text)) return null;
    const address = text.replace(/^mailto:/i, '').replace(/^<(.*)>$/, '$1');
    if (!EMAIL.test(address)) return problem('email_unreadable', 'email', `E-mail ${quoted(text)} is not an address.`);
    values.email = address;
    return null;
  },
  dob: (text, values, today) => {
    if (NOTHING.test(text)) return null;
    const date = parsePlainDate(text, Number(today.slice(0, 4)));
    if (date === null) return problem('dob_unreadable', 'dob', `Birth date ${quoted(text)} is not a date.`);
    if (date > today) return problem('dob_in_future', 'dob', `Birth date ${quoted(text)} lies in the future.`);
    values.dob = date;
    return null;
  },
};

function readPhone(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'US');
  return number?.isValid() === true ? number.number : null;
}
