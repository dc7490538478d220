import type { LeadFields, VendorLeadStatus } from '#contract/vendor-leads.contract.ts';
import type { Tone } from '../_kit/display/Icon.tsx';

export const LEAD_STATUS: Readonly<Record<VendorLeadStatus, { readonly text: string; readonly tone: Tone }>> = {
  accepted: { text: 'Accepted', tone: 'good' },
  duplicate: { text: 'Duplicate', tone: 'info' },
  refused: { text: 'Refused', tone: 'warn' },
  failed: { text: 'Failed', tone: 'bad' },
};

/** In the order of the form. */
export const LEAD_LABELS: Readonly<Record<keyof LeadFields, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  phone: 'Phone',
  phone_2: 'Phone 2',
  email: 'E-mail',
  email_2: 'E-mail 2',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip_code: 'ZIP code',
  dob: 'Birth date',
  gender: 'Gender',
  language: 'Language',
  category: 'Category',
  source: 'Source',
  company: 'Company',
};
export const LEAD_FIELDS = Object.keys(LEAD_LABELS) as (keyof LeadFields)[];
