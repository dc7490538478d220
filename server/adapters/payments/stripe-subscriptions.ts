import type Stripe from 'stripe';
import { periodAround, shareBegins, shareLeft } from '#rules/billing/billing-period.ts';
import {
  Decline,
  OutcomeUnknown,
  type Payments,
  type Price,
  type Quoted,
  type Settled,
  type Subscription,
  type Unrenewed,
} from './payments.ts';
import { asking, type StripeOptions } from './stripe-client.ts';

type Subscriptions = Pick<
  Payments,
  'quote' | 'subscribe' | 'changePlan' | 'setCancelling' | 'end' | 'renew' | 'outcomeOf'
>;

/** Monthly subscriptions with Stripe's own proration. */
export function stripeSubscriptions(stripe: Stripe, prices: StripeOptions['prices']): Subscriptions {
  const priceIdOf = createPriceFinder(stripe, prices);
  return {
    quote: (asked) => asking(() => quote(stripe, asked, priceIdOf)),
    subscribe: ({ card, price, key }) =>
      asking(async () => {
        const subscription = await stripe.subscriptions.create(
          {
            customer: card.customerRef,
            items: [{ price: await priceIdOf(price) }],
            payment_behavior: 'error_if_incomplete',
            metadata: { operation: key },
            expand: ['latest_invoice'],
          },
          { idempotencyKey: key },
        );
        return settledOf(subscription);
      }),
    changePlan: ({ price, current, at, key }) =>
      asking(async () => {
        const before = await stripe.subscriptions.retrieve(current.ref);
        const after = await stripe.subscriptions.update(
          current.ref,
          {
            items: [{ id: itemOf(before).id, price: await priceIdOf(price) }],
            cancel_at_period_end: false,
            proration_behavior: 'always_invoice',
            proration_date: prorationDate(current, at),
            payment_behavior: 'error_if_incomplete',
            metadata: { operation: key },
            expand: ['latest_invoice'],
          },
          { idempotencyKey: key },
        );
        return settledOf(after);
      }),
    setCancelling: ({ current, cancelling, key }) =>
      asking(async () => {
        const change = { cancel_at_period_end: cancelling };
        await stripe.subscriptions.update(current.ref, change, { idempotencyKey: key });
      }),
    end: ({ current }) => asking(async () => void (await stripe.subscriptions.cancel(current.ref))),
    renew: ({ card, current, key }) => asking(() => renew(stripe, current, card.methodRef, key)),
    outcomeOf: ({ customerRef, key }) =>
      asking(async () => {
        const { data } = await stripe.subscriptions.list({
          customer: customerRef,
          status: 'all',
          limit: 20,
          expand: ['data.latest_invoice'],
        });
        const found = data.find(({ metadata, status }) => metadata['operation'] === key && status === 'active');
        return found === undefined ? null : settledOf(found);
      }),
  };
}

/** The price of a plan, which has to cost what the plan says. */
function createPriceFinder(stripe: Stripe, ids: StripeOptions['prices']) {
  const found = new Map<string, string>();
  return async ({ key, cents }: Price): Promise<string> => {
    const known = found.get(`${key} ${cents}`);
    if (known !== undefined) return known;
    const id = ids[key];
    const price =
      id === undefined
        ? (await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })).data[0]
        : await stripe.prices.retrieve(id);
    if (price === undefined || price.unit_amount !== cents || price.currency !== 'usd') {
      throw new Decline(`This plan isn't available right now: its price doesn't match the payment provider.`);
    }
    found.set(`${key} ${cents}`, price.id);
    return price.id;
  };
}

async function quote(stripe: Stripe, asked: Quoted, priceIdOf: (price: Price) => Promise<string>) {
  const { price, current, card, at } = asked;
  if (card === null || current === null) {
    const { end } = periodAround(at, at);
    const credit = card === null ? 0 : await creditOf(stripe, card.customerRef);
    const due = price.cents - credit;
    return { dueNowCents: Math.max(due, 0), creditCents: Math.max(-due, 0), periodEndsAt: end };
  }
  const subscription = await stripe.subscriptions.retrieve(current.ref);
  const preview = await stripe.invoices.createPreview({
    customer: card.customerRef,
    subscription: current.ref,
    subscription_details: {
      items: [{ id: itemOf(subscription).id, price: await priceIdOf(price) }],
      proration_behavior: 'always_invoice',
      proration_date: prorationDate(current, at),
    },
  });
  return {
    dueNowCents: preview.amount_due,
    creditCents: Math.max(-(preview.ending_balance ?? 0), 0),
    periodEndsAt: current.periodEndsAt,
  };
}

/** A negative balance is credit. */
async function creditOf(stripe: Stripe, customerRef: string): Promise<number> {
  const customer = await stripe.customers.retrieve(customerRef);
  return customer.deleted ? 0 : Math.max(-customer.balance, 0);
}

/** The begin of a day of the month that is paid, so that what was shown is what is charged. In seconds. */
function prorationDate({ startedAt, periodEndsAt }: Subscription, at: Date): number {
  const { start } = periodAround(startedAt, new Date(periodEndsAt.getTime() - 1));
  const period = { start, end: periodEndsAt };
  return Math.floor(shareBegins(period, shareLeft(period, at)).getTime() / 1000);
}

async function renew(
  stripe: Stripe,
  current: Subscription,
  methodRef: string,
  key: string,
): Promise<Settled | Unrenewed> {
  const found = await stripe.subscriptions.retrieve(current.ref, { expand: ['latest_invoice'] });
  if (found.status === 'canceled' || found.status === 'incomplete_expired') return 'ended';
  if (found.status === 'past_due' || found.status === 'unpaid') {
    await stripe.invoices.pay(invoiceOf(found).id, { payment_method: methodRef }, { idempotencyKey: key });
    return settledOf(await stripe.subscriptions.retrieve(current.ref, { expand: ['latest_invoice'] }));
  }
  const settled = settledOf(found);
  const isPaid = settled.periodEndsAt > current.periodEndsAt && invoiceOf(found).status === 'paid';
  return isPaid ? settled : 'notYet';
}

function settledOf(subscription: Stripe.Subscription): Settled {
  const invoice = invoiceOf(subscription);
  return {
    subscriptionRef: subscription.id,
    periodEndsAt: new Date(itemOf(subscription).current_period_end * 1000),
    chargedCents: invoice.amount_paid,
    creditCents: Math.max(-(invoice.ending_balance ?? 0), 0),
    chargeRef: invoice.id,
  };
}

function itemOf({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (item === undefined) throw new OutcomeUnknown(`the subscription ${id} holds nothing`);
  return item;
}

function invoiceOf({ id, latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice & { id: string } {
  if (invoice === null || typeof invoice === 'string')
    throw new OutcomeUnknown(`the subscription ${id} has no invoice`);
  return invoice;
}
