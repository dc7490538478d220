import { expect, test } from 'vitest';
import { pagePolicyOf } from '../../server/http/content-policy.ts';

const STRIPE = { secretKey: 'sk', publishableKey: 'pk', prices: {}, webhookSecret: null, baseUrl: null };

const hostsOf = (stripe: typeof STRIPE | null) =>
  Object.entries(
    pagePolicyOf({ appUrl: null, stripe, twilio: null, files: { origin: null, quotaBytes: 0, scanner: null } })
      .directives,
  )
    .filter(([, sources]) => sources.some((source) => source.includes('stripe')))
    .map(([directive]) => directive);

test('a page may load nothing of Stripe unless it is set up', () => expect(hostsOf(null)).toEqual([]));

test('with Stripe a page may load its script, frames, calls and images, and nothing else of it', () =>
  expect(hostsOf(STRIPE)).toEqual(['scriptSrc', 'imgSrc', 'connectSrc', 'frameSrc']));
