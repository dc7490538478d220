import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listReconciliations, reconcile } from '#contract/wallets/reconciliation.contract.ts';
import { topUpWallet } from '#contract/wallets.contract.ts';
import { plusDays, utcDay } from '#rules/time/days.ts';
import { OutcomeUnknown } from '../../server/adapters/payments/payments.ts';
import { reconcileDays } from '../../server/features/wallets/reconciliation/reconciliation.service.ts';
import type { Client } from '../_api/app.ts';
import { type BillingDesk, connect, emptyBilling, freshKey, openBilling } from '../billing/billing-desk.ts';

const DAY_MS = 86_400_000;

let it: BillingDesk;
let agent: Client;
let admin: Client;
let day: string;

beforeAll(async () => {
  it = await openBilling();
  [agent, admin] = await Promise.all([it.signIn('agent'), it.signIn('admin')]);
});
afterAll(() => it.close());
/** A day that is over, on which the agent paid $25.00. */
beforeEach(async () => {
  await emptyBilling(it);
  await it.owner.query('update users set paid_user = true, wallet_feature_enabled = true');
  await it.owner.query(
    'truncate ledger_accounts, ledger_transfers, ledger_entries, ledger_holds, wallet_invoices, reconciliations cascade',
  );
  await connect(agent);
  day = plusDays(utcDay(it.deps.now()), -1);
  const body = { amount: 25, description: '' };
  expect((await agent.call(topUpWallet, { body, idempotencyKey: freshKey() })).status).toBe(200);
  await it.owner.query(`update billing_entries set at = at - interval '1 day'`);
  await it.owner.query(`update billing_operations set settled_at = settled_at - interval '1 day'`);
  it.payments.moved.push(
    ...it.payments.moved.splice(0).map((one) => ({ ...one, at: new Date(one.at.getTime() - DAY_MS) })),
  );
});

const check = async (of = day) => (await admin.call(reconcile, { body: { day: of } })).body.data;
const [ours, theirs] = [25, 25];

test('a day whose records agree has no difference, and names what was compared', async () => {
  expect(await check()).toMatchObject({ day, payments: 1, differences: [] });
  expect(await check(plusDays(day, -1))).toMatchObject({ payments: 0, differences: [] });
});

test('a payment that the provider lacks, and one that nobody wrote down', async () => {
  const [payment] = it.payments.moved.splice(0);
  it.payments.moved.push(
    { ...payment!, ref: 'ch_lost' },
    { ...payment!, ref: 'ch_foreign', customerRef: 'cus_of_others' },
  );

  expect((await check()).differences).toEqual([
    { kind: 'not_at_provider', record: payment!.ref, ours, theirs: null },
    { kind: 'not_recorded', record: 'ch_lost', ours: null, theirs },
  ]);
});

test('a refund belongs to the account of its payment', async () => {
  const [payment] = it.payments.moved;
  const refund = { ref: 're_1', cents: -500, customerRef: null, at: payment!.at };
  it.payments.moved.push({ ...refund, chargeRef: payment!.ref }, { ...refund, ref: 're_2', chargeRef: 'ch_of_others' });

  expect((await check()).differences).toEqual([{ kind: 'not_recorded', record: 're_1', ours: null, theirs: -5 }]);
});

test('a card that has paid without a transfer, or with one of another amount', async () => {
  await it.owner.query(`update billing_operations set request = request || '{"cents": 2600}' where kind = 'topUp'`);
  expect((await check()).differences).toMatchObject([{ kind: 'not_on_ledger', ours: 25, theirs: 26 }]);

  await it.owner.query(`update billing_operations set key = 'another' where kind = 'topUp'`);
  expect((await check()).differences).toEqual([
    { kind: 'not_on_ledger', record: 'top-up:another', ours: null, theirs: 26 },
  ]);
});

test.each([
  ['maxPlus', 'max-plus:another'],
  ['planOrder', 'plan-order:7'],
  ['order', 'store-order:7'],
  ['refund', 'store-refund:7'],
  ['numberOrder', 'number-order:7'],
  ['numberRefund', 'number-refund:7'],
])('so does a %s', async (kind, record) => {
  await it.owner.query(
    `update billing_operations set kind = $1, key = 'another', request = request || '{"orderId": 7, "refundId": 7}' where kind = 'topUp'`,
    [kind],
  );
  expect((await check()).differences).toEqual([{ kind: 'not_on_ledger', record, ours: null, theirs: 25 }]);
});

test('a balance that its entries do not prove, and money held for nothing', async () => {
  await it.owner.query(`update ledger_accounts set balance = balance + 1000000 where kind = 'wallet'`);
  await it.owner.query(
    `insert into ledger_accounts (account_id, kind, owner_id, balance) select account_id, 'held', owner_id, 3000000
     from ledger_accounts where kind = 'wallet'`,
  );

  expect((await check()).differences).toMatchObject([
    { kind: 'balance', ours: 26, theirs: 25 },
    { kind: 'balance', ours: 3, theirs: null },
    { kind: 'held', ours: 3, theirs: 0 },
  ]);
});

test('a later check takes the place of the earlier one, in the list too', async () => {
  const [payment] = it.payments.moved.splice(0);
  await check();
  await check(plusDays(day, -1));
  const listed = async () => (await admin.call(listReconciliations, { query: {} })).body;
  expect(await listed()).toMatchObject({
    data: [
      { day, differences: [{ kind: 'not_at_provider' }] },
      { day: plusDays(day, -1), differences: [] },
    ],
    meta: { total_count: 2, differing: 1 },
  });

  it.payments.moved.push(payment!);
  await check();
  expect(await listed()).toMatchObject({
    data: [{ day, differences: [] }, {}],
    meta: { total_count: 2, differing: 0 },
  });
});

test('each day that is over is checked once by itself, for every account, after a week without a server too', async () => {
  const asked = vi.spyOn(it.payments, 'movements');
  await reconcileDays(it.deps);
  await reconcileDays(it.deps);

  expect(asked).toHaveBeenCalledTimes(7);
  const { rows } = await it.owner.query<{ days: number; accounts: number }>(
    `select count(distinct day)::int as days, count(distinct account_id)::int as accounts from reconciliations`,
  );
  const [all] = (await it.owner.query<{ n: number }>('select count(*)::int as n from accounts')).rows;
  expect(rows).toEqual([{ days: 7, accounts: all?.n }]);
  asked.mockRestore();
});

test('an account whose check fails holds no other one up, and is checked by the next look', async () => {
  const others = async () =>
    (await it.owner.query('select from reconciliations where account_id <> $1', [agent.person?.accountId])).rowCount;
  const own = async () =>
    (await it.owner.query('select from reconciliations where account_id = $1', [agent.person?.accountId])).rowCount;
  await it.owner.query(
    `alter table reconciliations add constraint broken check (account_id <> ${agent.person?.accountId}) not valid`,
  );
  await reconcileDays(it.deps);
  await it.owner.query('alter table reconciliations drop constraint broken');
  expect(await own()).toBe(0);
  expect(await others()).toBeGreaterThan(0);

  await reconcileDays(it.deps);
  expect(await own()).toBe(7);
});

test('while the provider does not answer nothing is kept, and the next look checks it', async () => {
  const asked = vi.spyOn(it.payments, 'movements').mockRejectedValue(new OutcomeUnknown('silent'));
  await expect(reconcileDays(it.deps)).rejects.toThrow('silent');
  expect((await admin.call(reconcile, { body: { day } })).status).toBe(503);
  asked.mockRestore();
  expect((await admin.call(listReconciliations, { query: {} })).body.data).toEqual([]);

  await reconcileDays(it.deps);
  expect((await admin.call(listReconciliations, { query: {} })).body.data).toHaveLength(7);
});

test.each([
  ['that is not over', 0, 'Choose a day that is over. Days are in UTC.'],
  ['too long ago', -91, 'Choose one of the last 90 days.'],
])('a day %s is refused at its field', async (_name, back, message) => {
  const { status, body } = await admin.call(reconcile, { body: { day: plusDays(utcDay(it.deps.now()), back) } });

  expect([status, body]).toMatchObject([422, { errors: { day: [message] } }]);
});

test('only administrators see it', async () => {
  expect((await agent.call(listReconciliations, { query: {} })).status).toBe(403);
  expect((await agent.call(reconcile, { body: { day } })).status).toBe(403);
});
