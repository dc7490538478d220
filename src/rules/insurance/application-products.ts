import type { ApplicationProduct } from '#contract/fire-light.contract.ts';

export const PRODUCT_NAMES: Readonly<Record<ApplicationProduct, string>> = {
  life: 'Life',
  final_expense: 'Final expense',
  annuity: 'Annuity',
  long_term_care: 'Long-term care',
};
