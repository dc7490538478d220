import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { topUpWallet } from '#contract/wallets.contract.ts';
import { NotSigned, OutcomeUnknown, type Payments } from '../../server/adapters/payments/payments.ts';
import { stripePayments } from '../../server/adapters/payments/stripe-payments.ts';
import { STRIPE_NOTICES_PATH } from '../../server/features/wallets/disputes/disputes.routes.ts';
import { openApp } from '../_api/app.ts';
import { connect, freshKey } from './billing-desk.ts';
import { disputeOf, openStripe, START_S, type StripeStandIn } from './stripe-stand-in.ts';

const SECRET = 'whsec_stand_in';

let stripe: StripeStandIn;
let payments: Payments;
let paid: string;
beforeEach(async () => {
  stripe = await openStripe();
  payments = adapter();
  const card = { customerRef: 'cus_1', methodRef: 'pm_1' };
  paid = (await payments.charge({ card, cents: 1250, description: 'Top-up', key: 'paid' })).chargeRef;
});
afterEach(() => stripe.close());

const adapter = (webhookSecret: string | null = SECRET) =>
  stripePayments({
    secretKey: 'sk_test_stand_in',
    publishableKey: 'pk_test_stand_in',
    prices: {},
    webhookSecret,
    baseUrl: stripe.url,
    timeoutMs: 500,
  });

const at = new Date(START_S * 1000);
const before = new Date(at.getTime() - 1000);

/** What Stripe would send about a thing. */
function noticeOf(object: object, { secret = SECRET, sentAt = Date.now() } = {}) {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'charge.dispute.created', data: { object } });
  const timestamp = Math.floor(sentAt / 1000);
  return { body, signature: new Stripe('sk').webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
}

describe('disputes at Stripe', () => {
  test('are read page by page, with the payment, the reason and the last day for an answer', async () => {
    stripe.disputes.push(
      disputeOf('dp_old', paid, { created: START_S - 9 }),
      disputeOf('dp_1', paid),
      disputeOf('dp_2', paid, { status: 'warning_under_review' }),
      disputeOf('dp_3', paid, { status: 'lost' }),
    );

    const found = await payments.disputes(before);

    expect(found.toSorted((a, b) => a.ref.localeCompare(b.ref))).toMatchObject([
      {
        ref: 'dp_1',
        chargeRefs: [paid],
        cents: 1250,
        reason: 'fraudulent',
        status: 'needs_response',
        respondBy: new Date((START_S + 7 * 86_400) * 1000),
        openedAt: at,
      },
      { ref: 'dp_2', status: 'inquiry' },
      { ref: 'dp_3', status: 'lost', respondBy: null },
    ]);
  });

  test('of a subscription name its invoice, by which the payment is known here', async () => {
    stripe.invoicesPaid.set('pi_monthly', 'in_7');
    stripe.disputes.push(disputeOf('dp_1', 'pi_monthly'));

    expect(await payments.disputes(before)).toMatchObject([{ chargeRefs: ['pi_monthly', 'in_7'] }]);
  });

  test('move money when it moved, not when they were opened', async () => {
    const won = { amount: 1250, created: START_S + 30 * 86_400 };
    stripe.disputes.push(
      disputeOf('dp_1', paid, { status: 'won', balance_transactions: [{ amount: -1250, created: START_S }, won] }),
    );
    const days = (from: number, until: number) => ({
      from: new Date((START_S + from * 86_400) * 1000),
      until: new Date((START_S + until * 86_400) * 1000),
    });
    const disputed = async (from: number, until: number) =>
      ((await payments.movements(days(from, until))) ?? []).filter(({ ref }) => ref.startsWith('dp_'));

    expect(await disputed(0, 1)).toEqual([{ ref: 'dp_1', cents: -1250, customerRef: null, chargeRef: paid, at }]);
    expect(await disputed(30, 31)).toMatchObject([{ ref: 'dp_1:won', cents: 1250 }]);
    expect(await disputed(1, 30)).toEqual([]);
  });

  test('are unknown while Stripe is silent', async () => {
    stripe.faults.push('silent', 'silent', 'silent');
    await expect(payments.disputes(before)).rejects.toBeInstanceOf(OutcomeUnknown);
  });
});

describe('a notice of Stripe', () => {
  test('only says which dispute to look at: what it says itself may be old', async () => {
    stripe.disputes.push(disputeOf('dp_1', paid, { status: 'lost' }));

    expect(await payments.disputeOf(noticeOf(disputeOf('dp_1', paid)))).toMatchObject({ ref: 'dp_1', status: 'lost' });
    expect(await payments.disputeOf(noticeOf({ object: 'refund', id: 're_1' }))).toBeNull();
  });

  test.each([
    ['signed by someone else', () => noticeOf(disputeOf('dp_1', paid), { secret: 'whsec_other' })],
    ['sent an hour ago', () => noticeOf(disputeOf('dp_1', paid), { sentAt: Date.now() - 3_600_000 })],
    ['changed on its way', () => ({ ...noticeOf(disputeOf('dp_1', paid)), body: '{}' })],
    ['without a signature', () => ({ ...noticeOf(disputeOf('dp_1', paid)), signature: '' })],
  ])('%s is refused', async (_name, notice) => {
    stripe.disputes.push(disputeOf('dp_1', paid));
    await expect(payments.disputeOf(notice())).rejects.toBeInstanceOf(NotSigned);
  });

  test('without a secret is refused', async () => {
    await expect(adapter(null).disputeOf(noticeOf(disputeOf('dp_1', paid)))).rejects.toBeInstanceOf(NotSigned);
  });

  test('takes a payment back, once for all its repetitions', async () => {
    const app = await openApp({ payments });
    try {
      const agent = await app.signIn('agent');
      await app.owner.query('update users set paid_user = true, wallet_feature_enabled = true');
      await connect(agent, 'pm_1');
      await agent.call(topUpWallet, { body: { amount: 12.5, description: '' }, idempotencyKey: freshKey() });
      const { rows } = await app.owner.query<{ provider_ref: string }>('select provider_ref from billing_entries');
      const dispute = disputeOf('dp_1', rows[0]?.provider_ref ?? '');
      stripe.disputes.push(dispute);
      const post = ({ body, signature }: { body: string; signature: string }) =>
        fetch(app.url + STRIPE_NOTICES_PATH, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': signature },
          body,
        }).then(({ status }) => status);

      expect(await post(noticeOf(dispute, { secret: 'whsec_other' }))).toBe(403);
      expect(await post(noticeOf(dispute))).toBe(204);
      expect(await post(noticeOf(dispute))).toBe(204);

      const books = await app.owner.query<{ kind: string; amount: number }>(
        `select l.kind, e.amount::float8 as amount from ledger_entries e join ledger_accounts l on l.id = e.ledger_account_id
         where e.kind = 'dispute' order by 1`,
      );
      expect(books.rows).toEqual([
        { kind: 'card', amount: 12_500_000 },
        { kind: 'wallet', amount: -12_500_000 },
      ]);
    } finally {
      await app.close();
    }
  });
});
