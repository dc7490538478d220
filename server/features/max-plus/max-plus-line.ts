import type { MaxPlusPlan } from '#contract/max-plus.contract.ts';

/** One change of someone's Max Plus: what is stored once it is paid for. */
export interface Line {
  readonly userId: number;
  /** `null`: a new subscription. */
  readonly subscriptionId: number | null;
  readonly plan: MaxPlusPlan;
  readonly nextPlan: MaxPlusPlan | null;
  readonly cents: number;
  readonly periodEndsAt: Date;
}

/** A change that is decided, with what it rests on. */
export interface Decided extends Line {
  /** The paid period at that time; `null`: a new subscription. */
  readonly seenUntil: Date | null;
}
