import type { MedigapPlan, QuoteAsk } from '#contract/chat/reply.contract.ts';

/** Medigap rates: those of a sample table, or CSG's. */
export interface QuotePort {
  /** Source of rates for an agency with this key; `null`: it has none. */
  readonly source: (key: string | null) => RateSource;
  /** True when agencies may connect their own keys. */
  readonly takesKeys: boolean;
  /** Checks whether a key opens CSG. @throws {Refusal} `conflict` where this server uses none, `unavailable`. */
  readonly tryKey: (key: string) => Promise<boolean>;
  /** Lets go of what is kept in memory for a key that an agency has given up. */
  readonly forgetKey: (key: string) => void;
}

export interface RateSource {
  /** In words, such as `Sample rates`. */
  readonly name: string;
  /** No company sells at these rates. */
  readonly sample: boolean;
  /**
   * Plans sold at a ZIP code on a day.
   * @throws {Refusal} `refused` under `zip_code` where nothing is sold or known, `conflict`, `unavailable`.
   */
  readonly plans: (zipCode: string, on: string) => Promise<readonly SoldPlan[]>;
  /** The lowest first, at least one. @throws {Refusal} as `plans`, and `refused` under `plan` or `age`. */
  readonly quotes: (ask: QuoteAsk) => Promise<readonly RatedQuote[]>;
}

export interface SoldPlan {
  readonly plan: MedigapPlan;
  readonly companies: number;
}

/** In cents, so that sums are exact. */
export interface RatedQuote {
  readonly key: string;
  readonly company: string;
  /** `null`: the source does not say. */
  readonly monthlyCents: number | null;
  readonly annualCents: number | null;
  readonly rating: string | null;
  readonly discounts: readonly string[];
}

/** Plans without a monthly rate come last. */
export const lowestFirst = (a: RatedQuote, b: RatedQuote): number =>
  (a.monthlyCents ?? Infinity) - (b.monthlyCents ?? Infinity) || a.company.localeCompare(b.company, 'en');
