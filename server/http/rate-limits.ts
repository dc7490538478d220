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
  // Someone who tries one schedule after another.
  check: 60,
  reveal: 60,
};

/** What is left of a minute after a call. */
export interface Allowance {
  readonly limit: number;
  /** Negative: the call is one too many. */
  readonly remaining: number;
  /** Seconds until the minute ends. */
  readonly reset: number;
}

export interface RateLimiter {
  /** Counts a call, also one too many. */
  take(rate: RateClass, who: string | number): Allowance;
  /** The same for an API key with a limit of its own, whatever it calls. */
  takeOfKey(keyId: number, perMinute: number): Allowance;
  /** @throws {Refusal} `too_many` when `who` has used up the minute. */
  count(rate: RateClass, who: string | number): void;
}

/** The names of the IETF draft "RateLimit header fields for HTTP", up to its third version. Source: promise P25. */
export const rateHeaders = ({ limit, remaining, reset }: Allowance): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(Math.max(0, remaining)),
  'ratelimit-reset': String(reset),
});

/** @throws {Refusal} `too_many` for a call too many. */
export function requireAllowance({ remaining, reset }: Allowance): void {
  if (remaining >= 0) return;
  throw new Refusal('too_many', `Too many requests: please wait ${reset} s.`, { retryAfter: reset });
}

/** Counts in this process, in windows of a minute. */
export function createRateLimiter(now: () => number): RateLimiter {
  const counters = new Map<RateClass | 'key', Map<string | number, number>>();
  let windowEnds = 0;
  const takeOf = (rate: RateClass | 'key', who: string | number, limit: number): Allowance => {
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
    return { limit, remaining: limit - calls, reset: Math.ceil((windowEnds - at) / 1000) };
  };
  const take: RateLimiter['take'] = (rate, who) => takeOf(rate, who, RATES_PER_MINUTE[rate]);
  return {
    take,
    takeOfKey: (keyId, perMinute) => takeOf('key', keyId, perMinute),
    count: (rate, who) => requireAllowance(take(rate, who)),
  };
}
