import { MARKED_CHANNELS } from '#contract/contacts/contact-list.contract.ts';
import type { ContactFilter, ContactsScope } from '#contract/contacts/scope.contract.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { DAY_FIELDS, FILTER_OPS_OF, isEmptyOp } from '#rules/contacts/filter-ops.ts';
import { parsePlainDate } from '#rules/time/plain-date.ts';
import { readState } from '#rules/places/us-states.ts';
import { refuseField } from '../../../errors.ts';
import { readPhone } from '../contact-phone.ts';
import { countyOf } from './counties.ts';

/** One word of `q`: somewhere in the text, at the start of a name, or at the start of a phone number. */
export interface SearchWord {
  readonly kind: 'part' | 'start' | 'phone';
  readonly text: string;
}

export interface SearchFilter {
  readonly field: ContactFilter['field'] | 'representer_type';
  readonly op: NonNullable<ContactFilter['op']>;
  /** Any of them; with `not`, none of them. */
  readonly values: readonly string[];
}

/** Maximum words of a search. Our choice: more find no one and cost a plan each. */
const MAX_WORDS = 12;

/** Values of one filter at most. Ours. */
const MAX_VALUES = 100;

/**
 * A phone number within a text, as people write it: at least seven digits, with the international prefix and an
 * extension.
 */
const PHONE =
  /(?:\b(?:00|011)[\s.-]?(?=\d))?\+?\(?\d(?:[\s().\-–/·]{0,2}\d){6,}(?:[\s,;]*(?:x|ext|extension)\.?[\s:]*\d{1,6}\b)?/gi;
const ABROAD = /^(?:00|011)(?=\d{8})/;
const EXTENSION = /[\s,;]*(?:x|ext|extension)\.?[\s:]*\d{1,6}$/i;
const PHONE_MARKS = /^[+\d().\-–/·]*\d[+\d().\-–/·]*$/;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Stored digits of a number: without extension, international prefix, and a zero in brackets as in `+44 (0)20`. */
const phoneDigits = (phone: string) =>
  digitsOf(phone.replace(EXTENSION, '').replace(/(\+\d{1,3}\s?)\(0\)/, '$1')).replace(ABROAD, '');

/** A word that may be part of a phone number counts by its digits, in any format. */
function wordOf(text: string): SearchWord {
  if (!PHONE_MARKS.test(text)) return { kind: /^[\p{L}\p{N}]{1,2}$/u.test(text) ? 'start' : 'part', text };
  const digits = digitsOf(text);
  return { kind: digits.length < 3 ? 'phone' : 'part', text: digits };
}

/** Words of `q`; a contact matches when each of them is found. */
export function searchWords(q: string): SearchWord[] {
  const phones: string[] = [];
  const rest = cleanLine(q).replace(PHONE, (phone) => {
    phones.push(phoneDigits(phone));
    return ' ';
  });
  const written = rest.split(' ').filter(Boolean);
  const telling = written.filter((word) => /[\p{L}\p{N}]/u.test(word));
  // Punctuation between words is ignored, but punctuation alone is searched literally.
  const words = telling.length + phones.length > 0 ? telling : written;
  return [...phones.map((text) => ({ kind: 'part' as const, text })), ...words.map(wordOf)].slice(0, MAX_WORDS);
}

const IDS: readonly ContactFilter['field'][] = [
  'tag',
  'import_id',
  'status',
  'agentflow_status',
  'group',
  'pool',
  'owner',
  'api_vendor',
];

/** @throws {Refusal} `refused` under the filter's field when the field doesn't support it. */
function readFilter({ field, op = 'is', value }: ContactFilter, thisYear: number): SearchFilter | null {
  if (!FILTER_OPS_OF[field].includes(op)) throw refuseField(field, `The filter “${field}” doesn't support “${op}”.`);
  if (isEmptyOp(op)) return { field, op, values: [''] };
  const written = [value].flat().map(cleanLine).filter(Boolean);
  if (written.length > MAX_VALUES) throw refuseField(field, `Use at most ${MAX_VALUES} values in a filter.`);
  const values = written.map((text) => readValue(field, op, text, thisYear));
  return values.length === 0 ? null : { field, op, values };
}

function readValue(field: ContactFilter['field'], op: SearchFilter['op'], text: string, thisYear: number): string {
  const exact = op === 'is' || op === 'not';
  if (field === 'phone') return exact ? (readPhone(text) ?? digitsOf(text)) : digitsOf(text) || text;
  if (field === 'state') return exact ? (readState(text) ?? text) : text;
  if (field === 'county') {
    const county = countyOf(text);
    if (county === null) throw refuseField(field, `“${text}” isn't a county. Use a format like Travis County, TX.`);
    return county.zips.join(' ');
  }
  if (field === 'policy_premium') {
    const dollars = /^\$?(\d{1,8}(?:\.\d{1,2})?)$/.exec(text.replaceAll(',', ''))?.[1];
    if (dollars === undefined) throw refuseField(field, `“${text}” isn't an amount. Use a format like 99.50.`);
    return dollars;
  }
  if (field === 'age') {
    if (!/^\d{1,3}$/.test(text)) throw refuseField(field, `“${text}” isn't an age. Use a number of years, like 65.`);
    return text;
  }
  if (field === 'consent' || field === 'opt_out') {
    if (!MARKED_CHANNELS.some((channel) => channel === text))
      throw refuseField(field, `The filter “${field}” accepts call, text and mail.`);
    return text;
  }
  if (field === 'birth_month') {
    if (!/^(?:[1-9]|1[0-2])$/.test(text)) throw refuseField(field, 'The filter “birth_month” accepts months 1 to 12.');
    return text;
  }
  if (IDS.includes(field)) {
    if (!/^\d{1,15}$/.test(text)) throw refuseField(field, `The filter “${field}” accepts IDs.`);
    return text;
  }
  if (DAY_FIELDS.includes(field)) {
    const day = parsePlainDate(text, thisYear);
    if (day === null) throw refuseField(field, `“${text}” isn't a valid date. Use a format like 01/14/1962.`);
    return day;
  }
  return text;
}

/** The filters of a scope as one list, without the empty ones. @throws {Refusal} `refused` by field. */
export function searchFilters(scope: ContactsScope, thisYear: number): SearchFilter[] {
  const asked: ContactFilter[] = [...scope.search];
  if (scope.type !== undefined) asked.push({ field: 'type', value: scope.type });
  if (scope.category !== undefined) asked.push({ field: 'category', value: scope.category });
  const filters = asked.map((filter) => readFilter(filter, thisYear)).filter((filter) => filter !== null);
  const title = scope.representer_type;
  return title === undefined ? filters : [...filters, { field: 'representer_type', op: 'is', values: [title] }];
}
