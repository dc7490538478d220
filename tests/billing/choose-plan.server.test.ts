import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listBillingHistory, previewPlan, updatePlan } from '#contract/billing.contract.ts';
import { readAccountInfo } from '#contract/account.contract.ts';
import type { Client } from '../_api/app.ts';
import {
  type BillingDesk,
  billingOf,
  cancel,
  choose,
  connect,
  emptyBilling,
  freshKey,
  openBilling,
  planNamed,
} from './billing-desk.ts';

let desk: BillingDesk;
let agent: Client;
beforeAll(async () => {
  desk = await openBilling();
  agent = await desk.signIn('agent');
});
beforeEach(() => emptyBilling(desk));
afterAll(() => desk.close());

const errorOf = ({ status, body }: { status: number; body: unknown }) => {
  const { code, error } = body as { code: string; error: string };
  return { status, code, error };
};

const DAY_MS = 86_400_000;

describe('a first plan', () => {
  test('charges what the preview shows and makes the person a paying one', async () => {
    await connect(agent);

    const answer = await choose(agent, 'team');

    expect(answer.status).toBe(200);
    expect(answer.body.data.membership).toMatchObject({ plan: { key: 'team' }, status: 'active', credit_cents: 0 });
    expect(desk.payments.sum()).toBe(4900);
    expect((await agent.call(readAccountInfo)).body.data['paid_user?']).toBe(true);
    expect((await agent.call(listBillingHistory)).body.data).toMatchObject([
      { description: 'Team, first month', amount_cents: 4900, status: 'paid' },
    ]);
  });

  test('is refused without a card', async () => {
    const answer = await choose(agent, 'solo');

    expect(errorOf(answer)).toEqual({ status: 422, code: 'refused', error: 'Add a card first.' });
    expect(desk.payments.asked).toBe(0);
  });

  test('is refused with the sentence of the provider when the card declines, and nothing changes', async () => {
    await connect(agent, 'pm_card_declined');
    const before = await billingOf(agent);

    const answer = await choose(agent, 'solo');

    expect(errorOf(answer)).toEqual({
      status: 422,
      code: 'refused',
      error: "Your card was declined. You weren't charged.",
    });
    expect(await billingOf(agent)).toEqual(before);
    expect((await agent.call(listBillingHistory)).body.data).toEqual([]);
  });

  test('can be paid with another card after a decline', async () => {
    await connect(agent, 'pm_card_insufficient');
    await choose(agent, 'solo');

    await connect(agent, 'pm_card_amex');

    expect((await choose(agent, 'solo')).status).toBe(200);
    expect(desk.payments.sum()).toBe(2900);
  });

  test('is refused when its price has changed since it was shown', async () => {
    await connect(agent);
    await desk.owner.query(`update plans set price_cents = 3100 where key = 'solo'`);

    const answer = await choose(agent, 'solo', { expected: 2900 });

    expect(errorOf(answer)).toEqual({
      status: 422,
      code: 'refused',
      error: "The price has changed: $31.00 is due now instead of $29.00. You weren't charged.",
    });
    expect(desk.payments.asked).toBe(0);
  });

  test('is refused when it is not sold any more', async () => {
    await connect(agent);
    const { id } = await planNamed(agent, 'agency');
    await desk.owner.query(`update plans set active = false where key = 'agency'`);

    const answer = await agent.call(updatePlan, { body: { plan_id: id, expected_cents: 8900 } });

    expect(errorOf(answer).error).toBe('This plan is no longer available.');
  });
});

describe('money is never moved twice', () => {
  test('20 parallel twins are one charge', async () => {
    await connect(agent);
    const key = freshKey();

    const answers = await Promise.all(Array.from({ length: 20 }, () => choose(agent, 'team', { key, expected: 4900 })));

    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect((await choose(agent, 'team', { key, expected: 4900 })).status).toBe(200);
    expect(desk.payments.asked).toBe(1);
    expect(desk.payments.sum()).toBe(4900);
  });

  test('two tabs that choose simultaneously create one membership', async () => {
    await connect(agent);

    const answers = await Promise.all([
      choose(agent, 'solo', { expected: 2900 }),
      choose(agent, 'solo', { expected: 2900 }),
    ]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(desk.payments.sum()).toBe(2900);
    const { rows } = await desk.owner.query<{ count: number }>('select count(*)::int from memberships');
    expect(rows[0]?.count).toBe(1);
  });

  test('a lost answer is one charge when the same key is sent again', async () => {
    await connect(agent);
    const key = freshKey();
    desk.payments.loseAnswer = true;

    const lost = await choose(agent, 'team', { key, expected: 4900 });
    const again = await choose(agent, 'team', { key, expected: 4900 });

    expect(errorOf(lost)).toEqual({
      status: 503,
      code: 'unavailable',
      error: "The payment provider hasn't responded yet. You won't be charged twice.",
    });
    expect(again.status).toBe(200);
    expect(desk.payments.charged.size).toBe(1);
    expect(desk.payments.sum()).toBe(4900);
  });

  test('a crash between the payment and its record is one charge when the key is sent again', async () => {
    await connect(agent);
    const key = freshKey();
    await desk.owner.query(`
      create function crash() returns trigger language plpgsql as $$ begin raise exception 'the power is gone'; end $$;
      create trigger crash before insert on memberships for each row execute function crash()`);

    const crashed = await choose(agent, 'team', { key, expected: 4900 });
    await desk.owner.query('drop trigger crash on memberships; drop function crash');
    const again = await choose(agent, 'team', { key, expected: 4900 });

    expect(crashed.status).toBe(500);
    expect(again.body.data.membership?.plan.key).toBe('team');
    expect(desk.payments.asked).toBe(2);
    expect(desk.payments.sum()).toBe(4900);
  });

  test('a lost answer is settled before another choice of the same person', async () => {
    await connect(agent);
    const key = freshKey();
    desk.payments.loseAnswer = true;
    await choose(agent, 'team', { key, expected: 4900 });

    const other = await choose(agent, 'solo', { expected: 2900 });

    expect(errorOf(other).error).toContain('The price has changed: $0.00 is due now instead of $29.00.');
    expect(desk.payments.sum()).toBe(4900);
    expect((await billingOf(agent)).membership?.plan.key).toBe('team');
    // The first tab asks again: it is told what is so, and the provider is not asked.
    const { asked } = desk.payments;
    expect((await choose(agent, 'team', { key, expected: 4900 })).body.data.membership?.plan.key).toBe('team');
    expect(desk.payments.asked).toBe(asked);
  });
});

describe('another plan', () => {
  test('costs the difference for the days that are left, as the preview says', async () => {
    await connect(agent);
    await choose(agent, 'solo');
    desk.advance(10 * DAY_MS);
    agent = await desk.signIn('agent');
    const { id } = await planNamed(agent, 'agency');
    const shown = (await agent.call(previewPlan, { body: { plan_id: id } })).body.data;

    const answer = await choose(agent, 'agency');

    expect(shown.due_now_cents).toBeGreaterThan(0);
    expect(shown.due_now_cents).toBeLessThan(8900 - 2900);
    expect(desk.payments.sum()).toBe(2900 + shown.due_now_cents);
    expect(answer.body.data.membership).toMatchObject({
      plan: { key: 'agency' },
      period_ends_at: shown.period_ends_at,
    });
  });

  test('that is cheaper charges nothing and keeps the rest as credit', async () => {
    await connect(agent);
    await choose(agent, 'agency');

    const answer = await choose(agent, 'solo');

    expect(answer.body.data.membership).toMatchObject({ plan: { key: 'solo' }, credit_cents: 6000 });
    expect(desk.payments.sum()).toBe(8900);
  });

  test('that is the own one already is refused', async () => {
    await connect(agent);
    await choose(agent, 'solo');

    expect(errorOf(await choose(agent, 'solo', { expected: 0 })).error).toBe('You already have this plan.');
  });
});

describe('the history', () => {
  test("is paged, newest first, and only the user's own", async () => {
    await connect(agent);
    await choose(agent, 'solo');
    await choose(agent, 'team');
    await choose(agent, 'agency');
    const page = async (number: number) =>
      (await agent.call(listBillingHistory, { query: { page: number, limit: 2 } })).body;

    const [first, second] = [await page(1), await page(2)];

    expect(first.data.map(({ description }) => description)).toEqual([
      'Change to Agency, rest of the month',
      'Change to Team, rest of the month',
    ]);
    expect(second.data.map(({ description }) => description)).toEqual(['Solo, first month']);
    expect(second.meta).toEqual({ current_page: 2, limit: 2, total_count: 3, total_pages: 2 });
    const peer = await desk.signIn('peer');
    expect((await peer.call(listBillingHistory)).body.data).toEqual([]);
  });
});

describe('a cancellation', () => {
  test('leaves what is paid until it ends', async () => {
    await connect(agent);
    await choose(agent, 'solo');

    const answer = await cancel(agent);

    expect(answer.body.data.membership?.status).toBe('cancelled');
    expect(answer.body.data['paid_user?']).toBe(true);
  });

  test('is undone without a charge by choosing the plan again', async () => {
    await connect(agent);
    await choose(agent, 'solo');
    await cancel(agent);

    const answer = await choose(agent, 'solo');

    expect(answer.body.data.membership?.status).toBe('active');
    expect(desk.payments.sum()).toBe(2900);
  });

  test('without a membership is refused', async () => {
    expect(errorOf(await cancel(agent))).toEqual({
      status: 409,
      code: 'conflict',
      error: 'You have no membership to cancel.',
    });
  });
});
