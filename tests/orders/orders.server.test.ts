import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listBillingHistory } from '#contract/billing.contract.ts';
import { downloadOrders, listOrders, readOrder, refundOrder, updateOrder } from '#contract/orders.contract.ts';
import { readWallet, topUpWallet } from '#contract/wallets.contract.ts';
import { keepBilling } from '../../server/features/billing/keep-billing.ts';
import { STALE_MS } from '../../server/features/billing/operations.ts';
import { resumeRefunds } from '../../server/features/orders/refunds.service.ts';
import type { Client } from '../_api/app.ts';
import { connect, freshKey } from '../billing/billing-desk.ts';
import { booksOf, SOUND } from '../ledger/ledger-desk.ts';
import { openStore, order, revenueOf, type StoreDesk } from '../store/store-desk.ts';

let it: StoreDesk;
let agent: Client;
let admin: Client;
let id: number;
beforeAll(async () => {
  it = await openStore();
  [agent, admin] = await Promise.all([it.signIn('agent'), it.signIn('admin')]);
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.empty();
  await connect(agent);
  id = (await order(agent, await it.sell('Cards', 48), 48)).body.data.id;
});

const refund = (amount: number, { key = freshKey(), ...more }: { key?: string; to?: 'card' | 'wallet' } = {}) =>
  admin.call(refundOrder, { params: { id }, body: { amount, ...more }, idempotencyKey: key });
const detail = async () => (await admin.call(readOrder, { params: { id } })).body.data;
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: object }).errors;

describe('a refund', () => {
  test('is partial and repeated, up to what was paid, and reverses revenue', async () => {
    expect((await refund(10)).body.data).toMatchObject({ payment_status: 'partially_refunded', refundable: 38 });
    expect(errorsOf(await refund(38.01))).toEqual({ amount: ['At most $38.00 is left to refund.'] });
    expect((await refund(38)).body.data).toMatchObject({ payment_status: 'refunded', refundable: 0 });
    expect(errorsOf(await refund(1))).toEqual({ amount: ['All of this order is refunded.'] });
    expect([[...it.payments.refunded.values()], await revenueOf(it)]).toEqual([[1_000, 3_800], 0]);
    const { data: history } = (await agent.call(listBillingHistory)).body;
    expect(history.map(({ description, amount_cents: cents, status }) => [description, cents, status])).toEqual([
      [`Refund of order ${id}`, -3_800, 'refunded'],
      [`Refund of order ${id}`, -1_000, 'refunded'],
      [expect.any(String), 4_800, 'paid'],
    ]);
    expect(await booksOf(it.owner)).toMatchObject(SOUND);
  });

  test('with the same key is made once', async () => {
    const key = freshKey();
    await Promise.all([refund(10, { key }), refund(10, { key })]);
    await refund(10, { key });
    expect([it.payments.refunded.size, (await detail()).refunded, await revenueOf(it)]).toEqual([1, 10, 3_800]);
  });

  test('never exceeds what was paid, however many are sent together', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(20)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect([await revenueOf(it), (await detail()).refundable]).toEqual([800, 8]);
  });

  test('beyond what was paid is refused by the database, too', async () => {
    const insert = it.owner.query(
      `insert into store_refunds (account_id, order_id, user_id, actor_id, key, amount_cents, destination, created_at)
       select account_id, id, user_id, user_id, 'odd', 4801, 'card', now() from store_orders where id = $1`,
      [id],
    );
    await expect(insert).rejects.toMatchObject({ constraint: 'store_orders_refunds' });
  });

  test('whose answer is lost is finished by the same request, once', async () => {
    const key = freshKey();
    it.payments.loseAnswer = true;
    expect((await refund(10, { key })).status).toBe(503);
    expect(await detail()).toMatchObject({ refunding: 10, refundable: 38, refunds: [{ state: 'pending' }] });
    expect((await refund(10, { key })).body.data).toMatchObject({ refunding: 0, refunded: 10 });
    expect([it.payments.refunded.size, await revenueOf(it)]).toEqual([1, 3_800]);
  });

  test.each([
    ['counts when the provider knows of it', { refundRef: 're_found' }, 'done', 3_800, 38],
    ['may be made again when it does not', null, 'declined', 4_800, 48],
  ] as const)('whose answer is lost for good %s', async (_what, found, state, revenue, refundable) => {
    it.payments.loseAnswer = true;
    await refund(10);
    const { refundOf } = it.payments;
    it.payments.refundOf = async () => found;
    it.advance(STALE_MS + 1);
    await keepBilling(it.deps);
    it.payments.refundOf = refundOf;
    expect(await detail()).toMatchObject({ refundable, refunds: [{ state }] });
    expect(await revenueOf(it)).toBe(revenue);
  });

  test('whose process died before it asked the card is asked for later', async () => {
    await it.owner.query(
      `insert into store_refunds (account_id, order_id, user_id, actor_id, key, amount_cents, destination, created_at)
       select account_id, id, user_id, user_id, 'died', 1000, 'card', $2 from store_orders where id = $1`,
      [id, new Date(it.deps.now().getTime() - STALE_MS - 1)],
    );
    await resumeRefunds(it.deps);
    await resumeRefunds(it.deps);
    expect(await detail()).toMatchObject({ refunded: 10, refunds: [{ state: 'done' }] });
    expect([...it.payments.refunded.values()]).toEqual([1_000]);
  });

  test('goes to the wallet if chosen, and from a wallet only there', async () => {
    await refund(8, { to: 'wallet' });
    expect((await agent.call(readWallet)).body.balance).toBe(8);
    await agent.call(topUpWallet, { body: { amount: 40, description: '' }, idempotencyKey: freshKey() });
    id = (await order(agent, await it.sell('Badge', 14), 14, { payment_method: 'wallet' })).body.data.id;
    expect(errorsOf(await refund(14, { to: 'card' }))).toHaveProperty('to');
    await refund(14);
    expect((await agent.call(readWallet)).body.balance).toBe(48);
    expect(it.payments.refunded.size).toBe(0);
  });

  test.each([
    ['negative', -1, 'Enter an amount above $0.00.'],
    ['zero', 0, 'Enter an amount above $0.00.'],
    ['a fraction of a cent', 1.005, 'Enter whole cents.'],
    ['huge', 1e9, 'Enter at most $25,000.00.'],
  ])('of an amount that is %s is refused', async (_what, amount, sentence) => {
    expect(JSON.stringify(errorsOf(await refund(amount)))).toContain(sentence);
    expect(await revenueOf(it)).toBe(4_800);
  });
});

describe('orders', () => {
  test('move only to a status that follows, and keep their notes', async () => {
    const move = (body: object) => admin.call(updateOrder, { params: { id }, body });
    expect(errorsOf(await move({ admin_status: 'returned' }))).toHaveProperty('admin_status');
    expect((await move({ admin_status: 'accepted', notes: 'Rush' })).body.data).toMatchObject({
      admin_status: 'accepted',
      notes: 'Rush',
    });
    expect((await move({ admin_status: 'fulfilled' })).body.data).toMatchObject({ notes: 'Rush' });
  });

  test('are found by name, number and status, and saved as orders.csv', async () => {
    const found = async (query: object) => (await admin.call(listOrders, { query })).body.data.length;
    expect([await found({ q: 'amy' }), await found({ q: String(id) }), await found({ q: 'nobody' })]).toEqual([
      1, 1, 0,
    ]);
    expect([await found({ payment_status: 'paid' }), await found({ payment_status: 'refunded' })]).toEqual([1, 0]);
    const { headers, body } = await admin.call(downloadOrders, { query: {} });
    expect(headers['content-disposition']).toContain('filename="orders.csv"');
    expect(body).toContain(',48.00,0.00,Paid,New,');
  });

  test("aren't an agent's to manage", async () => {
    expect((await agent.call(readOrder, { params: { id } })).status).toBe(403);
  });
});
