/** Waits that double, in milliseconds. */
export interface BackOff {
  readonly first: number;
  readonly longest: number;
}

/**
 * Milliseconds to wait after so many failures: none yet, the first wait. `random` (from 0 to below 1) spreads a wait
 * between half and all of it, so that clients that failed together don't return together.
 */
export function backOff({ first, longest }: BackOff, failures: number, random = 1): number {
  return Math.min(first * 2 ** failures, longest) * (0.5 + random / 2);
}
