import type { RateClass } from '#contract/endpoint.ts';
import { Refusal } from '../errors.ts';

const WINDOW_MS = 60_000;

/**
 * Calls of one person (or of one address or IPv6 /64, without a session) in a minute. Ours: a person stays far below them, and so
 * do tests; they stop a loop that ran wild. Guesses of passwords have counters of their own (promise P3).
 */
export const RATES_PER_MINUTE: Readonly<Record<RateClass, number>> = {
  signIn: 600,
  read: 60_000,
  write: 6_000,
  bulk: 600,
  upload: 300,
  report: 20,
  reveal: 60,
};

export interface RateLimiter {
  /** @throws {Refusal} `too_many` when `who` has used up the minute. */
  count(rate: RateClass, who: string | number): void;
}

/** Counts in this process, in windows of a minute. */
export function createRateLimiter(now: () => number): RateLimiter {
  const counters = new Map<RateClass, Map<string | number, number>>();
  let windowEnds = 0;
  return {
    count(rate, who) {
      const at = now();
      // The demo clock goes back as well.
      if (at >= windowEnds || at < windowEnds - WINDOW_MS) {
        counters.clear();
        windowEnds = at + WINDOW_MS;
      }
      let counter = counters.get(rate);
      if (counter === undefined) counters.set(rate, (counter = new Map()));
      const calls = (counter.get(who) ?? 0) + 1;
      counter.set(who, calls);
      if (calls <= RATES_PER_MINUTE[rate]) return;
      const retryAfter = Math.ceil((windowEnds - at) / 1000);
      throw new Refusal('too_many', `Too many requests: please wait ${retryAfter} s.`, { retryAfter });
    },
  };
}
