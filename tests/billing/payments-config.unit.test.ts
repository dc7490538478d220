import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ConfigError, loadConfig } from '../../server/config.ts';

const KEYS = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
};

test('without settings the embedded payments are used', () => expect(loadConfig({}).stripe).toBeNull());

test('Stripe works with both of its keys, prices and a stand-in', () =>
  expect(
    loadConfig({
      ...KEYS,
      STRIPE_PRICES: 'solo=price_1, team = price_2',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_BASE_URL: 'http://127.0.0.1:9/',
    }).stripe,
  ).toEqual({
    secretKey: 'sk_live_1',
    publishableKey: 'pk_live_1',
    prices: { solo: 'price_1', team: 'price_2' },
    webhookSecret: 'whsec_1',
    baseUrl: 'http://127.0.0.1:9',
  }));

test('the secret key may come from a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'bellwether-test-')), 'key');
  writeFileSync(file, 'sk_file\n');

  const { stripe } = loadConfig({ STRIPE_SECRET_KEY_FILE: file, STRIPE_PUBLISHABLE_KEY: 'pk' });

  expect(stripe?.secretKey).toBe('sk_file');
});

test('one key without the other, and prices that are none, are faults in words', () => {
  expect(faultsOf({ STRIPE_SECRET_KEY: 'sk' })).toEqual([
    'STRIPE_PUBLISHABLE_KEY is missing: Stripe needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.',
  ]);
  expect(faultsOf({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toEqual([
    'STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY.',
  ]);
  expect(faultsOf({ ...KEYS, STRIPE_PRICES: 'solo' })).toEqual([
    'STRIPE_PRICES must be plans with their price ids, such as solo=price_123,team=price_456.',
  ]);
});
