import type { Difference } from '#contract/wallets/reconciliation.contract.ts';
import { MICROS_OF_CENT, toDollars } from '#rules/wallets/micros.ts';
import type { Movement, Span } from '../../../adapters/payments/payments.ts';

/** A payment or a refund in the history of this account. */
export interface Recorded {
  readonly ref: string;
  /** Negative: money back. */
  readonly cents: number;
  readonly at: Date;
}

const isIn = ({ from, until }: Span, { at }: { readonly at: Date }): boolean => from <= at && at < until;

const dollarsOf = (found: { readonly cents: number } | undefined): number | null =>
  found === undefined ? null : toDollars(found.cents * MICROS_OF_CENT);

/**
 * What the history of a day and the provider's list disagree about. Both may reach beyond the day: one side writes down
 * after midnight what the other did before it.
 */
export function compare(day: Span, recorded: readonly Recorded[], moved: readonly Movement[]) {
  const ours = new Map(recorded.map((one) => [one.ref, one]));
  const theirs = new Map(moved.map((one) => [one.ref, one]));
  const refs = [...recorded, ...moved].filter((one) => isIn(day, one)).map(({ ref }) => ref);
  const compared = [...new Set(refs)];
  const differences = compared.flatMap((ref): Difference[] => {
    const [our, their] = [ours.get(ref), theirs.get(ref)];
    if (our?.cents === their?.cents) return [];
    const kind = our === undefined ? 'not_recorded' : their === undefined ? 'not_at_provider' : 'amount';
    return [{ kind, record: ref, ours: dollarsOf(our), theirs: dollarsOf(their) }];
  });
  return { payments: compared.length, differences };
}
