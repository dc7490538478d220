import type { Settings } from './settings.ts';

/** Settings of Stripe. */
export interface StripeConfig {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Price ids by the key of the plan. */
  readonly prices: Readonly<Record<string, string>>;
  /** `null`: Stripe itself. */
  /** Signs what Stripe sends by itself; `null`: nothing is taken. */
  readonly webhookSecret: string | null;
  readonly baseUrl: string | null;
}

/** Both keys or none, and a secret for notices only with them. */
export function stripeFaults(settings: Settings): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_WEBHOOK_SECRET: webhook } = settings;
  if (secret === undefined && publishable === undefined)
    return webhook === undefined ? [] : ['STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY.'];
  if (secret !== undefined && publishable !== undefined) return [];
  const missing = secret === undefined ? 'STRIPE_SECRET_KEY' : 'STRIPE_PUBLISHABLE_KEY';
  return [`${missing} is missing: Stripe needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.`];
}

export function stripeOf(settings: Settings): StripeConfig | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_PRICES, STRIPE_WEBHOOK_SECRET, STRIPE_BASE_URL } = settings;
  if (STRIPE_SECRET_KEY === undefined || STRIPE_PUBLISHABLE_KEY === undefined) return null;
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    prices: STRIPE_PRICES ?? {},
    webhookSecret: STRIPE_WEBHOOK_SECRET ?? null,
    baseUrl: STRIPE_BASE_URL ?? null,
  };
}
