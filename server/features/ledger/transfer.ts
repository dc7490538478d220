import type { PlanKind } from '#contract/plans/plan.contract.ts';
import type { SpendType, UsageType } from '#contract/wallets.contract.ts';

/** What only cards pay for. */
export type SaleType = `${PlanKind}_plan` | 'max_plus' | 'store_card' | 'number_card';

/** Names a ledger account. */
export interface LedgerPlace {
  readonly kind: 'wallet' | 'held' | 'revenue' | 'card' | 'platform';
  /** A user; 0: the agency. */
  readonly ownerId: number;
  /** Of revenue: each account is filled by wallets or by cards, never by both. */
  readonly usage?: SpendType | SaleType;
}

/** What a statement says of a transfer. */
export interface About {
  readonly description: string;
  /** The user who asked. Absent: a job did. */
  readonly userId?: number;
  readonly quantity?: number;
  /** When it happened, if that was before now. */
  readonly eventAt?: Date;
}

/** `sale`: a card paid for something. Whether a wallet spent it is told by the revenue account alone. */
type TransferKind =
  | 'sale'
  | 'top_up'
  | 'refill'
  | 'spend'
  | 'allocate'
  | 'reclaim'
  | 'refund'
  | 'dispute'
  | 'dispute_won';

export interface Transfer extends About {
  readonly kind: TransferKind;
  /** The same key is the same transfer. */
  readonly key: string;
  /** Micro-dollars by ledger account; they sum to zero. */
  readonly legs: readonly (LedgerPlace & { readonly amount: number })[];
  readonly usage?: SpendType;
}

export interface Hold extends About {
  readonly key: string;
  readonly ownerId: number;
  /** Micro-dollars. */
  readonly amount: number;
  readonly subject: { readonly type: 'broadcast' | 'verification_run'; readonly id: number };
}

export interface Capture extends About {
  readonly holdId: number;
  readonly key: string;
  readonly usage: UsageType;
  readonly amount: number;
}
