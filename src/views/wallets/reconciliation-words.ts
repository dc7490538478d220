import type { DifferenceKind } from '#contract/wallets/reconciliation.contract.ts';

export const DIFFERENCE_WORDS: Readonly<Record<DifferenceKind, string>> = {
  not_recorded: 'Charged by the provider, not recorded here',
  not_at_provider: 'Recorded here, unknown to the provider',
  amount: 'Different amounts',
  not_on_ledger: 'Paid by card, not on the ledger',
  balance: "Balance doesn't match its entries",
  held: "Money on hold doesn't match open holds",
  usage: 'Segments paid for and sent differ',
};
