import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listBillingHistory } from '#contract/billing.contract.ts';
import {
  bulkSubscribeMaxPlus,
  cancelMaxPlus,
  cancelMaxPlusForUser,
  listManageableUsers,
  type MaxPlusPlan,
  readMaxPlus,
  subscribeMaxPlus,
} from '#contract/max-plus.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { updateAdminUser } from '#contract/users.contract.ts';
import { readWallet } from '#contract/wallets.contract.ts';
import { keepBilling } from '../../server/features/billing/keep-billing.ts';
import { STALE_MS } from '../../server/features/billing/operations.ts';
import { keepMaxPlus } from '../../server/features/max-plus/keep-max-plus.ts';
import type { Client } from '../_api/app.ts';
import { type BillingDesk, connect, emptyBilling, freshKey, mailsOf, openBilling } from '../billing/billing-desk.ts';
import { booksOf, SOUND } from '../ledger/ledger-desk.ts';

let it: BillingDesk;
let agent: Client;
let peer: Client;
let manager: Client;

beforeAll(async () => {
  it = await openBilling();
});
afterAll(() => it.close());
beforeEach(async () => {
  await emptyBilling(it);
  await it.owner.query(`update users set paid_user = true, wallet_feature_enabled = true, max_plus_plan = null, active = true;
    truncate max_plus_subscriptions, ledger_accounts, ledger_transfers, ledger_entries, ledger_holds, events cascade`);
  [agent, peer, manager] = await Promise.all([it.signIn('agent'), it.signIn('peer'), it.signIn('manager')]);
});

const DAY_MS = 86_400_000;
const idOf = (client: Client): number => client.person?.id ?? 0;
const subscribe = (
  client: Client,
  plan: MaxPlusPlan,
  { key = freshKey(), expected }: { key?: string; expected?: number } = {},
) =>
  client.call(subscribeMaxPlus, {
    body: { payment_type: 'credit_card', plan, ...(expected === undefined ? {} : { expected_cents: expected }) },
    idempotencyKey: key,
  });
const bulk = (people: readonly Client[], plan: MaxPlusPlan, key = freshKey()) =>
  manager.call(bulkSubscribeMaxPlus, { body: { user_ids: people.map(idOf), plan }, idempotencyKey: key });
const cancelFor = (client: Client) =>
  manager.call(cancelMaxPlusForUser, { body: { user_id: idOf(client) }, idempotencyKey: freshKey() });
const maxPlusOf = async (client: Client) => (await client.call(readMaxPlus)).body.data;
const planOf = async (client: Client) => (await client.call(readMe)).body.data.max_plus_subscription;
const offerOf = async (client: Client, plan: MaxPlusPlan) =>
  (await maxPlusOf(client)).offers.find((offer) => offer.plan === plan);
const spoilCard = () => it.owner.query(`update payment_infos set method_ref = 'pm_card_insufficient'`);
const errorsOf = (answer: { body: unknown }) => (answer.body as { errors?: Record<string, string[]> }).errors;

/** The clock runs, the chores with it, and people sign in again. */
async function later(ms: number): Promise<void> {
  it.advance(ms);
  await keepMaxPlus(it.deps);
  [agent, peer, manager] = await Promise.all([it.signIn('agent'), it.signIn('peer'), it.signIn('manager')]);
}

describe('an own subscription', () => {
  test('is shown with its price, charged once, and opens its features; the books balance', async () => {
    await connect(agent);
    expect(await offerOf(agent, 'premium')).toMatchObject({ price: 7, effect: 'open', due_now_cents: 700 });
    const key = freshKey();
    await Promise.all([subscribe(agent, 'premium', { key }), subscribe(agent, 'premium', { key })]);
    await subscribe(agent, 'premium', { key });
    expect(it.payments.sum()).toBe(700);
    expect(await planOf(agent)).toEqual({ active: true, plan: 'premium' });
    expect(await maxPlusOf(agent)).toMatchObject({ subscription: { status: 'active', paid_by: 'self' } });
    expect(await booksOf(it.owner)).toEqual({ ...SOUND, transfers: 1 });
    // A card paid for it, and no wallet.
    expect((await agent.call(readWallet)).body).toMatchObject({ balance: 0, spent: 0 });
  });

  test('is charged once when two tabs choose it, each with its own key', async () => {
    await connect(agent);
    const answers = await Promise.all([subscribe(agent, 'premium'), subscribe(agent, 'premium')]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(it.payments.sum()).toBe(700);
  });

  test('is not opened without a card, by a declined one, or for another price than was shown', async () => {
    expect(errorsOf(await subscribe(agent, 'premium'))?.['payment_method']).toEqual([
      'Add a card first, on the Billing page.',
    ]);
    await connect(agent, 'pm_card_declined');
    const declined = await subscribe(agent, 'premium');
    expect(declined.status).toBe(422);
    expect(errorsOf(declined)?.['payment_method']).toEqual(["Your card was declined. You weren't charged."]);
    await connect(agent);
    expect(errorsOf(await subscribe(agent, 'premium', { expected: 500 }))?.['expected_cents']?.[0]).toContain('$7.00');
    expect(await planOf(agent)).toEqual({ active: false, plan: null });
    expect(it.payments.sum()).toBe(0);
    // What a declined card had reserved is free again.
    expect((await subscribe(agent, 'premium')).status).toBe(200);
  });

  test.each([
    ['is opened when the provider knows of it', { chargeRef: 'pi_found' }, 'premium'],
    ['is given up when it does not', null, null],
  ])('whose answer is lost and that no request waits for %s', async (_what, found, plan) => {
    await connect(agent);
    it.payments.loseAnswer = true;
    expect((await subscribe(agent, 'premium')).status).toBe(503);
    const chargeOf = it.payments.chargeOf;
    it.payments.chargeOf = async () => found;
    it.advance(STALE_MS + 1);
    await keepBilling(it.deps);
    it.payments.chargeOf = chargeOf;
    agent = await it.signIn('agent');
    expect((await planOf(agent)).plan).toBe(plan);
    expect(it.payments.asked).toBe(1);
    expect((await offerOf(agent, 'premium'))?.effect).toBe(plan === null ? 'open' : 'refused');
  });

  test('is upgraded for the difference of the days that are left, and downgraded with the next month', async () => {
    await connect(agent);
    await subscribe(agent, 'standard');
    await later(10 * DAY_MS);
    const offer = await offerOf(agent, 'premium');
    expect(offer?.effect).toBe('upgrade');
    expect(offer?.due_now_cents).toBeGreaterThan(100);
    expect(offer?.due_now_cents).toBeLessThan(200);
    await subscribe(agent, 'premium', { expected: offer?.due_now_cents ?? 0 });
    expect(it.payments.sum()).toBe(500 + (offer?.due_now_cents ?? 0));

    const before = it.payments.sum();
    await subscribe(agent, 'standard');
    expect(await maxPlusOf(agent)).toMatchObject({ plan: 'premium', subscription: { next_plan: 'standard' } });
    await later(32 * DAY_MS);
    expect(it.payments.sum()).toBe(before + 500);
    expect((await planOf(agent)).plan).toBe('standard');
  });

  test('canceled, lasts until its month is over, and can be kept until then', async () => {
    await connect(agent);
    await subscribe(agent, 'premium');
    await agent.call(cancelMaxPlus, { idempotencyKey: freshKey() });
    expect(await maxPlusOf(agent)).toMatchObject({ plan: 'premium', subscription: { status: 'cancelled' } });
    await subscribe(agent, 'premium');
    expect((await maxPlusOf(agent)).subscription?.status).toBe('active');
    await agent.call(cancelMaxPlus, { idempotencyKey: freshKey() });
    await later(32 * DAY_MS);
    expect(await planOf(agent)).toEqual({ active: false, plan: null });
    expect(it.payments.sum()).toBe(700);
  });

  test('that an administrator gave costs nothing, and one that is paid for is not the administrator’s to change', async () => {
    const admin = await it.signIn('admin');
    const give = (plan: MaxPlusPlan | null) =>
      admin.call(updateAdminUser, { params: { id: idOf(agent) }, body: { user: { max_plus_plan: plan } } });
    await give('premium');
    expect((await offerOf(agent, 'standard'))?.refusal).toContain('free of charge');
    await give(null);
    await connect(agent);
    await subscribe(agent, 'standard');
    expect(errorsOf(await give('premium'))?.['user.max_plus_plan']?.[0]).toContain('paid for');
  });
});

describe('a month that is over', () => {
  test('is charged once for all people of a payer, however often the chore runs', async () => {
    await connect(manager);
    await bulk([agent, peer], 'premium');
    await later(32 * DAY_MS);
    await Promise.all([keepMaxPlus(it.deps), keepMaxPlus(it.deps)]);
    expect([...it.payments.charged.values()]).toEqual([1400, 1400]);
    expect(await booksOf(it.owner)).toEqual({ ...SOUND, transfers: 2 });
  });

  test('that fails is tried three times, a day apart, and ends it', async () => {
    await connect(agent);
    await subscribe(agent, 'premium');
    await spoilCard();
    await later(32 * DAY_MS);
    expect(await maxPlusOf(agent)).toMatchObject({ plan: 'premium', subscription: { status: 'past_due' } });
    await later(DAY_MS + 1);
    await later(DAY_MS + 1);
    expect((await mailsOf(it)).map(([, text]) => /We'll try again|has ended/u.exec(text)?.[0])).toEqual([
      "We'll try again",
      "We'll try again",
      'has ended',
    ]);
    expect(await planOf(agent)).toEqual({ active: false, plan: null });
    const history = (await agent.call(listBillingHistory)).body.data;
    expect(history.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'paid']);
    expect(history[0]?.description).toBe(
      "Max Plus, next month: Your card has insufficient funds. You weren't charged.",
    );
  });

  test('that failed is charged to a new card', async () => {
    await connect(agent);
    await subscribe(agent, 'premium');
    await spoilCard();
    await later(32 * DAY_MS);
    await connect(agent);
    await later(1);
    expect((await maxPlusOf(agent)).subscription?.status).toBe('active');
    expect(it.payments.sum()).toBe(1400);
  });

  test('of someone who has left is not charged', async () => {
    await connect(manager);
    await bulk([agent, peer], 'standard');
    await it.owner.query('update users set active = false where id = $1', [idOf(peer)]);
    it.advance(32 * DAY_MS);
    await keepMaxPlus(it.deps);
    expect([...it.payments.charged.values()]).toEqual([1000, 500]);
  });
});

describe('for others', () => {
  test('people are subscribed with one charge to the manager, who alone can cancel', async () => {
    await connect(manager);
    const shown = (await manager.call(listManageableUsers)).body.data;
    expect(shown.map(({ id }) => id)).toEqual(expect.arrayContaining([idOf(agent), idOf(peer)]));
    expect((await bulk([agent, peer], 'premium')).status).toBe(200);
    expect([...it.payments.charged.values()]).toEqual([1400]);
    expect(await maxPlusOf(agent)).toMatchObject({ plan: 'premium', subscription: { paid_by: 'agency' } });
    const own = await agent.call(cancelMaxPlus, { idempotencyKey: freshKey() });
    expect(own.status).toBe(422);
    expect(JSON.stringify(own.body)).toContain('Ask your manager');
    expect((await cancelFor(agent)).body.data.subscription?.status).toBe('cancelled');
    expect((await maxPlusOf(peer)).subscription?.status).toBe('active');
  });

  test('no one is subscribed, nor charged for, when one can’t be, and each reason has its name', async () => {
    await connect(manager);
    await connect(agent);
    await subscribe(agent, 'standard');
    const answer = await bulk([agent, peer], 'premium');
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)?.['user_ids']).toEqual([expect.stringMatching(/: Already paid for by the agent\.$/u)]);
    expect(await planOf(peer)).toEqual({ active: false, plan: null });
    expect(it.payments.sum()).toBe(500);
    expect((await cancelFor(agent)).status).toBe(422);
  });

  test('people whom one doesn’t manage are refused', async () => {
    await connect(manager);
    const stranger = await it.signIn('stranger');
    const answer = await bulk([agent, stranger], 'premium');
    expect(errorsOf(answer)?.['user_ids']?.[0]).toContain('not an agent whom you manage');
    expect((await agent.call(listManageableUsers)).status).toBe(403);
    expect(it.payments.sum()).toBe(0);
  });

  test('an agent and the manager who pay at the same time pay once', async () => {
    await connect(manager);
    await connect(agent);
    await Promise.all([bulk([agent], 'premium'), subscribe(agent, 'premium')]);
    expect(it.payments.sum()).toBe(700);
    expect((await planOf(agent)).plan).toBe('premium');
  });
});

test('open tabs of the person, of who pays and of those above are told, with what has changed', async () => {
  await connect(manager);
  await bulk([agent], 'premium');
  const { rows } = await it.owner.query<{ stream: string; reads: string[] }>(
    `select stream, body->'reads' as reads from events where body->>'subject' = 'max_plus_subscription'`,
  );
  const told = new Map(rows.map(({ stream, reads }) => [stream, reads]));
  expect(told.get(`user:${idOf(agent)}`)).toEqual(expect.arrayContaining(['readMe', 'readMaxPlus']));
  expect(told.get(`user:${idOf(manager)}`)).toContain('listManageableUsers');
  expect(told.get(`user:${idOf(manager)}`)).not.toContain('readMe');
  expect(rows).toHaveLength(told.size);
});
