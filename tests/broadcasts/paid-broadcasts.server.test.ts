import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dryRunBroadcast, stopBroadcast } from '#contract/broadcasts.contract.ts';
import { reconcile } from '#contract/wallets/reconciliation.contract.ts';
import { utcDay } from '#rules/time/days.ts';
import { quietJobs } from '#contract/failed-jobs.contract.ts';
import { addOffice } from '../mail/add-office.ts';
import { booksOf, SOUND } from '../ledger/ledger-desk.ts';
import { purseOf } from '../wallets/purse.ts';
import { type BroadcastDesk, openBroadcastDesk } from './broadcast-desk.ts';

const SEGMENT = 12_000;
/** Two segments. */
const LONG = `Hi {{ first_name }}, ${'x'.repeat(150)}`;

let it: BroadcastDesk;
let purse: ReturnType<typeof purseOf>;
beforeAll(async () => {
  it = await openBroadcastDesk();
  purse = purseOf(it, it.agent);
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.clear();
  await it.sql('update users set wallet_feature_enabled = true');
  await purse.leave(10_000_000);
});

const many = async (count: number) => {
  const ids: number[] = [];
  for (let one = 0; one < count; one += 1) ids.push(await it.willing());
  return ids;
};

test('what its dry run says is set aside, spent chunk by chunk, and the rest comes back', async () => {
  const before = (await purse.paid('sms'))?.quantity ?? 0;
  const ids = await many(60);
  const { id } = await it.draft(ids);
  await it.write(id, { body: LONG, schedule: { kind: 'now' } });
  const { data } = (await it.agent.call(dryRunBroadcast, { params: { id } })).body;
  expect(data).toMatchObject({ segments: 120, cost: 1.44 });

  expect((await it.start(id)).status).toBe(200);
  expect([await purse.has(), await purse.holds()]).toEqual([10_000_000 - 120 * SEGMENT, 120 * SEGMENT]);
  await it.says(ids[59] ?? 0, { kind: 'withdrawn', given_at: it.deps.now().toISOString() });
  expect(await it.runOut(id)).toMatchObject({ status: 'done' });

  expect([await purse.has(), await purse.holds()]).toEqual([10_000_000 - 118 * SEGMENT, 0]);
  expect((await purse.paid('sms'))?.quantity).toBe(before + 118);
  expect(await booksOf(it.owner)).toMatchObject(SOUND);
});

test('reconciles with what it sent, and says so where it does not', async () => {
  const ids = await many(3);
  const { id } = await it.send(ids);
  await it.runOut(id);
  const day = utcDay(it.deps.now());
  await it.later(86_400_000);
  const check = async () => (await it.admin.call(reconcile, { body: { day } })).body.data.differences;
  expect((await check()).filter(({ record }) => record === `broadcast ${id}`)).toEqual([]);

  await it.sql('update text_messages set segments = segments + 1 where broadcast_id = $1', [id]);
  expect(await check()).toContainEqual({ kind: 'usage', record: `broadcast ${id}`, ours: 3, theirs: 6 });
});

test('without the money for it nothing starts, and it says how much is missing', async () => {
  await purse.leave(SEGMENT);
  const { id } = await it.draft(await many(2));
  await it.write(id);
  const { status, body } = await it.start(id);
  expect([status, body]).toMatchObject([
    422,
    { errors: { wallet: ['The wallet is $0.012 short. Top up the wallet, then try again.'] } },
  ]);
  expect(await it.read(id)).toMatchObject({ status: 'draft' });
});

test('a scheduled one that the wallet is short of when it begins sends nothing, and says why', async () => {
  const { id } = await it.draft(await many(2));
  await it.write(id);
  const sendAt = new Date(it.deps.now().getTime() + 3_600_000).toISOString();
  expect((await it.start(id, { send_now: false, send_at: sendAt })).status).toBe(200);
  expect(await purse.holds()).toBe(0);
  await purse.leave(SEGMENT);
  await it.later(3_600_000);
  expect(await it.runOut(id)).toMatchObject({ status: 'failed', failure: expect.stringContaining('$0.012 short') });
  expect(it.line.taken).toEqual([]);
  expect(await purse.has()).toBe(SEGMENT);
});

test('texts that became longer are paid by the wallet beyond what was set aside', async () => {
  const ids = await many(2);
  const { id } = await it.send(ids);
  await it.sql(`update contacts set first_name = $1`, ['x'.repeat(200)]);
  await it.runOut(id);
  const [row] = await it.sql<{ segments: number }>('select sum(segments)::int as segments from broadcast_recipients');
  expect(row?.segments).toBeGreaterThan(2);
  expect([await purse.has(), await purse.holds()]).toEqual([10_000_000 - (row?.segments ?? 0) * SEGMENT, 0]);
});

test.each([
  ['a stop', (id: number) => it.agent.call(stopBroadcast, { params: { id } })],
  ['a stop of all sends', () => it.admin.call(quietJobs, {})],
])('%s gives back what was not sent', async (_name, stop) => {
  const { id } = await it.send(await many(3));
  expect(await purse.holds()).toBe(3 * SEGMENT);
  expect((await stop(id)).status).toBe(200);
  expect([await purse.has(), await purse.holds()]).toEqual([10_000_000, 0]);
});

test('an e-mail costs nothing', async () => {
  await addOffice(it.owner, it.world);
  await purse.leave(0);
  const { id } = await it.draft(await many(1), 'mail');
  await it.write(id);
  expect((await it.start(id)).status).toBe(200);
});
