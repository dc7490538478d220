import type { SpendType, TransactionKind, WalletPeriod } from '#contract/wallets.contract.ts';

/** What a wallet pays for, in words. */
export const USAGE_WORDS: Readonly<Record<SpendType, string>> = {
  sms: 'Texts',
  mms: 'Picture messages',
  call: 'Calls',
  phone_verification: 'Phone verifications',
  mailer: 'Mailers',
  store: 'Store',
  number: 'Phone numbers',
};

export const KIND_WORDS: Readonly<Record<TransactionKind, string>> = {
  top_up: 'Top-up',
  refill: 'Auto-refill',
  spend: 'Spent',
  hold: 'Put on hold',
  capture: 'Spent from hold',
  release: 'Returned from hold',
  allocate: 'Allocated',
  reclaim: 'Reclaimed',
  refund: 'Refunded',
  dispute: 'Disputed',
  dispute_won: 'Dispute won',
};

export const PERIOD_WORDS: Readonly<Record<WalletPeriod, string>> = {
  week: 'Last 7 days',
  month: 'Last 30 days',
  quarter: 'Last 91 days',
  year: 'Last 365 days',
};

interface Side {
  readonly kind: string;
  readonly usage: string;
  /** False: another wallet's. */
  readonly mine: boolean;
}

const isUsage = (usage: string): usage is SpendType => usage in USAGE_WORDS;

/** The name of one side of a posting. */
export function postingWords({ kind, usage, mine }: Side): string {
  if (kind === 'revenue' && usage === 'store_card') return USAGE_WORDS.store;
  if (kind === 'revenue' && usage === 'number_card') return USAGE_WORDS.number;
  if (kind === 'revenue') return isUsage(usage) ? USAGE_WORDS[usage] : 'Usage';
  if (kind === 'card') return 'Card';
  if (kind === 'held') return 'On hold';
  if (kind === 'wallet') return mine ? 'This wallet' : 'Another wallet';
  return 'Corrections';
}
