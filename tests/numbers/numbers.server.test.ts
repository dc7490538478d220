import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  assignPhoneNumber,
  listPhoneNumbers,
  NUMBER_GRACE_DAYS,
  purchasePhoneNumber,
  releasePhoneNumber,
  restorePhoneNumber,
  searchPhoneNumbers,
} from '#contract/numbers.contract.ts';
import { listBillingHistory } from '#contract/billing.contract.ts';
import { fetchDeviceToken, updateNumber } from '#contract/phone.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { readWallet, topUpWallet } from '#contract/wallets.contract.ts';
import { CarrierAway, NumberGone } from '../../server/adapters/numbers/number-carrier.ts';
import { withAccount } from '../../server/db/tx.ts';
import { keepBilling } from '../../server/features/billing/keep-billing.ts';
import { STALE_MS } from '../../server/features/billing/operations.ts';
import { ownNumbers } from '../../server/features/messages/own-numbers.ts';
import { keepNumbers } from '../../server/features/numbers/keep-numbers.ts';
import { insertOrder } from '../../server/features/numbers/number-orders.sql.ts';
import type { Client } from '../_api/app.ts';
import { connect, freshKey } from '../billing/billing-desk.ts';
import { booksOf, SOUND } from '../ledger/ledger-desk.ts';
import { openStore, revenueOf, type StoreDesk } from '../store/store-desk.ts';

const DAY_MS = 24 * 3_600_000;

let it: StoreDesk;
let agent: Client;
let peer: Client;
let manager: Client;
let buy: StoreDesk['deps']['numberCarrier']['buy'];
beforeAll(async () => {
  it = await openStore();
  [agent, peer, manager] = await Promise.all([it.signIn('agent'), it.signIn('peer'), it.signIn('manager')]);
  ({ buy } = it.deps.numberCarrier);
  await it.owner.query(
    `insert into feature_flags (account_id, feature, enabled, changed_by, changed_at)
     select account_id, 'phone', true, min(id), now() from users group by account_id`,
  );
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.empty();
  await it.owner.query('truncate number_orders, phone_numbers, number_registrations cascade');
  await it.owner.query(
    'update users set dialer_enabled = true, dialer_call_from = null, dialer_verified_phone_number = null',
  );
  it.deps.numberCarrier.buy = buy;
  await connect(agent);
});

const offered = async (query: { area_code: string; sms?: 'true'; mms?: 'true' } = { area_code: '512' }) =>
  (await agent.call(searchPhoneNumbers, { query })).body;
/** A number that can do everything. */
const oneNumber = async () => (await offered({ area_code: '512', mms: 'true' })).data[0]?.phone_number ?? '';
const purchase = (
  client: Client,
  phone_number: string,
  more: { use_wallet?: boolean; expected_price?: number } = {},
  key = freshKey(),
) => client.call(purchasePhoneNumber, { body: { phone_number, ...more }, idempotencyKey: key });
const numbersOf = async (client: Client) => (await client.call(listPhoneNumbers)).body;
const topUp = (amount: number) =>
  agent.call(topUpWallet, { body: { amount, description: '' }, idempotencyKey: freshKey() });
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: object }).errors;
/** Sessions outlive a jump of the clock. */
const later = async (ms: number) => {
  it.advance(ms);
  await it.owner.query(`update sessions set last_seen_at = $1, expires_at = $1::timestamptz + interval '1 day'`, [
    it.deps.now(),
  ]);
};

describe('a search', () => {
  test('offers fictional numbers of the area code, the same ones each time, with their price', async () => {
    const found = await offered();
    expect(found.meta).toEqual({ price: 2 });
    expect(found.data.length).toBeGreaterThan(5);
    for (const { phone_number: number, locality, region } of found.data) {
      expect([number, locality, region]).toEqual([expect.stringMatching(/^\+1512555[1-9]\d{3}$/), 'Austin', 'TX']);
    }
    expect(await offered()).toEqual(found);
  });

  test('keeps to the capabilities that are asked for', async () => {
    const all = await offered({ area_code: '512' });
    const texting = await offered({ area_code: '512', sms: 'true' });
    expect(all.data.some(({ capabilities }) => !capabilities.includes('sms'))).toBe(true);
    expect(texting.data.every(({ capabilities }) => capabilities.includes('sms'))).toBe(true);
  });

  test('names an area code that is none, and finds nothing where there is none', async () => {
    const odd = await agent.call(searchPhoneNumbers, { query: { area_code: '51' } });
    expect(errorsOf(odd)).toEqual({ area_code: ['Enter a US area code, such as 512.'] });
    expect((await offered({ area_code: '999' })).data).toEqual([]);
  });
});

describe('a purchase', () => {
  test('charges the card once, however often it is sent, and calls and texts come from the number', async () => {
    const number = await oneNumber();
    const key = freshKey();
    const answers = await Promise.all([purchase(agent, number, {}, key), purchase(agent, number, {}, key)]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await purchase(agent, number, {}, key)).body.data).toMatchObject({ state: 'bought', price: 2 });
    expect([it.payments.charged.size, await revenueOf(it)]).toEqual([1, 200]);
    expect(await booksOf(it.owner)).toMatchObject(SOUND);

    expect((await numbersOf(agent)).data).toMatchObject([
      {
        phone_number: number,
        label: 'Austin, TX',
        bought: true,
        released_until: null,
        registration: { state: 'waiting' },
      },
    ]);
    expect((await agent.call(readMe)).body.data.available_phone_numbers).toEqual([{ number, label: 'Austin, TX' }]);
    expect((await agent.call(fetchDeviceToken)).body.call_from).toBe(number);
    const { id: userId, accountId } = it.world.people.agent;
    expect(await withAccount(it.deps.pool, { accountId }, (tx) => ownNumbers(tx, userId))).toMatchObject([{ number }]);
    expect((await offered()).data.some((one) => one.phone_number === number)).toBe(false);
  });

  test('takes the money of a wallet', async () => {
    await topUp(5);
    const answer = await purchase(agent, await oneNumber(), { use_wallet: true });
    expect(answer.body.data).toMatchObject({ state: 'bought', payment_method: 'wallet' });
    expect((await agent.call(readWallet)).body.balance).toBe(3);
    expect([it.payments.charged.size, await revenueOf(it)]).toEqual([1, 200]);
    expect(await booksOf(it.owner)).toMatchObject(SOUND);
  });

  test('with a wallet that is short buys nothing', async () => {
    const answer = await purchase(agent, await oneNumber(), { use_wallet: true });
    expect(answer.status).toBe(422);
    expect(await numbersOf(agent)).toEqual({ data: [], meta: { orders: [] } });
  });

  test('needs a card, a number that is for sale, and the price that was shown', async () => {
    const number = await oneNumber();
    expect(errorsOf(await purchase(manager, number))).toEqual({
      payment_method: ['Add a card first, on the Billing page.'],
    });
    expect(errorsOf(await purchase(agent, '+15125550142'))).toEqual({
      phone_number: ["1-512-555-0142 isn't available. You weren't charged. Choose another number."],
    });
    expect(errorsOf(await purchase(agent, 'none'))).toHaveProperty('phone_number');
    expect(errorsOf(await purchase(agent, number, { expected_price: 1 }))).toEqual({
      expected_price: ["The price has changed: it is $2.00 now, not $1.00. You weren't charged."],
    });
    expect(it.payments.charged.size).toBe(0);
  });

  test('of a declined card buys nothing, and says so again', async () => {
    await connect(agent, 'pm_card_declined');
    const key = freshKey();
    const number = await oneNumber();
    for (const _ of [1, 2]) {
      const answer = await purchase(agent, number, {}, key);
      expect(errorsOf(answer)).toEqual({ payment_method: ["Your card was declined. You weren't charged."] });
    }
    expect((await numbersOf(agent)).data).toEqual([]);
  });

  test('whose payment gets lost is finished by the same request', async () => {
    const [number, key] = [await oneNumber(), freshKey()];
    it.payments.loseAnswer = true;
    expect((await purchase(agent, number, {}, key)).status).toBe(503);
    expect((await purchase(agent, number, {}, key)).body.data).toMatchObject({ state: 'bought' });
    expect([it.payments.charged.size, await revenueOf(it)]).toEqual([1, 200]);
  });

  test.each([
    ['goes on to the carrier when the provider knows of it', { chargeRef: 'pi_found' }, 1, 200],
    ['has failed when it does not', null, 0, 0],
  ] as const)('whose process died after the charge %s', async (_what, found, numbers, revenue) => {
    it.payments.loseAnswer = true;
    await purchase(agent, await oneNumber());
    const { chargeOf } = it.payments;
    it.payments.chargeOf = async () => found;
    await later(STALE_MS + 1);
    await keepBilling(it.deps);
    it.payments.chargeOf = chargeOf;
    await keepNumbers(it.deps);
    expect([(await numbersOf(agent)).data.length, await revenueOf(it)]).toEqual([numbers, revenue]);
  });

  test('whose payment never began is given up', async () => {
    const { id: userId, accountId } = it.world.people.agent;
    const at = it.deps.now();
    const offer = { phone_number: await oneNumber(), locality: '', region: '', capabilities: [] };
    const fresh = { userId, key: 'died', offer, label: '', method: 'card' as const, ownerId: userId, cents: 200 };
    await withAccount(it.deps.pool, { accountId }, (tx) => insertOrder(tx, { ...fresh, at, dueAt: at }));
    await keepNumbers(it.deps);
    const { rows } = await it.owner.query('select state, failure from number_orders');
    expect(rows).toEqual([{ state: 'failed', failure: "The payment didn't go through. You weren't charged." }]);
  });
});

describe('a number that someone else took meanwhile', () => {
  const gone = async () => {
    it.deps.numberCarrier.buy = () => Promise.reject(new NumberGone('21422'));
  };

  test('goes back to the card, once, and says so each time', async () => {
    await gone();
    const [number, key] = [await oneNumber(), freshKey()];
    const answers = [await purchase(agent, number, {}, key), await purchase(agent, number, {}, key)];
    await keepNumbers(it.deps);
    for (const answer of answers) {
      expect([answer.status, errorsOf(answer)]).toEqual([
        409,
        {
          phone_number: [
            expect.stringMatching(/^1-512-555-\d{4} is no longer available\. \$2\.00 went back to your card\.$/),
          ],
        },
      ]);
    }
    expect([it.payments.charged.size, [...it.payments.refunded.values()]]).toEqual([1, [200]]);
    const { data: history } = (await agent.call(listBillingHistory)).body;
    expect(history.map(({ amount_cents: cents, status }) => [cents, status])).toEqual([
      [-200, 'refunded'],
      [200, 'paid'],
    ]);
    expect(await revenueOf(it)).toBe(0);
    expect(await booksOf(it.owner)).toMatchObject(SOUND);
  });

  test('goes back to the wallet', async () => {
    await topUp(5);
    await gone();
    const answer = await purchase(agent, await oneNumber(), { use_wallet: true });
    expect(JSON.stringify(errorsOf(answer))).toContain('$2.00 went back to your wallet.');
    expect([(await agent.call(readWallet)).body.balance, await revenueOf(it)]).toEqual([5, 0]);
    expect(await booksOf(it.owner)).toMatchObject(SOUND);
  });

  test('is refunded by a job when the answer of the refund was lost', async () => {
    await gone();
    const { refund } = it.payments;
    it.payments.refund = async (asked) => {
      it.payments.loseAnswer = true;
      it.payments.refund = refund;
      return refund(asked);
    };
    const answer = await purchase(agent, await oneNumber());
    expect(JSON.stringify(errorsOf(answer))).toContain('Your refund of $2.00 is on its way to your card.');
    expect((await numbersOf(agent)).meta.orders).toMatchObject([{ state: 'refunding' }]);
    await keepNumbers(it.deps);
    expect((await numbersOf(agent)).meta.orders).toEqual([]);
    expect([[...it.payments.refunded.values()], await revenueOf(it)]).toEqual([[200], 0]);
  });

  test('has one owner when two people buy it at the same time, and the other gets the money back', async () => {
    await connect(peer);
    const number = await oneNumber();
    const answers = await Promise.all([purchase(agent, number), purchase(peer, number)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const owned = [...(await numbersOf(agent)).data, ...(await numbersOf(peer)).data];
    expect([owned.length, await revenueOf(it)]).toEqual([1, 200]);
    expect(await booksOf(it.owner)).toMatchObject(SOUND);
  });
});

describe('a carrier that is away', () => {
  const away = () => {
    it.deps.numberCarrier.buy = () => Promise.reject(new CarrierAway('no answer'));
  };

  test('is asked again by a job, without another charge', async () => {
    away();
    expect((await purchase(agent, await oneNumber())).body.data).toMatchObject({ state: 'ordered', failure: '' });
    expect((await numbersOf(agent)).meta.orders).toMatchObject([{ state: 'ordered' }]);
    it.deps.numberCarrier.buy = buy;
    await keepNumbers(it.deps);
    expect((await numbersOf(agent)).data).toEqual([]);
    await later(60_000);
    await keepNumbers(it.deps);
    expect([(await numbersOf(agent)).data.length, it.payments.charged.size]).toEqual([1, 1]);
  });

  test('for a day gets the money back to the buyer', async () => {
    away();
    await purchase(agent, await oneNumber());
    await later(DAY_MS + 1_000);
    await keepNumbers(it.deps);
    expect([[...it.payments.refunded.values()], await revenueOf(it)]).toEqual([[200], 0]);
  });
});

describe('an owned number', () => {
  const bought = async () => {
    const number = await oneNumber();
    await purchase(agent, number);
    const [owned] = (await numbersOf(agent)).data;
    return { number, id: owned?.id ?? 0 };
  };

  test('is given to someone below and to no one else, and comes back', async () => {
    const { id, number } = await bought();
    const above = { user_id: it.world.people.admin.id };
    const refused = await manager.call(assignPhoneNumber, { params: { id }, body: above });
    expect(errorsOf(refused)).toEqual({ user_id: ['Choose yourself or someone in your downline.'] });
    const to = { user_id: manager.person?.id ?? 0 };
    expect((await manager.call(assignPhoneNumber, { params: { id }, body: to })).body.data).toMatchObject({
      user: { id: to.user_id },
    });
    expect((await numbersOf(agent)).data).toEqual([]);
    expect((await agent.call(readMe)).body.data.available_phone_numbers).toEqual([]);
    expect((await manager.call(readMe)).body.data).toMatchObject({
      available_phone_numbers: [{ number }],
      profile: { dialer_verified_phone_number: number },
    });
    const back = { user_id: agent.person?.id ?? 0 };
    await manager.call(assignPhoneNumber, { params: { id }, body: back });
    expect((await numbersOf(agent)).data).toMatchObject([{ phone_number: number }]);
  });

  test('is released: nothing leaves from it, it can be taken back, and goes for good after the grace period', async () => {
    const { id, number } = await bought();
    const released = (await agent.call(releasePhoneNumber, { params: { id } })).body.data;
    const until = it.deps.now().getTime() + NUMBER_GRACE_DAYS * DAY_MS;
    expect(Math.abs(Date.parse(released.released_until ?? '') - until)).toBeLessThan(60_000);
    expect((await agent.call(readMe)).body.data.available_phone_numbers).toEqual([]);
    expect((await agent.call(updateNumber, { body: { phone_number: number } })).status).toBe(422);
    const { id: userId, accountId } = it.world.people.agent;
    expect(await withAccount(it.deps.pool, { accountId }, (tx) => ownNumbers(tx, userId))).toEqual([]);
    const again = (await agent.call(releasePhoneNumber, { params: { id } })).body.data;
    expect(again.released_until).toBe(released.released_until);

    await later((NUMBER_GRACE_DAYS - 1) * DAY_MS);
    await keepNumbers(it.deps);
    await agent.call(restorePhoneNumber, { params: { id } });
    expect((await agent.call(readMe)).body.data.available_phone_numbers).toMatchObject([{ number }]);
    await later(2 * DAY_MS);
    await keepNumbers(it.deps);
    expect((await numbersOf(agent)).data).toMatchObject([{ id, released_until: null }]);

    await agent.call(releasePhoneNumber, { params: { id } });
    await later(NUMBER_GRACE_DAYS * DAY_MS + 1_000);
    await keepNumbers(it.deps);
    expect((await numbersOf(agent)).data).toEqual([]);
    expect((await agent.call(readMe)).body.data.profile.dialer_verified_phone_number).toBeNull();
    expect((await offered({ area_code: '512', mms: 'true' })).data[0]?.phone_number).toBe(number);
  });

  test('stays while the carrier cannot take it back', async () => {
    const { id } = await bought();
    await agent.call(releasePhoneNumber, { params: { id } });
    await later(NUMBER_GRACE_DAYS * DAY_MS + 1_000);
    const { release } = it.deps.numberCarrier;
    it.deps.numberCarrier.release = () => Promise.reject(new CarrierAway('no answer'));
    await keepNumbers(it.deps);
    it.deps.numberCarrier.release = release;
    expect((await numbersOf(agent)).data).toMatchObject([{ id }]);
  });

  test('that is released is given to no one, and one that was not bought is not released', async () => {
    const { id } = await bought();
    await agent.call(releasePhoneNumber, { params: { id } });
    const body = { user_id: manager.person?.id ?? 0 };
    expect((await manager.call(assignPhoneNumber, { params: { id }, body })).status).toBe(409);
    await it.owner.query('update phone_numbers set carrier = null, release_due_at = null where id = $1', [id]);
    expect((await agent.call(releasePhoneNumber, { params: { id } })).status).toBe(409);
  });

  test('says what its registration waits for, and that it is done', async () => {
    const { number } = await bought();
    expect((await numbersOf(agent)).data[0]?.registration).toEqual({
      state: 'waiting',
      reason: 'An administrator has to register the brand first.',
    });
    await it.owner.query(
      `insert into number_registrations (account_id, number, state, reason, checked_at) values ($1, $2, 'registered', '', now())`,
      [it.world.accountId, number],
    );
    expect((await numbersOf(agent)).data[0]?.registration).toEqual({ state: 'registered', reason: '' });
  });
});
