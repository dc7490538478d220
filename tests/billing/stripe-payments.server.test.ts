import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Decline, OutcomeUnknown, type Payments } from '../../server/adapters/payments/payments.ts';
import { stripePayments } from '../../server/adapters/payments/stripe-payments.ts';
import { END_S, openStripe, START_S, type StripeStandIn } from './stripe-stand-in.ts';

let stripe: StripeStandIn;
let payments: Payments;
beforeEach(async () => {
  stripe = await openStripe();
  payments = stripePayments({
    secretKey: 'sk_test_stand_in',
    publishableKey: 'pk_test_stand_in',
    prices: { agency: 'price_agency', odd: 'price_odd' },
    baseUrl: stripe.url,
    timeoutMs: 200,
  });
});
afterEach(() => stripe.close());

const PAYER = { userId: 7, name: 'Amy Agent', email: 'amy@example.test', customerRef: null };
const CARD = { customerRef: 'cus_1', methodRef: 'pm_1' };
const SOLO = { key: 'solo', cents: 2900 };
const AGENCY = { key: 'agency', cents: 8900 };
const at = new Date(START_S * 1000);

const open = () => payments.subscribe({ card: CARD, price: SOLO, at, key: 'open' });
const currentOf = (ref: string) => ({
  ref,
  price: SOLO,
  startedAt: at,
  periodEndsAt: new Date(END_S * 1000),
  creditCents: 0,
});

describe('a card', () => {
  test('is set up for its own customer, of which the browser gets only a secret', async () => {
    expect(await payments.beginCard(PAYER)).toEqual({
      provider: 'stripe',
      publishable_key: 'pk_test_stand_in',
      client_secret: 'seti_secret',
    });
    expect(stripe.heard).toMatchObject([
      {
        path: '/v1/customers',
        key: 'bellwether-customer-of-7',
        form: { 'metadata[user_id]': '7' },
        authorization: 'Bearer sk_test_stand_in',
        contentType: 'application/x-www-form-urlencoded',
      },
      { path: '/v1/customers/cus_1', form: { name: 'Amy Agent', email: 'amy@example.test' } },
      { path: '/v1/setup_intents', form: { customer: 'cus_1', usage: 'off_session' } },
    ]);
  });

  test('is set up for the same customer after a new name and e-mail address', async () => {
    await payments.beginCard(PAYER);
    await payments.beginCard({ ...PAYER, name: 'Amy Married', email: 'amy@new.example' });
    const card = await payments.attachCard({ payer: { ...PAYER, name: 'Amy Again' }, method: 'pm_1', key: 'card' });

    expect(card.customerRef).toBe('cus_1');
    const updates = stripe.heard.filter(({ path }) => path === '/v1/customers/cus_1');
    expect(updates[1]).toMatchObject({ form: { name: 'Amy Married', email: 'amy@new.example' } });
  });

  test('becomes the one to charge, known by its last four digits', async () => {
    expect(await payments.attachCard({ payer: PAYER, method: 'pm_1', key: 'card' })).toEqual({
      customerRef: 'cus_1',
      methodRef: 'pm_1',
      brand: 'visa',
      masked: '•••• •••• •••• 4242',
      expMonth: 4,
      expYear: 2030,
    });
    expect(stripe.heard.at(-1)).toMatchObject({
      path: '/v1/customers/cus_1',
      key: 'card',
      form: { 'invoice_settings[default_payment_method]': 'pm_1' },
    });
  });

  test('of another user is refused', async () => {
    await expect(payments.attachCard({ payer: PAYER, method: 'pm_foreign', key: 'card' })).rejects.toEqual(
      new Decline("This card isn't accepted."),
    );
  });

  test('that Stripe does not know is refused in words', async () => {
    await expect(payments.attachCard({ payer: PAYER, method: 'pm_unknown', key: 'card' })).rejects.toBeInstanceOf(
      Decline,
    );
  });
});

describe('a subscription', () => {
  test('opens with the price that the plan names and tells what was charged', async () => {
    expect(await open()).toEqual({
      subscriptionRef: 'sub_1',
      periodEndsAt: new Date(END_S * 1000),
      chargedCents: 2900,
      creditCents: 0,
      chargeRef: 'in_2',
    });
    expect(stripe.heard.at(-1)).toMatchObject({
      key: 'open',
      form: { 'items[0][price]': 'price_solo', payment_behavior: 'error_if_incomplete', 'metadata[operation]': 'open' },
    });
  });

  test('changes its price for exactly what was quoted', async () => {
    const { subscriptionRef } = await open();
    const current = currentOf(subscriptionRef);
    const shown = new Date(Date.UTC(2026, 3, 10, 8));
    const paid = new Date(Date.UTC(2026, 3, 10, 21));

    const quote = await payments.quote({ card: CARD, price: AGENCY, current, at: shown });
    const settled = await payments.changePlan({ card: CARD, price: AGENCY, current, at: paid, key: 'change' });

    expect(quote.dueNowCents).toBe(4200);
    expect(settled.chargedCents).toBe(quote.dueNowCents);
  });

  test('is not opened when the price at Stripe is another one', async () => {
    const asked = payments.subscribe({ card: CARD, price: { key: 'odd', cents: 2900 }, at, key: 'odd' });

    await expect(asked).rejects.toEqual(
      new Decline("This plan isn't available right now: its price doesn't match the payment provider."),
    );
    expect(stripe.taken).toEqual([]);
  });

  test('is declined in the words of Stripe', async () => {
    stripe.declines = true;

    await expect(open()).rejects.toEqual(new Decline('Your card has insufficient funds.'));
  });

  test('is found by the key of its operation when the answer was lost', async () => {
    const settled = await open();

    expect(await payments.outcomeOf({ customerRef: 'cus_1', key: 'open' })).toEqual(settled);
    expect(await payments.outcomeOf({ customerRef: 'cus_1', key: 'never' })).toBeNull();
  });

  test('ends with its month, or continues after all', async () => {
    const { subscriptionRef } = await open();
    const current = currentOf(subscriptionRef);

    await payments.setCancelling({ current, cancelling: true, key: 'cancel' });
    expect(stripe.subscriptions.get(subscriptionRef)?.['cancel_at_period_end']).toBe(true);

    await payments.setCancelling({ current, cancelling: false, key: 'resume' });
    expect(stripe.subscriptions.get(subscriptionRef)?.['cancel_at_period_end']).toBe(false);
  });

  test('tells what Stripe charged for the new month', async () => {
    const { subscriptionRef } = await open();
    const renew = () => payments.renew({ card: CARD, current: currentOf(subscriptionRef), at, key: 'renew' });
    expect(await renew()).toBe('notYet');

    stripe.turnMonth(subscriptionRef, 'active');

    expect(await renew()).toMatchObject({ chargedCents: 2900, periodEndsAt: new Date(Date.UTC(2026, 5, 1)) });
  });

  test('is charged again after an unpaid month, and declines again', async () => {
    const { subscriptionRef } = await open();
    stripe.turnMonth(subscriptionRef, 'past_due');
    stripe.declines = true;

    const asked = payments.renew({ card: CARD, current: currentOf(subscriptionRef), at, key: 'renew' });

    await expect(asked).rejects.toEqual(new Decline('Your card has insufficient funds.'));
    expect(stripe.heard.at(-1)?.path).toMatch(/^\/v1\/invoices\/in_\d+\/pay$/u);
  });
});

describe('one payment', () => {
  test('is canceled and resumed', async () => {
    const { chargeRef } = await payments.charge({ card: CARD, cents: 1250, description: 'Top-up', key: 'charge' });

    expect(await payments.refund({ chargeRef, cents: 250, key: 'refund' })).toEqual({ refundRef: 're_2' });
    expect(stripe.heard.map(({ form }) => form['amount'])).toEqual(['1250', '250']);
  });
});

describe('what moved in a span of time', () => {
  const DAY = { from: at, until: new Date(START_S * 1000 + 86_400_000) };

  test('is every payment, paid invoice and refund, over all pages of the lists', async () => {
    const refs = [];
    for (const key of ['a', 'b', 'c'])
      refs.push((await payments.charge({ card: CARD, cents: 1250, description: 'Top-up', key })).chargeRef);
    const { refundRef } = await payments.refund({ chargeRef: refs[0] ?? '', cents: 250, key: 'back' });
    const bill = { customer: 'cus_1', status: 'paid', amount_paid: 2900, created: START_S + 60 };
    stripe.invoices.push({ id: 'in_1', ...bill }, { id: 'in_free', ...bill, amount_paid: 0 });
    stripe.invoices.push({ id: 'in_open', ...bill, status: 'open' }, { id: 'in_late', ...bill, created: END_S });

    const moved = (await payments.movements(DAY)) ?? [];

    expect(moved.toSorted((a, b) => a.ref.localeCompare(b.ref))).toEqual([
      { ref: 'in_1', cents: 2900, customerRef: 'cus_1', chargeRef: null, at: new Date((START_S + 60) * 1000) },
      ...refs.map((ref) => ({ ref, cents: 1250, customerRef: 'cus_1', chargeRef: null, at })),
      { ref: refundRef, cents: -250, customerRef: null, chargeRef: refs[0], at },
    ]);
  });

  test('is unknown while Stripe is silent', async () => {
    stripe.faults.push('silent', 'silent', 'silent');

    await expect(payments.movements(DAY)).rejects.toBeInstanceOf(OutcomeUnknown);
  });
});

describe('a refund whose answer was lost', () => {
  test('is found by its key among those of the payment', async () => {
    const { chargeRef } = await payments.charge({ card: CARD, cents: 1250, description: 'Top-up', key: 'paid' });
    const { refundRef } = await payments.refund({ chargeRef, cents: 250, key: 'lost' });

    expect(await payments.refundOf({ chargeRef, key: 'lost' })).toEqual({ refundRef });
    expect(await payments.refundOf({ chargeRef, key: 'another' })).toBeNull();
    expect(await payments.refundOf({ chargeRef: 'pi_other', key: 'lost' })).toBeNull();
  });
});

describe('a payment whose answer was lost', () => {
  test('is found by its key among those of the customer', async () => {
    const { chargeRef } = await payments.charge({ card: CARD, cents: 1250, description: 'Top-up', key: 'lost' });
    const { customerRef } = CARD;

    expect(await payments.chargeOf({ customerRef, key: 'lost' })).toEqual({ chargeRef });
    expect(await payments.chargeOf({ customerRef, key: 'another' })).toBeNull();
    expect(await payments.chargeOf({ customerRef: 'cus_other', key: 'lost' })).toBeNull();
  });
});

describe('when Stripe stumbles', () => {
  test.each([[429], [500], ['cut'], ['silent']] as const)(
    '%s is asked again with the same key, and money moves once',
    async (fault) => {
      await payments.quote({ card: null, price: SOLO, current: null, at });
      await payments.charge({ card: CARD, cents: 1, description: '', key: 'warm' });
      stripe.heard.length = 0;
      stripe.taken.length = 0;
      stripe.faults.push(fault);

      await payments.charge({ card: CARD, cents: 900, description: 'Top-up', key: 'once' });

      // Again at least once: on a busy computer the second answer may be late, too.
      const keys = stripe.heard.map(({ key }) => key);
      expect([keys.length > 1, new Set(keys)]).toEqual([true, new Set(['once'])]);
      expect(stripe.taken).toEqual([900]);
    },
  );

  test('for too long the outcome is unknown', async () => {
    stripe.faults.push('silent', 'silent', 'silent');

    const asked = payments.charge({ card: CARD, cents: 900, description: 'Top-up', key: 'once' });

    await expect(asked).rejects.toBeInstanceOf(OutcomeUnknown);
  });
});
