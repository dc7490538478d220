import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepBilling } from '../../server/features/billing/keep-billing.ts';
import { STALE_MS } from '../../server/features/billing/operations.ts';
import { keepPlans } from '../../server/features/plans/keep-plans.ts';
import { MICROS_OF_CENT } from '#rules/wallets/micros.ts';
import type { Client } from '../_api/app.ts';
import {
  booksOf,
  CALLS,
  connect,
  emptyPlans,
  freshKey,
  idOf,
  openPlans,
  ordersOf,
  type PlanDesk,
  PLANS,
  previewOf,
  subscribe,
} from './plan-desk.ts';

let desk: PlanDesk;
let agent: Client;
let peer: Client;
let manager: Client;
let admin: Client;
beforeAll(async () => {
  desk = await openPlans();
});
beforeEach(async () => {
  await emptyPlans(desk);
  agent = await desk.signIn('agent');
  peer = await desk.signIn('peer');
  manager = await desk.signIn('manager');
  admin = await desk.signIn('admin');
});
afterAll(() => desk.close());

const { dialer } = CALLS;
const activeOf = async (client: Client, type?: 'company' | 'manager' | 'self') =>
  (await client.call(dialer.active, { query: type === undefined ? {} : { type } })).body.data;

describe('a subscription of one person', () => {
  test.each(['dialer', 'sms'] as const)('of %s charges what the preview shows, once, and posts it', async (kind) => {
    await connect(agent);
    const shown = await previewOf(desk, agent, { kind });
    const key = freshKey();
    const [one, other] = await Promise.all([
      subscribe(desk, agent, { kind, key, expected: shown.due_now_cents }),
      subscribe(desk, agent, { kind, key, expected: shown.due_now_cents }),
    ]);

    expect(Math.min(one.status, other.status)).toBe(200);
    const { body } = await subscribe(desk, agent, { kind, key, expected: shown.due_now_cents });
    expect(body.data).toMatchObject({
      active: true,
      status: 'active',
      order_type: 'self_pay',
      plan: { name: 'Small', price_cents: 1_500, allocation: 300 },
      user: { name: 'Amy Agent' },
      payer: { name: 'Amy Agent' },
      renewal_cents: 1_500,
      period_ends_on: shown.period_ends_on,
      can_change: true,
    });
    expect(desk.payments.sum()).toBe(shown.due_now_cents);
    expect(await ordersOf(agent, kind)).toMatchObject([
      { action: 'start', status: 'paid', amount_cents: shown.due_now_cents },
    ]);
    expect(await booksOf(desk)).toEqual({
      card: -shown.due_now_cents * MICROS_OF_CENT,
      [`revenue ${kind}_plan`]: shown.due_now_cents * MICROS_OF_CENT,
    });
  });

  test('needs a card, the price that was shown, and a plan that is for one person', async () => {
    expect((await subscribe(desk, agent)).body).toMatchObject({
      errors: { payment_method: ['Add a card first, on the Billing page.'] },
    });
    await connect(agent);
    expect((await subscribe(desk, agent, { expected: 1 })).body).toMatchObject({
      errors: { expected_cents: [expect.stringContaining("You weren't charged.")] },
    });
    expect((await subscribe(desk, agent, { plan: 'Agency' })).body).toMatchObject({
      errors: { plan_id: ['Enterprise plans are for the whole company.'] },
    });
    expect(desk.payments.asked).toBe(0);
  });

  test('is there once', async () => {
    await connect(agent);
    await subscribe(desk, agent);
    expect((await subscribe(desk, agent, { plan: 'Large' })).body).toMatchObject({
      code: 'conflict',
      error: 'There is a subscription already. Change its plan instead.',
    });
    expect(desk.payments.charged.size).toBe(1);
  });

  test('that the card declines leaves nothing, and may be started again', async () => {
    await connect(agent, 'pm_card_insufficient');
    expect((await subscribe(desk, agent)).status).toBe(422);
    expect(await activeOf(agent)).toBe(null);
    expect((await agent.call(dialer.list)).body.data).toEqual([]);
    expect(await ordersOf(agent)).toMatchObject([{ status: 'failed', failure: expect.stringMatching(/./) }]);

    await connect(agent);
    expect((await subscribe(desk, agent)).body.data).toMatchObject({ status: 'active' });
  });

  test.each([
    ['begins when the provider knows of it', { chargeRef: 'pi_found' }, 'active'],
    ['is given up when it does not', null, undefined],
  ])('whose answer is lost %s, without a second charge', async (_what, found, status) => {
    await connect(agent);
    desk.payments.loseAnswer = true;
    expect((await subscribe(desk, agent)).status).toBe(503);
    expect(await activeOf(agent)).toBe(null);
    desk.payments.chargeOf = async () => found;

    desk.advance(STALE_MS + 1_000);
    await keepPlans(desk.deps);
    await keepBilling(desk.deps);

    expect((await activeOf(agent))?.status).toBe(status);
    expect(desk.payments.asked).toBe(1);
  });

  test('that was never charged is given up when no one waits for it', async () => {
    await connect(agent);
    const { due_now_cents: cents } = await previewOf(desk, agent);
    await desk.owner.query(
      `with s as (insert into plan_subscriptions (account_id, kind, order_type, user_id, payer_id, status, price_cents)
         values ($1, 'dialer', 'self_pay', $2, $2, 'starting', 1500) returning id)
       insert into plan_orders (account_id, kind, subscription_id, payer_id, action, description, quantity, amount_cents, created_at)
       select $1, 'dialer', id, $2, 'start', 'Phone', 1, 1500, $3 from s`,
      [desk.world.accountId, idOf(agent), desk.deps.now()],
    );
    expect((await subscribe(desk, agent, { expected: cents })).status).toBe(409);

    desk.advance(STALE_MS + 1_000);
    await keepPlans(desk.deps);

    expect((await subscribe(desk, agent)).body.data).toMatchObject({ status: 'active' });
    expect(desk.payments.charged.size).toBe(1);
  });

  test('changes its plan for the difference that was shown; a cheaper one is a credit', async () => {
    await connect(agent);
    const { id } = (await subscribe(desk, agent)).body.data;
    const to = (plan: 'Small' | 'Large') => ({ subscription_id: id, plan_id: desk.planId('dialer', plan) });
    const shown = (await agent.call(dialer.preview, { body: to('Large') })).body.data;
    const before = desk.payments.sum();

    const { body } = await agent.call(dialer.update, {
      params: { id },
      body: { plan_id: to('Large').plan_id, expected_cents: shown.due_now_cents },
      idempotencyKey: freshKey(),
    });

    expect(body.data).toMatchObject({ plan: { name: 'Large' }, allocation: 900, renewal_cents: 4_500 });
    expect(desk.payments.sum() - before).toBe(shown.due_now_cents);
    const back = await agent.call(dialer.update, {
      params: { id },
      body: { plan_id: to('Small').plan_id, expected_cents: 0 },
      idempotencyKey: freshKey(),
    });
    expect(back.body.data).toMatchObject({ plan: { name: 'Small' }, credit_cents: shown.due_now_cents });
    expect(desk.payments.sum() - before).toBe(shown.due_now_cents);
  });

  test('is no one else’s to read or change, except for those above and administrators', async () => {
    await connect(agent);
    const { id } = (await subscribe(desk, agent)).body.data;
    const cancel = (client: Client) =>
      client.call(dialer.cancel, { params: { id }, body: { type: 'now' }, idempotencyKey: freshKey() });

    expect((await peer.call(dialer.read, { params: { id } })).status).toBe(404);
    expect((await cancel(peer)).status).toBe(404);
    expect((await manager.call(dialer.read, { params: { id } })).body.data).toMatchObject({ can_change: false });
    expect((await cancel(manager)).status).toBe(403);
    expect((await admin.call(dialer.read, { params: { id } })).body.data).toMatchObject({ can_change: true });
    expect((await agent.call(CALLS.sms.read, { params: { id } })).status).toBe(404);
  });
});

describe('a cancellation', () => {
  test('now ends at once, and frees the place for another', async () => {
    await connect(agent);
    const { id } = (await subscribe(desk, agent)).body.data;
    const { body } = await agent.call(dialer.cancel, {
      params: { id },
      body: { type: 'now' },
      idempotencyKey: freshKey(),
    });

    expect(body.data).toMatchObject({ status: 'ended', active: false, can_change: false });
    expect(await activeOf(agent)).toBe(null);
    expect((await subscribe(desk, agent)).status).toBe(200);
  });

  test('at the end of the month can be taken back until then', async () => {
    await connect(agent);
    const { id } = (await subscribe(desk, agent)).body.data;
    await agent.call(dialer.cancel, { params: { id }, body: { type: 'period_end' }, idempotencyKey: freshKey() });
    expect(await activeOf(agent)).toMatchObject({ active: true, cancels_at_period_end: true });

    const kept = await agent.call(dialer.update, { params: { id }, body: { keep: true }, idempotencyKey: freshKey() });

    expect(kept.body.data).toMatchObject({ cancels_at_period_end: false });
    expect(desk.payments.charged.size).toBe(1);
  });
});

describe('a subscription of the company', () => {
  test('that a manager asks for waits, costs nothing, and is active once an administrator pays for it', async () => {
    await connect(admin);
    const asked = await subscribe(desk, manager, { type: 'company', plan: 'Agency' });
    expect(asked.body.data).toMatchObject({ status: 'pending', active: false, user: null });
    expect((await agent.call(dialer.pending)).body.data).toMatchObject({ id: asked.body.data.id });
    expect(await activeOf(agent, 'company')).toBe(null);
    expect((await subscribe(desk, manager, { type: 'company', plan: 'Agency' })).status).toBe(409);
    const { id } = asked.body.data;
    const activate = (client: Client, expected_cents: number) =>
      client.call(dialer.activate, { body: { id, expected_cents }, idempotencyKey: freshKey() });
    expect((await activate(manager, 1)).status).toBe(403);

    const shown = (await admin.call(dialer.preview, { body: { subscription_id: id } })).body.data;
    const approved = await activate(admin, shown.due_now_cents);

    expect(approved.body.data).toMatchObject({ status: 'active', payer: { name: 'Ada Admin' } });
    expect(desk.payments.sum()).toBe(shown.due_now_cents);
    expect((await agent.call(dialer.pending)).body.data).toBe(null);
    expect(await activeOf(agent, 'company')).toMatchObject({ id });
    expect((await activate(admin, shown.due_now_cents)).status).toBe(409);
  });

  test('whose payment is declined waits on', async () => {
    await connect(admin, 'pm_card_insufficient');
    const { id } = (await subscribe(desk, manager, { type: 'company', plan: 'Agency' })).body.data;
    const { due_now_cents: expected_cents } = (await admin.call(dialer.preview, { body: { subscription_id: id } })).body
      .data;
    const { status } = await admin.call(dialer.activate, { body: { id, expected_cents }, idempotencyKey: freshKey() });

    expect(status).toBe(422);
    expect((await admin.call(dialer.pending)).body.data).toMatchObject({ id, status: 'pending' });
  });

  test('is refused to an agent', async () => {
    expect((await subscribe(desk, agent, { type: 'company', plan: 'Agency' })).status).toBe(403);
  });
});

test('the company pays before the manager, the manager before the person', async () => {
  for (const one of [agent, manager, admin]) await connect(one);
  await subscribe(desk, agent);
  expect(await activeOf(agent)).toMatchObject({ order_type: 'self_pay' });

  await subscribe(desk, manager, { type: 'manager_pay', quantity: 1 });
  const [license] = (await manager.call(dialer.listLicenses)).body.data;
  await manager.call(dialer.updateLicense, {
    params: { id: license?.id ?? 0 },
    body: { user_id: idOf(agent) },
    idempotencyKey: freshKey(),
  });
  expect(await activeOf(agent)).toMatchObject({ order_type: 'manager_pay' });
  expect(await activeOf(agent, 'self')).toMatchObject({ order_type: 'self_pay' });

  await subscribe(desk, admin, { type: 'company', plan: 'Agency' });
  expect(await activeOf(agent)).toMatchObject({ order_type: 'company' });
  expect((await agent.call(dialer.usage)).body.data).toMatchObject({ source: 'company', allocation: 15_000 });
  expect((await agent.call(CALLS.sms.usage)).body.data).toMatchObject({ source: null, unit: 'segment' });
});

describe('administrators', () => {
  test('subscribe someone else with their own card, and cancel any subscription', async () => {
    await connect(admin);
    const { due_now_cents: expected_cents } = await previewOf(desk, admin);
    const made = await admin.call(dialer.createFor, {
      body: {
        plan_id: desk.planId('dialer', 'Small'),
        order_type: 'self_pay',
        user_id: idOf(peer),
        quantity: 1,
        expected_cents,
      },
      idempotencyKey: freshKey(),
    });
    expect(made.body.data).toMatchObject({ user: { name: 'Pia Peer' }, payer: { name: 'Ada Admin' } });
    expect(await activeOf(peer)).toMatchObject({ id: made.body.data.id });
    expect((await admin.call(dialer.listAll)).body.data).toHaveLength(1);
    expect((await admin.call(dialer.list)).body.data).toHaveLength(1);

    const { id } = made.body.data;
    const ended = await admin.call(dialer.cancelAny, { body: { id, type: 'now' }, idempotencyKey: freshKey() });
    expect(ended.body.data).toMatchObject({ status: 'ended' });
  });

  test('change plans for new subscriptions alone, and remove none that is used', async () => {
    await connect(agent);
    await subscribe(desk, agent);
    const id = desk.planId('dialer', 'Small');
    await admin.call(PLANS.dialer.update, { params: { id }, body: { price_cents: 9_900 }, idempotencyKey: freshKey() });
    expect(await activeOf(agent)).toMatchObject({ renewal_cents: 1_500 });
    const refused = await admin.call(PLANS.dialer.remove, { params: { id }, idempotencyKey: freshKey() });
    expect(refused.body).toMatchObject({ code: 'conflict' });
    await admin.call(PLANS.dialer.update, { params: { id }, body: { price_cents: 1_500 }, idempotencyKey: freshKey() });

    expect((await agent.call(PLANS.dialer.choices)).body.data.map(({ name }) => name)).toEqual([
      'Small',
      'Large',
      'Unlimited',
    ]);
    expect((await agent.call(PLANS.dialer.enterprise)).body.data.map(({ name }) => name)).toEqual(['Agency']);
    expect((await agent.call(PLANS.dialer.list)).status).toBe(403);
  });
});
