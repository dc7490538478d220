import type { Security, SecurityFields } from '#contract/records/securities.contract.ts';
import type { FieldOf } from './record-fields.ts';

export const KIND_WORDS: Readonly<Record<Security['kind'], string>> = {
  fixed_annuity: 'Fixed annuity',
  indexed_annuity: 'Indexed annuity',
  variable_annuity: 'Variable annuity',
  brokerage: 'Brokerage account',
  ira: 'IRA',
  roth_ira: 'Roth IRA',
  mutual_fund: 'Mutual fund',
  cd: 'Certificate of deposit',
  bond: 'Bond',
  other: 'Other',
};

export const SECURITY_FIELDS: readonly FieldOf<keyof SecurityFields | 'account_number'>[] = [
  { name: 'company', label: 'Company', kind: 'text', maxLength: 120 },
  {
    name: 'kind',
    label: 'Kind',
    kind: 'choice',
    options: Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label })),
  },
  { name: 'account_number', label: 'Account number', kind: 'text', maxLength: 40 },
  { name: 'value_cents', label: 'Value in dollars', kind: 'money', maxLength: 16 },
  { name: 'purchased_on', label: 'Bought on', kind: 'date' },
  { name: 'matures_on', label: 'Matures on', kind: 'date' },
  {
    name: 'qualified',
    label: 'Qualified',
    kind: 'choice',
    hint: 'Tax is deferred, as in an IRA or a 401(k).',
    options: [
      { value: '', label: 'Not known' },
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
  },
  { name: 'notes', label: 'Notes', kind: 'area', whole: true, maxLength: 4_000 },
];

/** What an empty form starts with. */
export const NEW_SECURITY = { kind: 'fixed_annuity' } as const;

/** `yes`, `no` and nothing as the contract has them. */
export const qualifiedOf = (typed: unknown): boolean | null => (typed === '' ? null : typed === 'yes');
