import type { SpendType } from '#contract/wallets.contract.ts';

/** What a chart's number opens: the entries of a usage type, or of one of its days. */
export interface Chosen {
  readonly usage: SpendType;
  readonly day?: string;
}
