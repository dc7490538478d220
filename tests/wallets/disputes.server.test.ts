import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listBillingHistory } from '#contract/billing.contract.ts';
import { subscribeMaxPlus } from '#contract/max-plus.contract.ts';
import { listWalletTransactions, readWallet, topUpWallet, updateWalletSettings } from '#contract/wallets.contract.ts';
import { listDisputes } from '#contract/wallets/disputes.contract.ts';
import type { Dispute } from '../../server/adapters/payments/payments.ts';
import { recordDispute, watchDisputes } from '../../server/features/wallets/disputes/disputes.service.ts';
import type { Client } from '../_api/app.ts';
import { forgetNotices, noticesOf } from '../notifications/notices.ts';
import {
  type BillingDesk,
  choose,
  connect,
  emptyBilling,
  freshKey,
  mailsOf,
  openBilling,
} from '../billing/billing-desk.ts';
import { booksOf, SOUND } from '../ledger/ledger-desk.ts';
import { purseOf } from './purse.ts';

const DAY_MS = 24 * 3_600_000;
const MICROS = 1_000_000;

let it: BillingDesk;
let agent: Client;
let admin: Client;

beforeAll(async () => {
  it = await openBilling();
  [agent, admin] = await Promise.all([it.signIn('agent'), it.signIn('admin')]);
});
afterAll(() => it.close());
beforeEach(async () => {
  await emptyBilling(it);
  await it.owner.query('update users set paid_user = true, wallet_feature_enabled = true');
  await it.owner.query(
    'truncate ledger_accounts, ledger_transfers, ledger_entries, ledger_holds, wallet_settings, wallet_invoices, disputes cascade',
  );
  await forgetNotices(it.owner);
  await mailsOf(it);
});

const topUp = (amount: number) =>
  agent.call(topUpWallet, { body: { amount, description: '' }, idempotencyKey: freshKey() });
const walletOf = async () => (await agent.call(readWallet)).body;
const disputes = async () => (await admin.call(listDisputes, { query: {} })).body;
const history = async () =>
  (await agent.call(listBillingHistory, { query: {} })).body.data.map(({ description, amount_cents, status }) => [
    description,
    amount_cents,
    status,
  ]);

/** Days later, as the chore sees it. */
const watchIn = (days: number) =>
  watchDisputes({ ...it.deps, now: () => new Date(it.deps.now().getTime() + days * DAY_MS) });

describe('a top-up that the bank takes back', () => {
  beforeEach(async () => {
    await connect(agent, 'pm_card_fraudulent');
    await topUp(25);
    const body = { enabled: true, threshold: 5, amount: 50 };
    await agent.call(updateWalletSettings, { body, idempotencyKey: freshKey() });
  });

  test('leaves the wallet once, however often it is looked at, and is told', async () => {
    await watchIn(0);
    await watchIn(0);

    expect(await walletOf()).toMatchObject({
      balance: 0,
      auto_refill_settings: { paused: expect.any(String) as string },
    });
    expect(await history()).toEqual([
      ['Disputed: Wallet: Top-up', -2500, 'disputed'],
      ['Wallet: Top-up', 2500, 'paid'],
    ]);
    expect((await agent.call(listWalletTransactions, { query: { filter: 'out' } })).body.transactions).toMatchObject([
      { kind: 'dispute', amount: -25, description: 'Disputed payment' },
    ]);
    expect(await disputes()).toMatchObject({
      data: [
        { description: 'Wallet: Top-up', amount: 25, not_covered: 0, status: 'needs_response', reason: 'fraudulent' },
      ],
      meta: { total_count: 1, waiting: 1 },
    });
    expect(await mailsOf(it)).toMatchObject([
      [
        expect.stringContaining('Your bank disputes your payment of $25.00'),
        expect.stringContaining('has left the wallet'),
      ],
    ]);
    expect(await noticesOf(it.owner, 'dispute')).toEqual([
      [it.world.people.admin.id, 'A bank disputes a payment of $25.00', '/admin/reconciliation', true],
    ]);
    expect(await booksOf(it.owner)).toMatchObject(SOUND);
  });

  test('takes no more than the wallet has, and names the rest', async () => {
    await purseOf(it, agent).leave(10 * MICROS);
    await watchIn(0);

    expect((await walletOf()).balance).toBe(0);
    expect((await disputes()).data).toMatchObject([{ amount: 25, not_covered: 15 }]);
    expect(await booksOf(it.owner)).toMatchObject(SOUND);
  });

  test('is lost when the bank decides so, which moves nothing more', async () => {
    await watchIn(0);
    await mailsOf(it);
    await watchIn(7);

    expect((await disputes()).data).toMatchObject([{ status: 'lost', respond_by: null }]);
    expect((await walletOf()).balance).toBe(0);
    expect(await history()).toHaveLength(2);
    expect(await mailsOf(it)).toEqual([]);
  });
});

describe('a dispute that is won', () => {
  beforeEach(async () => {
    await connect(agent, 'pm_card_unreceived');
    await topUp(25);
  });

  test('brings all of it back, and who had covered the rest gets that', async () => {
    await purseOf(it, agent).leave(10 * MICROS);
    await watchIn(0);
    await mailsOf(it);
    await watchIn(7);
    await watchIn(8);

    expect((await walletOf()).balance).toBe(10);
    expect((await disputes()).data).toMatchObject([{ status: 'won', not_covered: 0 }]);
    expect((await history())[0]).toEqual(['Dispute won: Wallet: Top-up', 2500, 'paid']);
    expect(await mailsOf(it)).toMatchObject([
      [expect.stringContaining('is over'), expect.stringContaining('back in the wallet')],
    ]);
    const { rows } = await it.owner.query<{ balance: number }>(
      `select balance::float8 as balance from ledger_accounts where kind = 'platform'`,
    );
    expect(rows).toEqual([{ balance: 0 }]);
    expect(await booksOf(it.owner)).toMatchObject(SOUND);
  });

  test('and was never heard of while it was open leaves a trace of both', async () => {
    await watchIn(7);

    expect((await walletOf()).balance).toBe(25);
    expect((await history()).map(([, , status]) => status)).toEqual(['paid', 'disputed', 'paid']);
  });
});

/** As a provider would tell of it. */
async function told(change: Partial<Dispute> = {}): Promise<Dispute> {
  const { rows } = await it.owner.query<{ provider_ref: string; amount_cents: number }>(
    `select provider_ref, amount_cents::int from billing_entries where status = 'paid' order by id limit 1`,
  );
  const [paid] = rows;
  if (paid === undefined) throw new Error('nothing was paid');
  return {
    ref: 'dp_1',
    chargeRefs: [paid.provider_ref],
    cents: paid.amount_cents,
    reason: 'fraudulent',
    status: 'needs_response',
    respondBy: new Date(it.deps.now().getTime() + 7 * DAY_MS),
    openedAt: it.deps.now(),
    ...change,
  };
}

test('an inquiry moves no money until it becomes a dispute, and none at all when it is closed', async () => {
  await connect(agent);
  await topUp(25);
  await recordDispute(it.deps, await told({ status: 'inquiry' }));
  await recordDispute(it.deps, await told({ ref: 'dp_2', status: 'inquiry' }));
  expect((await walletOf()).balance).toBe(25);
  expect((await disputes()).meta.waiting).toBe(2);

  await recordDispute(it.deps, await told({ ref: 'dp_2', status: 'closed' }));
  expect((await walletOf()).balance).toBe(25);
  await recordDispute(it.deps, await told());
  expect((await walletOf()).balance).toBe(0);
});

test('a part of a payment is taken back from what it was for: Max Plus', async () => {
  await connect(agent);
  const bought = await agent.call(subscribeMaxPlus, {
    body: { payment_type: 'credit_card', plan: 'standard' },
    idempotencyKey: freshKey(),
  });
  expect(bought.status).toBe(200);
  await recordDispute(it.deps, await told({ cents: 200 }));

  const { rows } = await it.owner.query<{ kind: string; usage: string; balance: number }>(
    `select kind, usage, balance::float8 as balance from ledger_accounts order by kind`,
  );
  expect(rows).toEqual([
    { kind: 'card', usage: '', balance: -3 * MICROS },
    { kind: 'revenue', usage: 'max_plus', balance: 3 * MICROS },
  ]);
  expect(await booksOf(it.owner)).toMatchObject(SOUND);
});

test('a membership has no transfer: only the history and the list know of its dispute', async () => {
  await connect(agent);
  await it.owner.query('update users set paid_user = false');
  expect((await choose(agent, 'solo')).status).toBe(200);
  await recordDispute(it.deps, await told());

  expect((await history())[0]).toMatchObject(['Disputed: Solo, first month', -2900, 'disputed']);
  expect((await it.owner.query('select from ledger_transfers')).rowCount).toBe(0);
});

test('of a payment that is nobody’s here nothing is written, and other accounts don’t see it', async () => {
  await connect(agent);
  await topUp(25);
  await recordDispute(it.deps, await told({ chargeRefs: ['pi_of_others'] }));
  expect((await disputes()).data).toEqual([]);

  await recordDispute(it.deps, await told());
  const { rows } = await it.owner.query<{ account_id: number }>('select account_id::int from disputes');
  expect(rows).toEqual([{ account_id: agent.person?.accountId }]);
});
