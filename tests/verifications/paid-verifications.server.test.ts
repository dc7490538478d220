import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  cancelVerificationRun,
  purchaseMobileValidation,
  validateMobileSingle,
} from '#contract/verifications.contract.ts';
import { LookupRefused } from '../../server/adapters/numbers/line-lookup.ts';
import { identityOf } from '../../server/features/bulk/caller.ts';
import { verifyOne } from '../../server/features/verifications/verifications.service.ts';
import { booksOf, SOUND } from '../ledger/ledger-desk.ts';
import { purseOf } from '../wallets/purse.ts';
import { openVerifyDesk, type VerifyDesk } from './verify-desk.ts';

const NUMBERS = ['+15122340150', '+15122340151', '+15122340152'] as const;
const [NUMBER] = NUMBERS;

let it: VerifyDesk;
let purse: ReturnType<typeof purseOf>;
beforeAll(async () => {
  it = await openVerifyDesk();
  purse = purseOf(it, it.agent);
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.clear();
  await purse.hasWallet(true);
  await purse.leave(1_000_000);
  await it.sql(`update users set max_plus_plan = 'premium'`);
});

const verify = (idempotencyKey = crypto.randomUUID()) =>
  it.agent.call(validateMobileSingle, { body: { phone_number: NUMBER }, idempotencyKey });

describe('one number', () => {
  test('is paid once, and nothing when there is no answer', async () => {
    const before = await purse.paid('phone_verification');
    const key = crypto.randomUUID();
    await verify(key);
    await verify(key);
    expect(await purse.has()).toBe(990_000);
    it.source.next.push(() => Promise.reject(new LookupRefused('Not a number.')));
    await verify();
    expect(await purse.has()).toBe(990_000);
    expect(await purse.paid('phone_verification')).toMatchObject({ quantity: (before?.quantity ?? 0) + 1 });
  });

  test('is not looked up without the money for it', async () => {
    await purse.leave(9_000);
    const { status, body } = await verify();
    expect([status, body]).toMatchObject([
      422,
      { errors: { wallet: ['The wallet is $0.001 short. Top up the wallet, then try again.'] } },
    ]);
    expect(it.source.asked).toEqual([]);
  });
});

describe('a run', () => {
  const buy = async () => it.buy({ ids: await it.people(...NUMBERS) });

  test('sets its price aside, spends what is answered, and gives the rest back', async () => {
    const before = await purse.paid('phone_verification');
    const run = await buy();
    expect([await purse.has(), await purse.holds()]).toEqual([970_000, 30_000]);
    it.source.next.push(() => Promise.reject(new LookupRefused('Not a number.')));
    await it.run(run.id);
    expect((await it.read(run.id)).charged_cents).toBe(2);
    expect([await purse.has(), await purse.holds()]).toEqual([980_000, 0]);
    expect(await purse.paid('phone_verification')).toMatchObject({ quantity: (before?.quantity ?? 0) + 2 });
    expect(await booksOf(it.owner)).toMatchObject(SOUND);
  });

  test('does not start without the money for it', async () => {
    await purse.leave(20_000);
    const ids = await it.people(...NUMBERS);
    const { status, body } = await it.agent.call(purchaseMobileValidation, {
      body: { selection: { ids }, amount_cents: 3 },
    });
    expect([status, body]).toMatchObject([422, { errors: { wallet: [expect.stringContaining('$0.01 short')] } }]);
    expect(await it.sql('select from verification_runs')).toEqual([]);
  });

  test('that is canceled gives its money back, and what was on its way is paid', async () => {
    const run = await buy();
    it.source.next.push(async () => {
      await it.agent.call(cancelVerificationRun, { params: { id: run.id }, body: {} } as never);
      expect([await purse.has(), await purse.holds()]).toEqual([1_000_000, 0]);
      return { lineType: 'mobile', carrier: '' };
    });
    await it.run(run.id);
    const { charged_cents: cents } = await it.read(run.id);
    expect(cents).toBeGreaterThan(0);
    expect(await purse.has()).toBe(1_000_000 - cents * 10_000);
  });
});

test('whoever has no wallet pays nothing and is refused nothing', async () => {
  await purse.leave(0);
  await purse.hasWallet(false);
  const { id, accountId, businessUnitId } = it.world.people.agent;
  const row = { user_id: id, business_unit_id: businessUnitId, roles: ['agent' as const], active: true };
  const caller = { identity: identityOf({ account_id: accountId }, [row]), requestId: crypto.randomUUID() };
  expect(await verifyOne(it.deps, caller, { phone_number: NUMBER })).toMatchObject({ status: 'done' });
  expect(await purse.has()).toBe(0);
});

test('an admin who turns the page off makes nothing free', async () => {
  await it.sql(
    `insert into feature_flags (account_id, feature, enabled, changed_by, changed_at) values ($1, 'wallets', false, $2, now())`,
    [it.world.accountId, it.world.people.admin.id],
  );
  await verify();
  expect(await purse.has()).toBe(990_000);
});
