import {
  EXPORT_COLUMNS,
  EXPORT_FREELY,
  EXPORT_WHY_MIN,
  type ExportColumn,
  MAX_EXPORT_LIMIT,
} from '#contract/exports.contract.ts';
import { formatCount } from '../words/format-count.ts';

/** Header of each column; an import maps those it recognizes by itself. */
export const EXPORT_HEADERS: Readonly<Record<ExportColumn, string>> = {
  number: 'Contact number',
  first_name: 'First name',
  last_name: 'Last name',
  phone: 'Phone',
  phone_type: 'Phone type',
  phone_2: 'Phone 2',
  phone_2_type: 'Phone 2 type',
  email: 'E-mail',
  email_2: 'E-mail 2',
  company: 'Company',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip_code: 'ZIP code',
  dob: 'Birth date',
  gender: 'Gender',
  language: 'Language',
  type: 'Type',
  category: 'Category',
  source: 'Source',
  status: 'Status',
  group: 'Group',
  tags: 'Tags',
  owner: 'Owner',
  pool: 'Pool',
  follow_up_on: 'Follow-up date',
  follow_up_note: 'Follow-up note',
  notes: 'Notes',
  data_captures: 'Custom fields',
  created_at: 'Created',
  last_touch_at: 'Last activity',
  last_call_at: 'Last call',
};

const REACH: readonly ExportColumn[] = ['first_name', 'last_name', 'phone', 'email'];
const MAIL: readonly ExportColumn[] = ['first_name', 'last_name', 'address', 'city', 'state', 'zip_code'];

/** Default columns by name. Birth dates must be chosen explicitly. */
export const EXPORT_PRESETS = [
  { key: 'reach', label: 'Names, phones and e-mails', columns: REACH },
  { key: 'mail', label: 'Addresses for letters', columns: MAIL },
  { key: 'all', label: 'Everything but birth dates', columns: EXPORT_COLUMNS.filter((column) => column !== 'dob') },
] as const;

/** True when re-authentication is required (promise P5). */
export const isProofDue = (count: number): boolean => count > EXPORT_FREELY;

/** True when a reason is required: for many contacts, and whenever birth dates are included. */
export const isWhyDue = (count: number, columns: readonly ExportColumn[]): boolean =>
  count > EXPORT_FREELY || columns.includes('dob');

/** Missing parts of an export, by request field, one sentence each; `null`: none. */
export function exportFault(asked: {
  readonly count: number;
  readonly columns: readonly ExportColumn[];
  readonly why: string;
}): { readonly field: 'selection' | 'columns' | 'why'; readonly text: string } | null {
  const { count, columns, why } = asked;
  if (count === 0) return { field: 'selection', text: 'The list has no contacts.' };
  if (count > MAX_EXPORT_LIMIT) {
    return { field: 'selection', text: `A file can hold up to ${formatCount(MAX_EXPORT_LIMIT)} contacts.` };
  }
  if (columns.length === 0) return { field: 'columns', text: 'Choose at least one column.' };
  if (isWhyDue(count, columns) && why.trim().length < EXPORT_WHY_MIN) {
    return { field: 'why', text: 'Enter a purpose for the file.' };
  }
  return null;
}
