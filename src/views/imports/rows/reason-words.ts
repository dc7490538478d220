import type { ImportField, RowReason } from '#contract/imports/rows.contract.ts';
import { formatCount } from '../../_kit/format/format-count.ts';
import { FIELD_WORDS } from '../field-words.ts';

const PLAIN: Readonly<Record<RowReason, string>> = {
  new: 'New contact',
  fields_changed: 'Fields changed',
  fields_filled: 'Filled from a later row',
  tags_added: 'Tags added',
  already_there: 'Existing contact',
  scrubbed: 'Existing contact (scrub)',
  same_as_earlier_row: 'Same as an earlier row',
  contradicts_earlier_row: 'Conflicts with an earlier row',
  empty_row: 'Empty row',
  heading_or_total: 'Heading, total or page mark',
  placeholders_only: 'Only placeholders such as N/A',
  row_cut_short: 'Row is cut short',
  row_too_long: 'Row has too many cells',
  quote_unclosed: 'Unclosed quote',
  name_and_reach_missing: 'No name, phone or e-mail',
  phone_unreadable: 'Invalid phone',
  email_unreadable: 'Invalid e-mail',
  dob_unreadable: 'Invalid birth date',
  dob_in_future: 'Birth date is in the future',
  medicare_number_invalid: 'Invalid Medicare number',
  date_unreadable: 'Invalid date',
  text_too_long: 'Text is too long',
  value_unknown: 'Unknown value',
  custom_fields_full: 'Too many custom fields',
  premium_unreadable: 'Invalid premium',
  policy_unnamed: 'Policy without carrier and plan',
  policies_full: 'Too many policies',
  tags_full: 'Too many tags',
};

/** Reasons of skipped rows; the others are problems, which are stored and listed. */
const SKIPS: readonly RowReason[] = [
  'empty_row',
  'heading_or_total',
  'placeholders_only',
  'same_as_earlier_row',
  'contradicts_earlier_row',
  'already_there',
  'scrubbed',
];
export const isSkip = (reason: RowReason): boolean => SKIPS.includes(reason);

const OF_FIELD: Partial<Record<RowReason, (field: string) => string>> = {
  fields_changed: (fields) => `${fields} changed`,
  fields_filled: (fields) => `${fields} filled`,
  text_too_long: (field) => `${field} is too long`,
  value_unknown: (field) => `Unknown ${inSentence(field)}`,
  date_unreadable: (field) => `${field} is not a date`,
};

/** Why a row came out as it did. `detail` is what the row carries: fields by their wire names, or a row's number. */
export function reasonWords(reason: RowReason, detail: string | null = ''): string {
  if (reason === 'same_as_earlier_row' && /^\d+$/.test(detail ?? ''))
    return `Same as row ${formatCount(Number(detail))}`;
  if (reason === 'contradicts_earlier_row' && /^\d+$/.test(detail ?? ''))
    return `Conflicts with row ${formatCount(Number(detail))}`;
  const fields = fieldList(detail ?? '');
  return (fields && OF_FIELD[reason]?.(fields)) || PLAIN[reason];
}

/** `phone,city,zip_code` → "Phone, city and ZIP code"; empty when a name is not one of ours. */
function fieldList(detail: string): string {
  const names = detail
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const words = names.map((name) => (name === 'policies' ? 'Policies' : (FIELD_WORDS[name as ImportField] ?? '')));
  if (words.length === 0 || words.includes('')) return '';
  const [first = '', ...others] = words;
  const rest = others.map(inSentence);
  return rest.length === 0 ? first : `${[first, ...rest.slice(0, -1)].join(', ')} and ${rest.at(-1)}`;
}

const inSentence = (field: string): string => (/^(ZIP|Medicare|Part [AB])/.test(field) ? field : field.toLowerCase());
