import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listBillingHistory } from '#contract/billing.contract.ts';
import { MAX_FAILURES } from '../../server/features/billing/ask-provider.ts';
import { keepBilling } from '../../server/features/billing/keep-billing.ts';
import { STALE_MS } from '../../server/features/billing/operations.ts';
import type { Client } from '../_api/app.ts';
import {
  type BillingDesk,
  billingOf,
  cancel,
  choose,
  connect,
  emptyBilling,
  mailsOf,
  openBilling,
} from './billing-desk.ts';

let desk: BillingDesk;
let agent: Client;
beforeAll(async () => {
  desk = await openBilling();
});
beforeEach(async () => {
  await emptyBilling(desk);
  agent = await desk.signIn('agent');
});
afterAll(() => desk.close());

const DAY_MS = 86_400_000;

/** The clock runs, the chore with it, and the person signs in again. */
async function later(ms: number): Promise<void> {
  desk.advance(ms);
  await keepBilling(desk.deps);
  agent = await desk.signIn('agent');
}

async function subscribe(plan = 'solo', token = 'pm_card_visa'): Promise<void> {
  await connect(agent, token);
  await choose(agent, plan);
}

/** From now on the stored card declines. */
const spoilCard = () => desk.owner.query(`update payment_infos set method_ref = 'pm_card_insufficient'`);

const history = async () =>
  (await agent.call(listBillingHistory)).body.data.map(({ description, amount_cents, status }) => [
    description,
    amount_cents,
    status,
  ]);

describe('a month that is over', () => {
  test('is charged once, however often the chore runs', async () => {
    await subscribe();
    const first = (await billingOf(agent)).membership?.period_ends_at ?? '';

    await later(32 * DAY_MS);
    await Promise.all([keepBilling(desk.deps), keepBilling(desk.deps)]);

    expect(await history()).toEqual([
      ['Solo, next month', 2900, 'paid'],
      ['Solo, first month', 2900, 'paid'],
    ]);
    expect(desk.payments.sum()).toBe(5800);
    const { membership } = await billingOf(agent);
    expect(Date.parse(membership?.period_ends_at ?? '')).toBeGreaterThan(Date.parse(first) + 27 * DAY_MS);
  });

  test('uses up the credit before the card', async () => {
    await subscribe('agency');
    await choose(agent, 'solo');

    await later(32 * DAY_MS);

    expect((await billingOf(agent)).membership?.credit_cents).toBe(6000 - 2900);
    expect(desk.payments.sum()).toBe(8900);
  });

  test('ends a membership that was cancelled', async () => {
    await subscribe();
    await cancel(agent);

    await later(32 * DAY_MS);

    expect(await billingOf(agent)).toMatchObject({ 'paid_user?': false, membership: null });
    expect(desk.payments.sum()).toBe(2900);
  });
});

describe('a new month that the provider charges by itself', () => {
  test('is looked at again later when it is not charged yet, and ends when there is nothing to charge', async () => {
    await subscribe();
    const { renew } = desk.payments;
    desk.payments.renew = async () => 'notYet';
    await later(32 * DAY_MS);
    expect(await billingOf(agent)).toMatchObject({ 'paid_user?': true, membership: { status: 'active' } });
    expect(await history()).toHaveLength(1);

    desk.payments.renew = async () => 'ended';
    await later(11 * 60_000);
    desk.payments.renew = renew;

    expect(await billingOf(agent)).toMatchObject({ 'paid_user?': false, membership: null });
  });
});

describe('a new month that cannot be charged', () => {
  test('is reported, keeps the membership for now, and is retried a day later', async () => {
    await subscribe();
    await spoilCard();

    await later(32 * DAY_MS);
    await keepBilling(desk.deps);

    expect((await history())[0]).toEqual([
      "Solo, next month: Your card has insufficient funds. You weren't charged.",
      2900,
      'failed',
    ]);
    expect(await history()).toHaveLength(2);
    expect(await billingOf(agent)).toMatchObject({ 'paid_user?': true, membership: { status: 'past_due' } });
  });

  test('is told by e-mail: what failed, why, and what follows', async () => {
    await subscribe();
    await spoilCard();
    await mailsOf(desk);

    await later(32 * DAY_MS);
    const [first, ...others] = await mailsOf(desk);
    expect(others).toEqual([]);
    expect(first?.[0]).toBe('Bellwether: Your payment of $29.00 failed');
    const [what, why, follows] = first?.[1].split('\n\n') ?? [];
    expect([what, why]).toEqual(['Solo, next month', "Your card has insufficient funds. You weren't charged."]);
    expect(follows).toMatch(/^We'll try again on \w+ \d+, \d{4}\. To keep everything running, change your card/u);

    for (let day = 1; day < MAX_FAILURES; day += 1) await later(DAY_MS + 1);
    const rest = await mailsOf(desk);
    expect(rest).toHaveLength(MAX_FAILURES - 1);
    expect(rest.at(-1)?.[1]).toContain('That was the last try, and the subscription has ended.');
  });

  test('that the payer saw fail themselves is not mailed', async () => {
    await connect(agent, 'pm_card_insufficient');
    await mailsOf(desk);
    expect((await choose(agent, 'solo')).status).toBe(422);

    expect(await mailsOf(desk)).toEqual([]);
  });

  test('is charged immediately to a new card', async () => {
    await subscribe();
    await spoilCard();
    await later(32 * DAY_MS);

    const answer = await connect(agent, 'pm_card_mastercard');

    expect(answer.body.data.membership?.status).toBe('active');
    expect(desk.payments.sum()).toBe(5800);
  });

  test(`ends the membership when it has failed ${MAX_FAILURES} times`, async () => {
    await subscribe();
    await spoilCard();

    await later(32 * DAY_MS);
    for (let day = 1; day < MAX_FAILURES; day += 1) await later(DAY_MS + 1);

    expect(await billingOf(agent)).toMatchObject({ 'paid_user?': false, membership: null });
    expect((await history()).filter(([, , status]) => status === 'failed')).toHaveLength(MAX_FAILURES);
    expect(desk.payments.ended).toHaveLength(1);
  });

  test('is over immediately, here and at the provider, when the user cancels', async () => {
    await subscribe();
    await spoilCard();
    await later(32 * DAY_MS);

    await cancel(agent);

    expect(await billingOf(agent)).toMatchObject({ 'paid_user?': false, membership: null });
    expect(desk.payments.ended).toHaveLength(1);
  });

  test('keeps other plans from being chosen until it is paid', async () => {
    await subscribe();
    await spoilCard();
    await later(32 * DAY_MS);

    const answer = await choose(agent, 'agency', { expected: 6000 });

    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'Your last payment failed. Change your card to retry the charge.' },
    });
  });
});

describe('a lost response that no request waits for', () => {
  test('is given up when the provider knows nothing of it', async () => {
    await connect(agent);
    desk.payments.loseAnswer = true;
    await choose(agent, 'team', { expected: 4900 });

    await later(STALE_MS + 1);

    expect((await billingOf(agent)).membership).toBeNull();
    expect((await choose(agent, 'solo', { expected: 2900 })).status).toBe(200);
  });

  test('is settled when the provider knows of it', async () => {
    await connect(agent);
    desk.payments.loseAnswer = true;
    await choose(agent, 'team', { expected: 4900 });
    const [key = ''] = desk.payments.charged.keys();
    const settled = {
      subscriptionRef: 'sub_found',
      periodEndsAt: new Date(desk.deps.now().getTime() + 30 * DAY_MS),
      chargedCents: 4900,
      creditCents: 0,
      chargeRef: 'ch_found',
    };
    desk.payments.outcomeOf = async (asked) => (asked.key === key ? settled : null);

    await later(STALE_MS + 1);

    expect(await history()).toEqual([['Team, first month', 4900, 'paid']]);
    expect(await billingOf(agent)).toMatchObject({ 'paid_user?': true, membership: { plan: { key: 'team' } } });
  });
});
