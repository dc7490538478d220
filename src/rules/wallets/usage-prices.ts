import { LOOKUP_CENTS } from '#contract/verifications.contract.ts';
import type { UsageType } from '#contract/wallets.contract.ts';
import { MICROS_OF_CENT } from './micros.ts';

export interface UsagePriceOf {
  /** Micro-dollars for one. */
  readonly micros: number;
  readonly unit: string;
}

/** Ours: what carriers ask, rounded up; an agency's own prices of texts are settings. */
export const USAGE_PRICES: Readonly<Record<UsageType, UsagePriceOf>> = {
  sms: { micros: 12_000, unit: 'segment' },
  mms: { micros: 30_000, unit: 'message' },
  call: { micros: 20_000, unit: 'minute' },
  phone_verification: { micros: LOOKUP_CENTS * MICROS_OF_CENT, unit: 'number' },
  mailer: { micros: 50_000, unit: 'piece' },
};
