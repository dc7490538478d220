import type { Security } from '#contract/records/securities.contract.ts';

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
