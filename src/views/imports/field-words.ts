import type { ImportField } from '#contract/imports.contract.ts';

/** Fields as the wizard names them, in the order of its lists. */
export const FIELD_WORDS: Readonly<Record<ImportField, string>> = {
  full_name: 'Full name',
  first_name: 'First name',
  last_name: 'Last name',
  phone: 'Phone',
  email: 'E-mail',
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
  notes: 'Notes',
};
