import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startCardSetUp } from '#contract/billing.contract.ts';
import { periodAround } from '#rules/billing/billing-period.ts';
import { stripePayments } from '../../server/adapters/payments/stripe-payments.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { billingOf, cancel, choose, connect, freshKey } from './billing-desk.ts';
import { openStripe, type StripeStandIn } from './stripe-stand-in.ts';

let app: TestApp;
let stripe: StripeStandIn;
let agent: Client;
beforeAll(async () => {
  const start = new Date(Math.floor(Date.now() / 1000) * 1000);
  const { end } = periodAround(start, start);
  stripe = await openStripe({ startS: start.getTime() / 1000, endS: end.getTime() / 1000 });
  const keys = { secretKey: 'sk_test_stand_in', publishableKey: 'pk_test_stand_in' };
  const payments = stripePayments({ ...keys, prices: {}, baseUrl: stripe.url, timeoutMs: 500 });
  app = await openApp({ payments });
  agent = await app.signIn('agent');
});
beforeEach(async () => {
  await app.owner.query(`truncate billing_operations, billing_entries, memberships, payment_infos, idempotency_keys`);
  stripe.taken.length = 0;
  stripe.subscriptions.clear();
  stripe.declines = false;
  await connect(agent, 'pm_1');
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

test('the browser learns how to submit a card', async () => {
  expect((await agent.call(startCardSetUp)).body.data).toEqual({
    provider: 'stripe',
    publishable_key: 'pk_test_stand_in',
    client_secret: 'seti_secret',
  });
});

test('a plan is opened, changed for what was shown, cancelled and taken up again', async () => {
  await choose(agent, 'solo');
  await choose(agent, 'agency');
  await cancel(agent);
  const answer = await choose(agent, 'agency');

  expect(answer.body.data).toMatchObject({
    'paid_user?': true,
    membership: { plan: { key: 'agency' }, status: 'active' },
    payment_infos: [{ brand: 'visa', masked: '•••• •••• •••• 4242' }],
  });
  expect(stripe.taken).toEqual([2900, 6000]);
});

test('shows the text of a decline from Stripe', async () => {
  stripe.declines = true;

  const answer = await choose(agent, 'solo', { expected: 2900 });

  expect(answer).toMatchObject({ status: 422, body: { error: 'Your card has insufficient funds.' } });
  expect((await billingOf(agent)).membership).toBeNull();
});

test('answers that are cut again and again are one payment when the key is sent again', async () => {
  const key = freshKey();
  await choose(agent, 'solo');
  stripe.faulty = /^POST \/v1\/subscriptions\/./u;
  stripe.faults.push('cut', 'cut', 'cut');

  const lost = await choose(agent, 'team', { key, expected: 2000 });
  const takenByThen = [...stripe.taken];
  const again = await choose(agent, 'team', { key, expected: 2000 });

  expect([lost.status, again.status]).toEqual([503, 200]);
  expect(takenByThen).toEqual([2900, 2000]);
  expect(stripe.taken).toEqual([2900, 2000]);
  expect(stripe.faults).toEqual([]);
});
