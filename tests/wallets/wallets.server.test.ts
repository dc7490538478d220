import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  allocateToWallets,
  downloadWalletInvoice,
  downloadWalletStatement,
  estimateWalletCost,
  listAgentWallets,
  listUsagePricing,
  listWalletInvoices,
  listWalletTransactions,
  readWallet,
  readWalletAnalytics,
  readWalletTransaction,
  reclaimFromWallets,
  topUpWallet,
  updateWalletSettings,
} from '#contract/wallets.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { post, saleOf, spendOf } from '../../server/features/ledger/ledger.ts';
import { keepBilling } from '../../server/features/billing/keep-billing.ts';
import { STALE_MS } from '../../server/features/billing/operations.ts';
import { refillWallets } from '../../server/features/wallets/refill.ts';
import type { Client } from '../_api/app.ts';
import { type BillingDesk, connect, emptyBilling, freshKey, mailsOf, openBilling } from '../billing/billing-desk.ts';
import { booksOf, SOUND } from '../ledger/ledger-desk.ts';

let it: BillingDesk;
let agent: Client;
let peer: Client;
let manager: Client;

beforeAll(async () => {
  it = await openBilling();
  [agent, peer, manager] = await Promise.all([it.signIn('agent'), it.signIn('peer'), it.signIn('manager')]);
});
afterAll(() => it.close());
beforeEach(async () => {
  await emptyBilling(it);
  await it.owner.query('update users set paid_user = true, wallet_feature_enabled = true');
  await it.owner.query(
    'truncate ledger_accounts, ledger_transfers, ledger_entries, ledger_holds, wallet_settings, wallet_invoices cascade',
  );
});

test('without the wallet feature, no call of it does anything, and the reason is given', async () => {
  await connect(agent);
  await connect(manager);
  await it.owner.query('update users set wallet_feature_enabled = false');
  for (const answer of [
    await agent.call(readWallet),
    await topUp(agent, 20),
    await manager.call(allocateToWallets, {
      body: { user_ids: [idOf(agent)], amount: 1 },
      idempotencyKey: freshKey(),
    }),
  ]) {
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.body)).toContain('Requires a wallet.');
  }
  expect(it.payments.charged.size).toBe(0);
});

const topUp = (client: Client, amount: number, key = freshKey()) =>
  client.call(topUpWallet, { body: { amount, description: '' }, idempotencyKey: key });
const idOf = (client: Client): number => client.person?.id ?? 0;
const balanceOf = async (client: Client) => (await client.call(readWallet)).body.balance;
const spend = (client: Client, micros: number, quantity = 1) =>
  withAccount(it.deps.pool, { accountId: client.person?.accountId ?? 0 }, (tx) =>
    post(
      tx,
      spendOf({ key: freshKey(), ownerId: idOf(client), usage: 'sms', amount: micros, quantity, description: 'Text' }),
      it.deps.now(),
    ),
  );
const entries = async () =>
  (await it.owner.query<{ n: number }>('select count(*)::int as n from ledger_entries')).rows[0]?.n;

describe('a top-up', () => {
  test('charges the card once, however often it is asked for, and writes an invoice', async () => {
    await connect(agent);
    const key = freshKey();
    const [first, ...others] = await Promise.all([topUp(agent, 25, key), topUp(agent, 25, key), topUp(agent, 25, key)]);
    expect([first, ...others].some(({ status }) => status === 200)).toBe(true);
    await topUp(agent, 25, key);
    expect(await balanceOf(agent)).toBe(25);
    expect(it.payments.charged.size).toBe(1);
    const [invoice] = (await agent.call(listWalletInvoices)).body.data;
    expect(invoice).toMatchObject({ amount: 25, description: 'Top-up' });
    const pdf = await agent.call(downloadWalletInvoice, { params: { id: invoice?.id ?? 0 } });
    expect(pdf.status).toBe(200);
    expect((await peer.call(downloadWalletInvoice, { params: { id: invoice?.id ?? 0 } })).status).toBe(404);
  });

  test('whose answer is lost is asked for again with its key, and counts once', async () => {
    await connect(agent);
    it.payments.loseAnswer = true;
    const key = freshKey();
    expect((await topUp(agent, 25, key)).status).toBe(503);
    await topUp(agent, 25, key);
    await topUp(agent, 30);
    expect(await balanceOf(agent)).toBe(55);
    expect(it.payments.charged.size).toBe(2);
  });

  test.each([
    ['is added when the provider knows of it', { chargeRef: 'pi_found' }, 25],
    ['is given up when it does not', null, 0],
  ])('whose answer is lost and that no request waits for %s', async (_what, found, balance) => {
    await connect(agent);
    it.payments.loseAnswer = true;
    const key = freshKey();
    await topUp(agent, 25, key);
    it.payments.chargeOf = async () => found;
    it.advance(STALE_MS + 1);
    await keepBilling(it.deps);
    agent = await it.signIn('agent');
    expect(await balanceOf(agent)).toBe(balance);
    // Asked of the provider once: its key may stand for nothing by now.
    expect(it.payments.asked).toBe(1);
  });

  test('of a declined card moves nothing and says so', async () => {
    await connect(agent, 'pm_card_declined');
    const answer = await topUp(agent, 25);
    expect(answer.status).toBe(422);
    expect(await entries()).toBe(0);
  });
});

describe('bad input moves nothing', () => {
  const unknown = 999_999;
  test.each([
    ['a negative top-up', () => topUp(agent, -5), 'amount', 'Enter an amount above $0.00.'],
    ['a top-up of nothing', () => topUp(agent, 0), 'amount', 'Enter an amount above $0.00.'],
    ['a fraction of a cent', () => topUp(agent, 10.005), 'amount', 'Enter whole cents.'],
    ['a huge top-up', () => topUp(agent, 1e12), 'amount', 'Enter at most $10,000.00.'],
    ['a small top-up', () => topUp(agent, 1), 'amount', 'Enter at least $5.00.'],
    [
      'a negative threshold',
      () =>
        agent.call(updateWalletSettings, {
          body: { enabled: true, threshold: -1, amount: 50 },
          idempotencyKey: freshKey(),
        }),
      'threshold',
      'Enter an amount above $0.00.',
    ],
    [
      'a quantity of nothing',
      () => agent.call(estimateWalletCost, { body: { usageType: 'sms', quantity: 0 } }),
      'quantity',
      'Enter at least 1.',
    ],
    [
      'an allocation beyond the wallet',
      () =>
        manager.call(allocateToWallets, { body: { user_ids: [idOf(agent)], amount: 60 }, idempotencyKey: freshKey() }),
      'amount',
      "The agency's wallet is $10.00 short of $60.00. Top it up, or give less.",
    ],
    [
      'an allocation to someone unknown',
      () =>
        manager.call(allocateToWallets, {
          body: { user_ids: [idOf(agent), unknown], amount: 1 },
          idempotencyKey: freshKey(),
        }),
      'user_ids',
      'One of these people is not an agent whom you manage. No money has moved.',
    ],
    [
      'a reclaim from an empty wallet',
      () => manager.call(reclaimFromWallets, { body: { user_ids: [idOf(peer)] }, idempotencyKey: freshKey() }),
      'user_ids',
      'Pia Peer: the wallet is empty.',
    ],
    [
      'a reclaim of their own money',
      () => manager.call(reclaimFromWallets, { body: { user_ids: [idOf(agent)] }, idempotencyKey: freshKey() }),
      'user_ids',
      'Amy Agent: the $20.00 left is their own money.',
    ],
    [
      'an allocation to no one',
      () => manager.call(allocateToWallets, { body: { user_ids: [], amount: 1 }, idempotencyKey: freshKey() }),
      'user_ids',
      'Choose at least one person.',
    ],
  ])('%s', async (_name, act, field, sentence) => {
    await Promise.all([connect(agent), connect(manager)]);
    await topUp(agent, 20);
    await topUp(manager, 50);
    const before = await entries();
    const answer = await act();
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(sentence);
    expect(answer.body).toMatchObject({ errors: { [field]: expect.anything() } });
    expect(await entries()).toBe(before);
  });

  test('an agent gives and takes nothing', async () => {
    const body = { user_ids: [idOf(peer)], amount: 1 };
    expect((await agent.call(allocateToWallets, { body, idempotencyKey: freshKey() })).status).toBe(403);
    expect((await agent.call(listAgentWallets)).status).toBe(403);
  });
});

test('a manager gives to several at once, sees what they have, and takes back what is left', async () => {
  await connect(manager);
  await topUp(manager, 100);
  const both = [idOf(agent), idOf(peer)];
  await manager.call(allocateToWallets, { body: { user_ids: both, amount: 40 }, idempotencyKey: freshKey() });
  await spend(agent, 12_000);
  expect(await balanceOf(manager)).toBe(20);
  const { data } = (await manager.call(listAgentWallets)).body;
  expect(data.map(({ name, balance, granted, spent }) => ({ name, balance, granted, spent }))).toEqual([
    { name: 'Amy Agent', balance: 39.988, granted: 39.988, spent: 0.012 },
    { name: 'Pia Peer', balance: 40, granted: 40, spent: 0 },
  ]);
  const said = async (client: Client) =>
    (await client.call(listWalletTransactions)).body.transactions.map(({ description }) => description);
  expect((await said(manager))[0]).toBe('Allocated $40.00 to Amy Agent and Pia Peer');
  expect(await said(agent)).toEqual(['Text', 'Allocated $40.00']);
  const { body } = await manager.call(reclaimFromWallets, { body: { user_ids: both }, idempotencyKey: freshKey() });
  expect(body.balance).toBe(99.988);
  expect(await balanceOf(agent)).toBe(0);
  expect(await booksOf(it.owner)).toMatchObject(SOUND);
});

describe('auto-refill', () => {
  const turnOn = (client: Client) =>
    client.call(updateWalletSettings, {
      body: { enabled: true, threshold: 10, amount: 50 },
      idempotencyKey: freshKey(),
    });

  test('is off, with the amounts of the specification', async () => {
    const { auto_refill_settings: settings } = (await agent.call(readWallet)).body;
    expect(settings).toEqual({ enabled: false, threshold: 10, amount: 50, paused: null });
  });

  test('charges once, however many spends cross the threshold and processes see it', async () => {
    await connect(agent);
    await topUp(agent, 12);
    await turnOn(agent);
    await refillWallets(it.deps);
    expect(await balanceOf(agent)).toBe(12);
    await Promise.all(Array.from({ length: 5 }, () => spend(agent, 1_000_000)));
    await Promise.all([refillWallets(it.deps), refillWallets(it.deps), refillWallets(it.deps)]);
    await refillWallets(it.deps);
    expect(await balanceOf(agent)).toBe(57);
    expect(it.payments.charged.size).toBe(2);
  });

  test('that never reached the provider is tried again', async () => {
    await connect(agent);
    await turnOn(agent);
    it.payments.loseAnswer = true;
    await refillWallets(it.deps);
    it.payments.chargeOf = async () => null;
    it.advance(STALE_MS + 1);
    await keepBilling(it.deps);
    await refillWallets(it.deps);
    agent = await it.signIn('agent');
    expect(await balanceOf(agent)).toBe(50);
  });

  test('pauses when the card is declined, and goes on when it is saved again', async () => {
    await connect(agent, 'pm_card_declined');
    await turnOn(agent);
    await refillWallets(it.deps);
    await refillWallets(it.deps);
    const { auto_refill_settings: settings } = (await agent.call(readWallet)).body;
    expect(settings.paused).toContain('declined');
    expect(await mailsOf(it)).toMatchObject([
      ['Bellwether: Your payment of $50.00 failed', expect.stringContaining('Auto-refill is paused.')],
    ]);
    await connect(agent);
    await turnOn(agent);
    await refillWallets(it.deps);
    expect(await balanceOf(agent)).toBe(50);
  });
});

test('the statement is read by page and by filter, to both sides of a posting, and as a file', async () => {
  await connect(agent);
  await topUp(agent, 20);
  for (let text = 0; text < 24; text += 1) await spend(agent, 12_000);
  const first = (await agent.call(listWalletTransactions)).body;
  expect(first.pagination).toEqual({ current_page: 1, per_page: 20, total_pages: 2, total_count: 25 });
  expect(first.transactions).toHaveLength(20);
  const second = (await agent.call(listWalletTransactions, { query: { page: 2 } })).body;
  expect(second.transactions.map(({ kind }) => kind)).toEqual(['spend', 'spend', 'spend', 'spend', 'top_up']);
  const out = (await agent.call(listWalletTransactions, { query: { filter: 'out', usage: 'sms', page: 2 } })).body;
  expect(out.pagination.total_count).toBe(24);
  expect(out.transactions).toHaveLength(4);
  const [last] = first.transactions;
  expect(last).toMatchObject({ amount: -0.012, balance: 19.712, usage: 'sms', quantity: 1 });
  expect(last?.entries).toEqual([
    { account: 'This wallet', amount: -0.012 },
    { account: 'Texts', amount: 0.012 },
  ]);
  const own = await agent.call(readWalletTransaction, { params: { id: last?.id ?? 0 } });
  expect(own.body.data).toEqual(last);
  expect((await peer.call(readWalletTransaction, { params: { id: last?.id ?? 0 } })).status).toBe(404);
  const file = await agent.call(downloadWalletStatement);
  expect(file.status).toBe(200);
  const analytics = (await agent.call(readWalletAnalytics)).body.data;
  expect(analytics).toMatchObject({
    spent: 0.288,
    added: 20,
    by_usage: [{ usage: 'sms', spent: 0.288, quantity: 24 }],
  });
});

test('what a card pays for is not spent by the wallet, also as the store wrote it before', async () => {
  await connect(agent);
  await topUp(agent, 20);
  await spend(agent, 500_000);
  const about = { ownerId: idOf(agent), amount: 7_000_000, description: 'By card' };
  await withAccount(it.deps.pool, { accountId: agent.person?.accountId ?? 0 }, async (tx) => {
    for (const of of ['sms_plan', 'dialer_plan', 'max_plus', 'store_card'] as const) {
      const sale = saleOf({ ...about, of, key: freshKey() });
      await post(tx, sale, it.deps.now());
      await post(tx, { ...sale, kind: 'spend', key: freshKey() }, it.deps.now());
    }
  });

  expect((await agent.call(readWallet)).body).toMatchObject({ balance: 19.5, spent: 0.5 });
  expect((await agent.call(readWalletAnalytics)).body.data).toMatchObject({ spent: 0.5, by_usage: [{ spent: 0.5 }] });
  const { data: people } = (await manager.call(listAgentWallets)).body;
  expect(people.find(({ user_id: id }) => id === idOf(agent))).toMatchObject({ spent: 0.5 });
});

test('an estimate says what is missing, by the prices that are told', async () => {
  const { data: prices } = (await agent.call(listUsagePricing)).body;
  const price = prices.find(({ usage_type }) => usage_type === 'sms')?.price ?? 0;
  const { data } = (await agent.call(estimateWalletCost, { body: { usageType: 'sms', quantity: 1000 } })).body;
  expect(data).toMatchObject({ price, cost: price * 1000, missing: price * 1000 });
});
