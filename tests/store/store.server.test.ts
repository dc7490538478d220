import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { products } from '#contract/store/products.contract.ts';
import { listStoreItems, listStoreOrders, previewStoreOrder, readAgentInfo } from '#contract/store.contract.ts';
import { topUpWallet } from '#contract/wallets.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { keepBilling } from '../../server/features/billing/keep-billing.ts';
import { STALE_MS } from '../../server/features/billing/operations.ts';
import { insertOrder } from '../../server/features/store/orders.sql.ts';
import type { Client } from '../_api/app.ts';
import { connect, freshKey } from '../billing/billing-desk.ts';
import { photo } from '../files/sample-files.ts';
import { booksOf, SOUND } from '../ledger/ledger-desk.ts';
import { describeResource, openOffice } from '../_matrix/describe-resource.ts';
import { RESOURCES } from '../_matrix/resources.ts';
import { openStore, order, revenueOf, type StoreDesk } from './store-desk.ts';

describeResource(openOffice(), RESOURCES.product);

let it: StoreDesk;
let agent: Client;
let admin: Client;
beforeAll(async () => {
  it = await openStore();
  [agent, admin] = await Promise.all([it.signIn('agent'), it.signIn('admin')]);
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.empty();
  await connect(agent);
});

const topUp = (amount: number) =>
  agent.call(topUpWallet, { body: { amount, description: '' }, idempotencyKey: freshKey() });
const ordersOf = async (client = agent) => (await client.call(listStoreOrders, { query: {} })).body.data;
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: object }).errors;

describe('a product', () => {
  test('is sold with its image while it is on, and a quick update keeps image and months', async () => {
    const body = { name: 'Banner', price: 129, months_count: 12 } as const;
    const file = new File([new Uint8Array(await photo('png'))], 'banner.png', { type: 'image/png' });
    const { body: made } = await admin.call(products.create, { body, file });
    const { id } = made.data;
    await admin.call(products.update, { params: { id }, body: { price: 99.5 } });
    const [item] = (await agent.call(listStoreItems)).body.data;
    expect(item).toMatchObject({ name: 'Banner', price: 99.5, months_count: 12 });
    const image = await fetch(new URL(item?.image_url ?? '', it.url));
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);

    await admin.call(products.update, { params: { id }, body: { active: false } });
    expect((await agent.call(listStoreItems)).body.data).toEqual([]);
    expect(errorsOf(await order(agent, id, 99.5))).toHaveProperty('items');
  });

  test('takes only an image', async () => {
    const file = new File(['a,b'], 'prices.csv', { type: 'text/csv' });
    const answer = await admin.call(products.create, { body: { name: 'Sheet', price: 1 }, file });
    expect(errorsOf(answer)).toEqual({ image: [expect.any(String)] });
  });

  test.each([
    ['negative', -1, 'Enter an amount above $0.00.'],
    ['zero', 0, 'Enter an amount above $0.00.'],
    ['a fraction of a cent', 1.005, 'Enter whole cents.'],
    ['huge', 1e9, 'Enter at most $10,000.00.'],
  ])('has no price that is %s', async (_what, price, sentence) => {
    const answer = await admin.call(products.create, { body: { name: 'Odd', price } });
    expect(JSON.stringify(errorsOf(answer))).toContain(sentence);
  });

  test('that was ordered stays', async () => {
    const id = await it.sell('Cards', 48);
    await order(agent, id, 48);
    expect((await admin.call(products.remove, { params: { id } })).status).toBe(409);
  });

  test.each([
    ['category_id', 'Category not found.'],
    ['corporation_id', 'Corporation not found.'],
  ])('names no unknown %s', async (field, sentence) => {
    const answer = await admin.call(products.create, { body: { name: 'Odd', price: 1, [field]: 999_999 } });
    expect(errorsOf(answer)).toEqual({ [field]: [sentence] });
  });
});

describe('an order', () => {
  test('charges the card once, however often it is sent, and posts revenue', async () => {
    const id = await it.sell('Cards', 48);
    const key = freshKey();
    const answers = await Promise.all([order(agent, id, 48, { key }), order(agent, id, 48, { key })]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    await order(agent, id, 48, { key });
    expect(await ordersOf()).toMatchObject([{ payment_status: 'paid', total: 48, items: [{ name: 'Cards' }] }]);
    expect([it.payments.charged.size, await revenueOf(it)]).toEqual([1, 4_800]);
    expect(await booksOf(it.owner)).toMatchObject(SOUND);
  });

  test('whose answer is lost is paid by the same request', async () => {
    const id = await it.sell('Cards', 48);
    const key = freshKey();
    it.payments.loseAnswer = true;
    expect((await order(agent, id, 48, { key })).status).toBe(503);
    expect(await ordersOf()).toMatchObject([{ payment_status: 'pending' }]);
    expect((await order(agent, id, 48, { key })).body.data).toMatchObject({ payment_status: 'paid' });
    expect([it.payments.charged.size, await revenueOf(it)]).toEqual([1, 4_800]);
  });

  test.each([
    ['is paid when the provider knows of it', { chargeRef: 'pi_found' }, 'paid', 4_800],
    ['has failed when it does not', null, 'failed', 0],
  ] as const)('whose process died after the charge %s', async (_what, found, status, revenue) => {
    const id = await it.sell('Cards', 48);
    it.payments.loseAnswer = true;
    await order(agent, id, 48);
    const { chargeOf } = it.payments;
    it.payments.chargeOf = async () => found;
    it.advance(STALE_MS + 1);
    await keepBilling(it.deps);
    it.payments.chargeOf = chargeOf;
    expect(await ordersOf()).toMatchObject([{ payment_status: status }]);
    expect([it.payments.asked, await revenueOf(it)]).toEqual([1, revenue]);
  });

  test('whose process died before it asked the card has failed after a while, and charged nothing', async () => {
    const { id: userId, accountId } = agent.person ?? { id: 0, accountId: 0 };
    const product = await it.sell('Cards', 48);
    const lines = [{ product_id: product, name: 'Cards', price_cents: 4_800, quantity: 1, months_count: null }];
    const fresh = { userId, key: 'died', ownerId: userId, totalCents: 4_800, card: '4242', sentence: '', contacts: 0 };
    await withAccount(it.deps.pool, { accountId }, (tx) =>
      insertOrder(tx, { ...fresh, method: 'card', at: it.deps.now(), lines }),
    );
    expect(await ordersOf()).toMatchObject([{ payment_status: 'pending' }]);
    it.advance(16 * 60_000);
    expect(await ordersOf()).toMatchObject([{ payment_status: 'failed' }]);
  });

  test('of a declined card names the card and charges nothing', async () => {
    await connect(agent, 'pm_card_declined');
    const answer = await order(agent, await it.sell('Cards', 48), 48);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toEqual({ payment_method: ["Your card was declined. You weren't charged."] });
    expect(await ordersOf()).toMatchObject([
      { payment_status: 'failed', failure: expect.stringContaining('declined') },
    ]);
    expect(await revenueOf(it)).toBe(0);
  });

  test('is paid from the wallet, or says how much is missing', async () => {
    const id = await it.sell('Cards', 48);
    await topUp(60);
    expect((await order(agent, id, 48, { payment_method: 'wallet' })).status).toBe(200);
    expect((await agent.call(readAgentInfo)).body.data.wallet_balance).toBe(12);
    const short = await order(agent, id, 48, { payment_method: 'wallet' });
    expect(JSON.stringify(errorsOf(short))).toContain('The wallet is $36.00 short.');
    expect(await ordersOf()).toHaveLength(1);
    expect(await booksOf(it.owner)).toMatchObject(SOUND);
  });

  test('for contacts has one piece for each that is seen and has an address', async () => {
    const id = await it.sell('Mailer', 0.89, { per_contact: true });
    await it.residents(agent, 3);
    await it.residents(agent, 2, '');
    await it.residents(admin, 4);
    const cart = { items: [{ product_id: id }], contacts_scope: { contact_group: 'mine' as const } };
    const { body } = await agent.call(previewStoreOrder, { body: cart });
    expect(body.data).toMatchObject({ contacts: 3, without_address: 2, total: 2.67 });
    await order(agent, id, 2.67, cart);
    const { rows } = await it.owner.query('select count(*)::int as n from store_order_contacts');
    expect([rows, await revenueOf(it)]).toEqual([[{ n: 3 }], 267]);
  });

  test("isn't made for someone else's contacts", async () => {
    const id = await it.sell('Mailer', 0.89, { per_contact: true });
    const scope = (downline_user_id: number) => ({ contacts_scope: { downline_user_id } });
    expect((await order(agent, id, 0.89, scope(admin.person?.id ?? 0))).status).toBe(404);
    expect(errorsOf(await order(agent, id, 0))).toEqual({ contacts_scope: ['Choose the contacts first.'] });
    expect(await ordersOf()).toEqual([]);
  });

  test.each([
    ['a price that has changed', 40, {}, 'expected_total'],
    ['half a piece', 24, { items: [{ product_id: 1, quantity: 0.5 }] }, 'items.0.quantity'],
    ['no piece', 0, { items: [{ product_id: 1, quantity: 0 }] }, 'items.0.quantity'],
    ['a huge number of pieces', 1, { items: [{ product_id: 1, quantity: 1e9 }] }, 'items.0.quantity'],
    ['nothing', 0, { items: [] }, 'items'],
  ])('of %s is refused', async (_what, expected, more, field) => {
    const answer = await order(agent, await it.sell('Cards', 48), expected, more);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toHaveProperty([field]);
    expect(it.payments.charged.size).toBe(0);
  });
});
