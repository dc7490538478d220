import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as contract from '#contract/billing.contract.ts';
import { TEST_CARDS } from '#rules/billing/payment-cards.ts';
import type { Client } from '../_api/app.ts';
import {
  type BillingDesk,
  billingOf,
  choose,
  connect,
  emptyBilling,
  freshKey,
  openBilling,
  planNamed,
} from './billing-desk.ts';

let desk: BillingDesk;
let agent: Client;
beforeAll(async () => {
  desk = await openBilling();
  agent = await desk.signIn('agent');
});
beforeEach(() => emptyBilling(desk));
afterAll(() => desk.close());

describe('a card', () => {
  test('begins at the provider', async () => {
    expect((await agent.call(contract.startCardSetUp)).body).toEqual({ data: { provider: 'embedded' } });
  });

  test('is kept by its brand, its first four digits and its expiry', async () => {
    const answer = await connect(agent, 'pm_card_amex_0430');

    expect(answer.body.data.payment_infos).toEqual([
      { id: expect.any(Number), brand: 'amex', masked: '3782 •••••• •••••', exp_month: 4, exp_year: 2030 },
    ]);
  });

  test('takes the place of the one before, which stays in the books', async () => {
    await connect(agent, 'pm_card_visa');
    await connect(agent, 'pm_card_discover');

    expect((await billingOf(agent)).payment_infos).toMatchObject([{ brand: 'discover' }]);
    const { rows } = await desk.owner.query('select brand, removed_at is null as kept from payment_infos order by id');
    expect(rows).toEqual([
      { brand: 'visa', kept: false },
      { brand: 'discover', kept: true },
    ]);
  });

  test('that has expired is refused in words', async () => {
    expect(await connect(agent, 'pm_card_expired')).toMatchObject({
      status: 422,
      body: {
        error: 'Your card has expired. Use a different card.',
        errors: { payment_method: ['Your card has expired. Use a different card.'] },
      },
    });
  });

  test('with an unknown name is refused with a message', async () => {
    expect(await connect(agent, 'pm_1Qxyz')).toMatchObject({
      status: 422,
      body: { error: 'This is a demo: use a test card.' },
    });
  });

  test('of another person stays theirs', async () => {
    const peer = await desk.signIn('peer');
    await connect(peer);

    expect((await billingOf(agent)).payment_infos).toEqual([]);
  });
});

describe('a card number', () => {
  const NUMBER = TEST_CARDS[0]?.number ?? '';
  const bodies = [
    { payment_method: NUMBER },
    { payment_method: `pm_${NUMBER}` },
    { payment_method: `pm_card_${NUMBER}_0430` },
    { payment_method: 'pm_card_visa', number: NUMBER },
    { payment_method: 'pm_card_visa', card: { number: NUMBER, cvc: '123' } },
  ];

  test.each(bodies)('is taken in no field: %j', async (body) => {
    const answer = await agent.call(contract.connectCard, { body, idempotencyKey: freshKey() } as never);

    expect(answer.status).toBe(422);
    expect((await billingOf(agent)).payment_infos).toEqual([]);
  });

  test('is in no table after a payment', async () => {
    await connect(agent);
    await choose(agent, 'solo');

    const { rows } = await desk.owner.query<{ text: string }>(
      `select (select jsonb_agg(p) from payment_infos p)::text || (select jsonb_agg(o) from billing_operations o)::text
         || (select jsonb_agg(e) from billing_entries e)::text || (select jsonb_agg(a) from audit_log a)::text as text`,
    );
    // Thirteen digits are a card's least; the last group of a UUID may have twelve by chance.
    expect(rows[0]?.text).not.toMatch(/\d{13,}(?!\d*[a-z])/u);
  });
});

describe('a user logged in as someone else', () => {
  test('pays nothing and changes no card', async () => {
    const { id } = await planNamed(agent, 'solo');
    const { agent: person, manager } = desk.world.people;
    await connect(agent);
    // A stack of two: the manager below, the agent on top.
    await desk.owner.query(
      `insert into sessions (account_id, user_id, token_hash, depth, created_at, last_seen_at, expires_at, user_agent)
       values ($1, $2, '\\x00', 0, now(), now(), now() + interval '1 hour', '')`,
      [manager.accountId, manager.id],
    );
    await desk.owner.query(
      `update sessions set depth = 1, parent_id = (select id from sessions where token_hash = '\\x00')
       where user_id = $1 and ended_at is null and depth = 0`,
      [person.id],
    );
    const headers = { 'x-identity': `${person.id}:1` };

    const answers = await Promise.all([
      agent.call(contract.startCardSetUp, { headers }),
      agent.call(contract.connectCard, { body: { payment_method: 'pm_card_visa' }, headers }),
      agent.call(contract.updatePlan, { body: { plan_id: id, expected_cents: 2900 }, headers }),
      agent.call(contract.cancelSubscription, { headers }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await agent.call(contract.readBilling, { headers })).status).toBe(200);
  });
});
