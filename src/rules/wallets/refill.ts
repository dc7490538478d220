export interface RefillFacts {
  readonly balance: number;
  /** `null`: never set. */
  readonly enabled: boolean | null;
  readonly threshold: number | null;
  readonly paused: string | null;
}

/** Decides whether to refill a wallet now. Held money doesn't count. */
export const decideRefill = ({ balance, enabled, threshold, paused }: RefillFacts): 'refill' | 'wait' =>
  enabled === true && paused === null && threshold !== null && balance < threshold ? 'refill' : 'wait';
