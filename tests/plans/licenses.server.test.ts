import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendMessage } from '#contract/messages.contract.ts';
import { answerMinutesRequest, requestMinutes } from '#contract/phone.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { randomUUID } from 'node:crypto';
import type { Client } from '../_api/app.ts';
import {
  CALLS,
  connect,
  emptyPlans,
  freshKey,
  idOf,
  openPlans,
  ordersOf,
  type PlanDesk,
  subscribe,
} from './plan-desk.ts';

let desk: PlanDesk;
let agent: Client;
let peer: Client;
let manager: Client;
beforeAll(async () => {
  desk = await openPlans();
  [agent, peer, manager] = await Promise.all([desk.signIn('agent'), desk.signIn('peer'), desk.signIn('manager')]);
  await desk.owner.query(
    `insert into feature_flags (account_id, feature, enabled, changed_by, changed_at)
     select account_id, 'phone', true, min(id), now() from users group by account_id`,
  );
});
beforeEach(async () => {
  await emptyPlans(desk);
  await desk.owner.query(`truncate minutes_requests; update users set dialer_verified_phone_number = '+18135550107'`);
  await connect(manager);
});
afterAll(() => desk.close());

const { dialer } = CALLS;
const licensesOf = async (client: Client) => (await client.call(dialer.listLicenses)).body.data;
const change = (client: Client, id: number, body: { user_id?: number | null; allocation?: number }) =>
  client.call(dialer.updateLicense, { params: { id }, body, idempotencyKey: freshKey() });
const buy = async (quantity: number) => (await subscribe(desk, manager, { type: 'manager_pay', quantity })).body.data;
/** Ids of the licenses of a new subscription. */
const bought = async (quantity: number) => {
  const { id } = await buy(quantity);
  return { id, licenses: (await licensesOf(manager)).map((one) => one.id) };
};
const expectedOf = async (id: number, quantity: number) =>
  (await manager.call(dialer.preview, { body: { subscription_id: id, quantity } })).body.data.due_now_cents;

/** An answered call that has ended. */
const talk = (client: Client, seconds: number) =>
  desk.owner.query(
    `insert into calls (account_id, conversation, line, direction, from_number, to_number, user_id, actor_id, status, outcome,
                        created_at, answered_at, ended_at, seconds)
     values ($1, $2, 'embedded', 'outbound', '+18135550107', '+15125550142', $3, $3, 'ended', 'completed', $4, $4, $4, $5)`,
    [desk.world.accountId, randomUUID(), idOf(client), desk.deps.now(), seconds],
  );

describe('licenses', () => {
  test('are free until a manager gives them to people whom they manage', async () => {
    const { licenses } = await bought(2);
    expect(await licensesOf(manager)).toMatchObject([
      { user: null, allocation: 300, paid: true },
      { user: null, allocation: 300, paid: true },
    ]);

    const given = await change(manager, licenses[0] ?? 0, { user_id: idOf(agent) });

    expect(given.body.data).toMatchObject({ user: { name: 'Amy Agent' }, used: 0 });
    expect((await agent.call(readMe)).body.data).toMatchObject({
      dialer_license: { paid: true, allocation: 300 },
      dialer_subscription: { active: true, order_type: 'manager_pay' },
    });
    expect((await change(manager, licenses[1] ?? 0, { user_id: idOf(agent) })).body).toMatchObject({
      errors: { user_id: ['Amy Agent has a license already.'] },
    });
    expect((await change(manager, licenses[1] ?? 0, { user_id: desk.world.people.outsider.id })).body).toMatchObject({
      errors: { user_id: ['Choose someone whom you manage.'] },
    });
    expect(await licensesOf(agent)).toHaveLength(1);
    expect((await change(agent, licenses[0] ?? 0, { allocation: 900 })).status).toBe(403);
  });

  test('share what was bought, and more is refused by name', async () => {
    const { licenses } = await bought(2);
    const [first = 0, second = 0] = licenses;
    await change(manager, first, { user_id: idOf(agent) });

    expect((await change(manager, first, { allocation: 301 })).body).toMatchObject({
      errors: {
        allocation: [
          '0 of the 600 minutes that you bought are left: Amy Agent can have 300. Lower another license, or buy more.',
        ],
      },
    });
    expect((await change(manager, second, { allocation: 100 })).status).toBe(200);
    expect((await change(manager, first, { allocation: 500 })).body.data).toMatchObject({ allocation: 500 });
  });

  test('are added for the price that was shown, and taken away from the next month on', async () => {
    const { id, licenses } = await bought(2);
    const before = desk.payments.sum();
    const expected_cents = await expectedOf(id, 4);
    const order = await manager.call(dialer.orderLicenses, {
      body: { subscription_id: id, quantity: 2, expected_cents },
      idempotencyKey: freshKey(),
    });
    expect(order.body.data).toMatchObject({
      action: 'seats',
      status: 'paid',
      quantity: 4,
      amount_cents: expected_cents,
    });
    expect(desk.payments.sum() - before).toBe(expected_cents);
    expect(await licensesOf(manager)).toHaveLength(4);

    await change(manager, licenses[0] ?? 0, { user_id: idOf(agent) });
    await change(manager, licenses[1] ?? 0, { user_id: idOf(peer) });
    const fewer = (quantity: number) =>
      manager.call(dialer.update, { params: { id }, body: { quantity }, idempotencyKey: freshKey() });
    expect((await fewer(1)).body).toMatchObject({
      errors: { quantity: [expect.stringContaining('2 licenses are in use. Take back the license of')] },
    });
    expect((await fewer(3)).body.data).toMatchObject({ quantity: 4, next_quantity: 3, renewal_cents: 4_500 });
    expect(await ordersOf(manager)).toHaveLength(2);
  });

  test('are a manager’s to buy', async () => {
    expect((await subscribe(desk, agent, { type: 'manager_pay' })).status).toBe(403);
    expect((await subscribe(desk, manager, { type: 'manager_pay', plan: 'Unlimited' })).body).toMatchObject({
      errors: { plan_id: ['A plan without a limit is not sold by license.'] },
    });
    expect((await subscribe(desk, manager, { quantity: 2 })).body).toMatchObject({
      errors: { quantity: ['Only subscriptions that a manager pays have licenses.'] },
    });
  });

  test('give more minutes on request, as far as the manager has bought them', async () => {
    const { licenses } = await bought(1);
    await change(manager, licenses[0] ?? 0, { user_id: idOf(agent), allocation: 200 });
    const ask = await agent.call(requestMinutes, { body: { minutes: 200, note: '' } });
    const { id } = ask.body.data;

    expect((await manager.call(answerMinutesRequest, { body: { id, minutes: 200 } })).body).toMatchObject({
      code: 'conflict',
      error: '100 of the minutes that were bought are left for Amy Agent. Lower another license, or buy more.',
    });
    expect((await manager.call(answerMinutesRequest, { body: { id, minutes: 100 } })).status).toBe(200);
    expect(await licensesOf(manager)).toMatchObject([{ allocation: 300 }]);
  });
});

describe('usage', () => {
  test('is one fact a call, however often it is told, and follows a correction', async () => {
    const { licenses } = await bought(1);
    await change(manager, licenses[0] ?? 0, { user_id: idOf(agent) });
    await talk(agent, 61);
    await desk.owner.query(`update calls set status = 'ended', seconds = seconds`);
    await desk.owner.query(`update calls set seconds = seconds`);
    const used = async () => (await agent.call(dialer.usage)).body.data;

    expect(await used()).toMatchObject({ unit: 'minute', source: 'manager', used: 2, allocation: 300 });
    await desk.owner.query('update calls set seconds = 181');
    expect(await used()).toMatchObject({ used: 4, days: [{ used: 4 }] });
    expect(await licensesOf(manager)).toMatchObject([{ used: 4 }]);
    expect((await manager.call(dialer.list)).body.data).toMatchObject([{ current_usage: 4, assigned: 1 }]);
    expect((await agent.call(CALLS.sms.usage)).body.data).toMatchObject({ used: 0 });
  });

  test('of texts counts segments once the carrier has taken them, and blocks the next one when they are used up', async () => {
    await desk.owner.query(`update users set wallet_feature_enabled = true, max_plus_plan = 'premium'`);
    await subscribe(desk, manager, { kind: 'sms', type: 'manager_pay' });
    const [license] = (await manager.call(CALLS.sms.listLicenses)).body.data;
    await manager.call(CALLS.sms.updateLicense, {
      params: { id: license?.id ?? 0 },
      body: { user_id: idOf(agent), allocation: 5 },
      idempotencyKey: freshKey(),
    });
    const { rows } = await desk.owner.query<{ id: number }>(
      `with c as (insert into conversations (account_id, phone, user_id, owner_id, created_at) values ($1, '+15125550142', $2, $2, $3) returning id)
       insert into text_messages (account_id, conversation_id, direction, status, body, from_number, to_number, segments, user_id,
                                  carrier, created_at)
       select $1, c.id, 'out', 'queued', 'Hello', '+18135550107', '+15125550142', 5, $2, 'embedded', $3 from c returning id`,
      [desk.world.accountId, idOf(agent), desk.deps.now()],
    );
    const used = async () => (await agent.call(CALLS.sms.usage)).body.data.used;
    const send = () =>
      agent.call(sendMessage, {
        body: { message_to: '+15125550142', message_content: 'Hello', purpose: 'service' },
        idempotencyKey: freshKey(),
      });
    const sentence = 'Please request additional segments from your manager.';
    expect(await used()).toBe(0);
    expect(JSON.stringify((await send()).body)).not.toContain(sentence);

    for (const status of ['sent', 'sent', 'delivered']) {
      await desk.owner.query('update text_messages set status = $2, sent_at = $3 where id = $1', [
        rows[0]?.id,
        status,
        desk.deps.now(),
      ]);
    }

    expect(await used()).toBe(5);
    expect((await send()).body).toMatchObject({ code: 'refused', error: sentence });
    expect((await agent.call(dialer.usage)).body.data.used).toBe(0);
  });

  test('of the account names everyone, for administrators', async () => {
    const { licenses } = await bought(1);
    await change(manager, licenses[0] ?? 0, { user_id: idOf(agent) });
    await talk(agent, 600);
    await talk(peer, 60);
    const admin = await desk.signIn('admin');

    expect((await admin.call(dialer.readAccountUsage)).body.data).toMatchObject({
      used: 11,
      allocation: 300,
      people: [
        { user: { name: 'Amy Agent' }, source: 'manager', used: 10, allocation: 300 },
        { user: { name: 'Pia Peer' }, source: null, used: 1, allocation: null },
      ],
    });
    expect((await agent.call(dialer.readAccountUsage)).status).toBe(403);
  });
});
