import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keepPlans } from '../../server/features/plans/keep-plans.ts';
import type { Client } from '../_api/app.ts';
import {
  CALLS,
  connect,
  emptyPlans,
  freshKey,
  mailsOf,
  openPlans,
  ordersOf,
  type PlanDesk,
  subscribe,
} from './plan-desk.ts';

const DAY_MS = 86_400_000;
const { dialer } = CALLS;

let desk: PlanDesk;
let manager: Client;
beforeAll(async () => {
  desk = await openPlans();
});
beforeEach(async () => {
  await emptyPlans(desk);
  manager = await desk.signIn('manager');
  await connect(manager);
});
afterAll(() => desk.close());

const mine = async () => (await manager.call(dialer.list)).body.data[0];
const buy = async (quantity = 2) => (await subscribe(desk, manager, { type: 'manager_pay', quantity })).body.data;

/** The clock runs to a time, the chore with it. */
async function runTo(at: number): Promise<void> {
  desk.advance(at - desk.deps.now().getTime());
  await keepPlans(desk.deps);
}

/** Moves on to the end of the paid month. */
async function nextMonth(): Promise<number> {
  const { rows } = await desk.owner.query<{ period_ends_at: Date }>('select period_ends_at from plan_subscriptions');
  const ends = rows[0]?.period_ends_at.getTime() ?? 0;
  await runTo(ends + 1_000);
  manager = await desk.signIn('manager');
  return ends;
}

const spoilCard = (token = 'pm_card_insufficient') =>
  desk.owner.query('update payment_infos set method_ref = $1', [token]);

test('a month that begins is charged once, however often the chore runs, and fewer licenses count from then on', async () => {
  const { id } = await buy(3);
  await manager.call(dialer.update, { params: { id }, body: { quantity: 1 }, idempotencyKey: freshKey() });
  const before = desk.payments.sum();

  await nextMonth();
  await Promise.all([keepPlans(desk.deps), keepPlans(desk.deps)]);

  expect(desk.payments.sum() - before).toBe(1_500);
  expect(await mine()).toMatchObject({ status: 'active', quantity: 1, next_quantity: null });
  expect((await manager.call(dialer.listLicenses)).body.data).toHaveLength(1);
  expect(await ordersOf(manager)).toMatchObject([
    { action: 'renewal', status: 'paid', amount_cents: 1_500 },
    { action: 'start', status: 'paid' },
  ]);
});

test('a payment that fails is tried on days 1, 3, 5 and 7; then the subscription ends and its licenses are free', async () => {
  const { id } = await buy();
  const [license] = (await manager.call(dialer.listLicenses)).body.data;
  const user_id = desk.world.people.agent.id;
  await manager.call(dialer.updateLicense, {
    params: { id: license?.id ?? 0 },
    body: { user_id },
    idempotencyKey: freshKey(),
  });
  await spoilCard();

  const began = await nextMonth();

  expect(await mine()).toMatchObject({
    id,
    status: 'past_due',
    active: true,
    retry_at: expect.stringMatching(/Z$/),
    failure: expect.stringMatching(/./),
  });
  for (const day of [1, 3, 5]) {
    await runTo(began + day * DAY_MS + 60_000);
    const { rows } = await desk.owner.query('select status, failures from plan_subscriptions');
    expect(rows).toEqual([{ status: 'past_due', failures: [1, 3, 5].indexOf(day) + 2 }]);
  }
  expect((await mailsOf(desk)).filter(([, text]) => text.includes("We'll try again on "))).toHaveLength(4);
  await runTo(began + 7 * DAY_MS + 120_000);
  expect((await mailsOf(desk)).map(([, text]) => text)).toEqual([
    expect.stringContaining('the subscription has ended'),
  ]);
  manager = await desk.signIn('manager');

  expect(await mine()).toMatchObject({ status: 'ended', active: false });
  expect(await ordersOf(manager)).toMatchObject([{ action: 'renewal', status: 'failed' }, { action: 'start' }]);
  expect((await desk.owner.query('select user_id, paid from plan_licenses')).rows).toEqual([
    { user_id: null, paid: false },
    { user_id: null, paid: false },
  ]);
});

test('a payment that succeeds later makes the month one that is paid', async () => {
  await buy();
  await spoilCard();
  const began = await nextMonth();
  await spoilCard('pm_card_visa');
  await runTo(began + DAY_MS + 60_000);
  manager = await desk.signIn('manager');

  expect(await mine()).toMatchObject({ status: 'active', failure: '', retry_at: null });
  expect((await ordersOf(manager))[0]).toMatchObject({ action: 'renewal', status: 'paid' });
});

test('a renewal whose answer never came is charged again, as another charge', async () => {
  await buy();
  desk.payments.loseAnswer = true;
  const began = await nextMonth();
  expect(await mine()).toMatchObject({ status: 'active' });

  await runTo(began + 60_000);

  manager = await desk.signIn('manager');
  expect((await ordersOf(manager))[0]).toMatchObject({ action: 'renewal', status: 'paid' });
  expect(desk.payments.charged.size).toBe(2);
});

test('a canceled subscription ends with its month, and nothing is charged', async () => {
  const { id } = await buy();
  await manager.call(dialer.cancel, { params: { id }, body: { type: 'period_end' }, idempotencyKey: freshKey() });
  const before = desk.payments.sum();

  await nextMonth();

  expect(await mine()).toMatchObject({ status: 'ended' });
  expect(desk.payments.sum()).toBe(before);
});

test('a subscription that is past due can be canceled, and is not tried again', async () => {
  const { id } = await buy();
  await spoilCard();
  const began = await nextMonth();
  await manager.call(dialer.cancel, { params: { id }, body: { type: 'period_end' }, idempotencyKey: freshKey() });
  const { asked } = desk.payments;

  await runTo(began + 2 * DAY_MS);

  manager = await desk.signIn('manager');
  expect(await mine()).toMatchObject({ status: 'ended' });
  expect((await ordersOf(manager))[0]).toMatchObject({ action: 'renewal', status: 'canceled' });
  expect(desk.payments.asked).toBe(asked);
});
