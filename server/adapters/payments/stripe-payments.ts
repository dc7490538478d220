import type Stripe from 'stripe';
import type { CardBrand } from '#rules/billing/payment-cards.ts';
import { type Card, Decline, type Movement, OutcomeUnknown, type Payer, type Payments, type Span } from './payments.ts';
import { asking, clientOf, type StripeOptions } from './stripe-client.ts';
import { disputeMovements, stripeDisputes } from './stripe-disputes.ts';
import { stripeSubscriptions } from './stripe-subscriptions.ts';

const BRANDS: readonly string[] = ['visa', 'mastercard', 'amex', 'discover'] satisfies CardBrand[];

/** Payments through Stripe: cards by Elements, subscriptions with its proration. No card number comes here. */
export function stripePayments(options: StripeOptions): Payments {
  const stripe = clientOf(options);

  return {
    ...stripeSubscriptions(stripe, options.prices),
    ...stripeDisputes(stripe, options.webhookSecret ?? null),
    provider: 'stripe',
    beginCard: (payer) =>
      asking(async () => {
        const customer = await customerOf(stripe, payer);
        const intent = await stripe.setupIntents.create({
          customer,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
        });
        if (intent.client_secret === null) throw new OutcomeUnknown('a set-up without a secret');
        return { provider: 'stripe', publishable_key: options.publishableKey, client_secret: intent.client_secret };
      }),
    attachCard: ({ payer, method, key }) => asking(() => attach(stripe, payer, method, key)),
    detachCard: (methodRef) => asking(async () => void (await stripe.paymentMethods.detach(methodRef))),
    charge: ({ card, cents, description, key }) =>
      asking(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: cents,
            currency: 'usd',
            customer: card.customerRef,
            payment_method: card.methodRef,
            description,
            off_session: true,
            confirm: true,
            metadata: { operation: key },
          },
          { idempotencyKey: key },
        );
        if (intent.status !== 'succeeded')
          throw new Decline("Your bank requires verification this page doesn't support.");
        return { chargeRef: intent.id };
      }),
    chargeOf: ({ customerRef, key }) =>
      asking(async () => {
        const { data } = await stripe.paymentIntents.list({ customer: customerRef, limit: 100 });
        const found = data.find(({ metadata, status }) => metadata['operation'] === key && status === 'succeeded');
        return found === undefined ? null : { chargeRef: found.id };
      }),
    refund: ({ chargeRef, cents, key }) =>
      asking(async () => {
        const refund = await stripe.refunds.create(
          { payment_intent: chargeRef, amount: cents, metadata: { operation: key } },
          { idempotencyKey: key },
        );
        if (refund.status === 'failed' || refund.status === 'canceled')
          throw new Decline("The bank didn't take the refund. Refund it to the wallet instead.");
        return { refundRef: refund.id };
      }),
    refundOf: ({ chargeRef, key }) =>
      asking(async () => {
        const { data } = await stripe.refunds.list({ payment_intent: chargeRef, limit: 100 });
        const found = data.find(
          ({ metadata, status }) => metadata?.['operation'] === key && status !== 'failed' && status !== 'canceled',
        );
        return found === undefined ? null : { refundRef: found.id };
      }),
    movements: (span) => asking(() => movementsOf(stripe, span)),
  };
}

const idOf = (named: string | { readonly id: string } | null): string | null =>
  typeof named === 'string' ? named : (named?.id ?? null);

/** Payments of ours, paid invoices of subscriptions, refunds and disputes. The payment of an invoice has no operation of ours. */
async function movementsOf(stripe: Stripe, { from, until }: Span): Promise<Movement[]> {
  const asked = { created: { gte: secondsOf(from), lt: secondsOf(until) }, limit: 100 };
  const found: Movement[] = [];
  for await (const { id, status, metadata, amount_received: cents, customer, created } of stripe.paymentIntents.list(
    asked,
  ))
    if (status === 'succeeded' && metadata['operation'] !== undefined)
      found.push({ ref: id, cents, customerRef: idOf(customer), chargeRef: null, at: dateOf(created) });
  for await (const { id, amount_paid: cents, customer, created } of stripe.invoices.list({ ...asked, status: 'paid' }))
    if (cents > 0) found.push({ ref: id, cents, customerRef: idOf(customer), chargeRef: null, at: dateOf(created) });
  for await (const { id, status, amount, payment_intent: payment, created } of stripe.refunds.list(asked))
    if (status !== 'failed' && status !== 'canceled')
      found.push({ ref: id, cents: -amount, customerRef: null, chargeRef: idOf(payment), at: dateOf(created) });
  return [...found, ...(await disputeMovements(stripe, { from, until }))];
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);
const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/**
 * The customer of a user, created once. Stripe refuses a known key with other content, so what a user may change is not
 * in the keyed call.
 */
async function customerOf(stripe: Stripe, { userId, name, email, customerRef }: Payer): Promise<string> {
  if (customerRef !== null) return customerRef;
  const metadata = { user_id: String(userId) };
  const { id } = await stripe.customers.create({ metadata }, { idempotencyKey: `bellwether-customer-of-${userId}` });
  await stripe.customers.update(id, { name, email });
  return id;
}

async function attach(stripe: Stripe, payer: Payer, method: string, key: string): Promise<Card> {
  const payment = await stripe.paymentMethods.retrieve(method);
  const { card } = payment;
  if (!card) throw new Decline('Invalid card.');
  const owner = typeof payment.customer === 'string' ? payment.customer : (payment.customer?.id ?? null);
  if (owner !== null) await requireOwn(stripe, payer, owner);
  const customerRef = owner ?? (await customerOf(stripe, payer));
  if (owner === null) {
    await stripe.paymentMethods.attach(method, { customer: customerRef }, { idempotencyKey: `${key}-attach` });
  }
  const asDefault = { invoice_settings: { default_payment_method: method } };
  await stripe.customers.update(customerRef, asDefault, { idempotencyKey: key });
  return {
    customerRef,
    methodRef: method,
    brand: BRANDS.includes(card.brand) ? (card.brand as CardBrand) : 'other',
    masked: `•••• •••• •••• ${card.last4}`,
    expMonth: card.exp_month,
    expYear: card.exp_year,
  };
}

/** A card may only be used by the customer it was set up for. */
async function requireOwn(stripe: Stripe, { userId, customerRef }: Payer, owner: string): Promise<void> {
  if (owner === customerRef) return;
  const customer = await stripe.customers.retrieve(owner);
  if (customer.deleted || customer.metadata['user_id'] !== String(userId)) {
    throw new Decline("This card isn't accepted.");
  }
}
