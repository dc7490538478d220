import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { Decline, OutcomeUnknown } from './payments.ts';

/**
 * Milliseconds for one request. Ours: with its repetitions and the pauses between them it ends within 32 s, before a
 * request of ours counts as dead (`DEAD_S` in `http/idempotency.ts`).
 */
const TIMEOUT_MS = 10_000;

/** Repetitions after no answer, 409, 429 or 5xx, always with the same key. Ours. */
const RETRIES = 2;

/** Milliseconds before asking again after "too many". Ours. */
const PAUSE_MS = 500;

export interface StripeOptions {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Price ids by the key of the plan; an absent plan is looked up by its key as `lookup_key`. */
  readonly prices: Readonly<Record<string, string>>;
  /** Signs what Stripe sends by itself. Absent or `null`: nothing is taken. */
  readonly webhookSecret?: string | null;
  /** `null`: Stripe itself. */
  readonly baseUrl: string | null;
  /** Absent means 10 s. */
  readonly timeoutMs?: number;
}

export function clientOf({ secretKey, baseUrl, timeoutMs = TIMEOUT_MS }: StripeOptions): Stripe {
  const url = baseUrl === null ? null : new URL(baseUrl);
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      protocol: url.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  });
}

/** Retries rate-limited requests; the client itself retries unanswered ones. @throws {Decline | OutcomeUnknown} */
export async function asking<Result>(work: () => Promise<Result>, tries = RETRIES): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeRateLimitError && tries > 0) {
      await sleep(PAUSE_MS);
      return asking(work, tries - 1);
    }
    throw faultOf(error);
  }
}

function faultOf(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError) {
    return new Decline(error.message || 'Your card was declined.', { cause: error });
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    return new Decline("The payment provider declined this. You weren't charged.", { cause: error });
  }
  if (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  ) {
    return new Decline("Payments aren't set up correctly on this server. Contact your administrator.", {
      cause: error,
    });
  }
  if (error instanceof Stripe.errors.StripeError) {
    return new OutcomeUnknown("The payment provider isn't responding.", { cause: error });
  }
  return error;
}
