import type { PaymentInfo } from '#contract/billing.contract.ts';

const BRANDS: Record<PaymentInfo['brand'], string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  other: 'Card',
};

export const brandWord = (brand: PaymentInfo['brand']): string => BRANDS[brand];

/** 04/30 */
export const expiryWord = ({ exp_month, exp_year }: Pick<PaymentInfo, 'exp_month' | 'exp_year'>): string =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`;
