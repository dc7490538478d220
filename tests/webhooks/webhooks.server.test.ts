import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createContact, updateContact } from '#contract/contacts.contract.ts';
import { listNotifications } from '#contract/notifications.contract.ts';
import {
  issueWebhookSecret,
  readWebhookDelivery,
  replayWebhookDelivery,
  STOPPED_AFTER_H,
  testWebhookEndpoint,
  WEBHOOK_RETRIES_AFTER_S,
  webhookEndpoints,
} from '#contract/webhooks.contract.ts';
import { sendDueWebhooks } from '../../server/features/webhooks/webhooks.jobs.ts';
import { describeResource, openOffice } from '../_matrix/describe-resource.ts';
import { RESOURCES } from '../_matrix/resources.ts';
import { isSignedBy, status } from './receiver.ts';
import { openWebhookDesk, type WebhookDesk } from './webhook-desk.ts';

describeResource(openOffice(), RESOURCES.webhookEndpoint);

let it: WebhookDesk;

beforeAll(async () => {
  it = await openWebhookDesk();
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.removeEndpoints();
  it.receiver.answer(status(204));
  await it.owner.query(`update sessions set sudo_until = now() + interval '1 hour'`);
});

const add = async (last_name = 'Reyes') =>
  (await it.admin.call(createContact, { body: { contact: { last_name } } })).body.data.id;
const read = async (id: number) => (await it.admin.call(webhookEndpoints.read, { params: { id } })).body.data;
const oneOf = async (endpointId: number) => {
  const [first] = await it.deliveries(endpointId);
  if (first === undefined) throw new Error('There is no delivery.');
  return first;
};

describe('a delivery', () => {
  test('is signed as Standard Webhooks has it, by the secret that was shown', async () => {
    const id = await it.subscribe(['contact.created']);
    const { secret } = (await it.admin.call(issueWebhookSecret, { params: { id } })).body.data;
    const contactId = await add();

    await it.send();

    const [got] = it.receiver.received;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(got !== undefined && isSignedBy(secret, got)).toBe(true);
    expect(got?.body).toMatchObject({ type: 'contact.created', data: { contact_id: contactId } });
    expect(got?.raw).not.toContain('Reyes');
    expect(Math.abs(Number(got?.headers['webhook-timestamp']) * 1000 - it.deps.now().getTime())).toBeLessThan(60_000);
    expect(await it.deliveries(id)).toMatchObject([
      { event_id: got?.id, status: 'delivered', attempts: 1, due_at: null },
    ]);
  });

  test('is signed by the earlier secret, too, for a day', async () => {
    const id = await it.subscribe(['contact.created']);
    const issue = async () => (await it.admin.call(issueWebhookSecret, { params: { id } })).body.data.secret;
    const [earlier, secret] = [await issue(), await issue()];
    await add();
    await it.send();
    await it.owner.query(`update webhook_endpoints set earlier_until = now() - interval '1 second'`);
    await add();
    await it.send();

    const signed = it.receiver.received.map((one) => [isSignedBy(earlier, one), isSignedBy(secret, one)]);
    expect(signed).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test('is kept with its attempts, and tried again later and later until it fails', async () => {
    const id = await it.subscribe(['contact.created']);
    await add();
    it.receiver.answer(status(500, 'x'.repeat(3_000)));
    const delays: number[] = [];
    let after = 0;
    for (const delay of [0, ...WEBHOOK_RETRIES_AFTER_S]) {
      after += delay * 1000 + 500;
      await it.send({ after });
      const { due_at } = await oneOf(id);
      if (due_at !== null) delays.push(Math.floor((Date.parse(due_at) - it.deps.now().getTime() - after) / 1000) + 1);
    }

    expect(delays).toEqual([...WEBHOOK_RETRIES_AFTER_S]);
    const { id: deliveryId, ...delivery } = await oneOf(id);
    expect(delivery).toMatchObject({ status: 'failed', attempts: 9, last_status: 500, due_at: null });
    expect(new Set(it.receiver.received.map((one) => one.id))).toEqual(new Set([delivery.event_id]));
    const { tries } = (await it.admin.call(readWebhookDelivery, { params: { id: deliveryId } })).body.data;
    expect(tries).toHaveLength(9);
    expect(tries[0]?.answer).toBe('x'.repeat(1_024));
    expect(after / 3_600_000).toBeGreaterThan(STOPPED_AFTER_H);
    expect(await read(id)).toMatchObject({ status: 'stopped', stopped_reason: 'No event has arrived for 40 hours.' });
    const { body } = await it.admin.call(listNotifications, { query: {} });
    expect(body.data.filter(({ kind }) => kind === 'webhook')).toMatchObject([
      {
        title: expect.stringMatching(/^Webhook endpoint Endpoint \d+ stopped$/),
        href: '/admin/api-requests?tab=webhooks',
      },
    ]);
  });

  test('is not sent where a redirect leads', async () => {
    const id = await it.subscribe(['contact.created']);
    it.receiver.answer(status(302, '', { location: it.receiver.url }));
    await add();
    await it.send();

    expect(it.receiver.received).toHaveLength(1);
    expect(await oneOf(id)).toMatchObject({ status: 'waiting', last_status: 302 });
  });

  test('to a closed port waits for its next attempt', async () => {
    const id = await it.subscribe(['contact.created'], 'http://127.0.0.1:9/');
    await add();
    await it.send();

    expect(await oneOf(id)).toMatchObject({ status: 'waiting', last_status: null, last_fault: 'unreachable' });
    expect((await read(id)).failing_since).not.toBeNull();
  });

  test('that a dying process was sending is sent again under its id, and stays one', async () => {
    const id = await it.subscribe(['contact.created']);
    await add();
    const dying = new AbortController();
    it.receiver.answer(() => dying.abort(new Error('killed')));
    await expect(it.send({ signal: dying.signal })).rejects.toThrow('killed');
    it.receiver.answer(status(204));
    await it.send();

    const rows = await it.deliveries(id);
    expect(rows).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    expect(it.receiver.received.map((one) => one.id)).toEqual([rows[0]?.event_id, rows[0]?.event_id]);
  });

  test('is sent again on request, once a press', async () => {
    const id = await it.subscribe(['contact.created']);
    await add();
    await it.send();
    const { id: deliveryId, event_id } = await oneOf(id);
    const press = { params: { id: deliveryId }, headers: { 'idempotency-key': 'press-1' } };
    const answers = [await it.admin.call(replayWebhookDelivery, press)];
    await it.send();
    answers.push(await it.admin.call(replayWebhookDelivery, press));
    await it.send();

    expect(answers.map((one) => one.status)).toEqual([200, 200]);
    expect(it.receiver.received.map((one) => one.id)).toEqual([event_id, event_id]);
    expect(await it.deliveries(id)).toMatchObject([{ attempts: 2, status: 'delivered' }]);
  });
});

describe('an endpoint', () => {
  test('that is gone is stopped, its events wait, and the administrator hears of it once', async () => {
    const id = await it.subscribe(['contact.created']);
    await it.owner.query('delete from notifications');
    it.receiver.answer(status(410));
    await add();
    await it.send();
    await add();
    await it.send();

    expect(it.receiver.received).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: 'stopped', waiting: 2 });
    const { body } = await it.admin.call(listNotifications, { query: {} });
    expect(body.data).toHaveLength(1);

    it.receiver.answer(status(200));
    await it.admin.call(webhookEndpoints.update, { params: { id }, body: { status: 'active' } });
    await it.send();
    expect(it.receiver.received).toHaveLength(3);
    expect(await read(id)).toMatchObject({ status: 'active', stopped_reason: '', failing_since: null, waiting: 0 });
  });

  test('that is paused keeps its events until it is resumed', async () => {
    const id = await it.subscribe(['contact.created']);
    await it.admin.call(webhookEndpoints.update, { params: { id }, body: { status: 'paused' } });
    await add();
    await it.send();
    expect(it.receiver.received).toHaveLength(0);
    expect((await it.admin.call(testWebhookEndpoint, { params: { id } })).status).toBe(409);

    await it.admin.call(webhookEndpoints.update, { params: { id }, body: { status: 'active' } });
    await it.send();
    expect(it.receiver.received).toHaveLength(1);
  });

  test('that fails again and again rests, and holds up no other', async () => {
    const bad = await it.subscribe(['contact.created'], `${it.receiver.url}?bad`);
    const good = await it.subscribe(['contact.created']);
    it.receiver.answer((answer, _one, path) => void answer.writeHead(path.endsWith('?bad') ? 500 : 204).end());
    for (let at = 0; at < 10; at += 1) await add();
    await it.send();

    const statusesOf = async (id: number) => (await it.deliveries(id)).map(({ attempts }) => attempts);
    expect((await statusesOf(bad)).filter((attempts) => attempts === 0)).toHaveLength(2);
    expect((await statusesOf(good)).every((attempts) => attempts === 1)).toBe(true);
    await it.send();
    expect((await statusesOf(bad)).filter((attempts) => attempts === 0)).toHaveLength(2);
  });

  test('gets a test event', async () => {
    const id = await it.subscribe(['order.paid']);
    const { body } = await it.admin.call(testWebhookEndpoint, { params: { id } });
    await it.send();

    expect(it.receiver.received).toMatchObject([{ id: body.data.event_id, body: { type: 'webhook.test' } }]);
  });

  test('gets a job, one at a time', async () => {
    const id = await it.subscribe(['contact.created']);
    await add();
    await sendDueWebhooks(it.deps);
    await sendDueWebhooks(it.deps);

    const { rows } = await it.owner.query(
      `select data from pgboss.job where name = 'webhooks.send' and data ->> 'endpointId' = $1`,
      [String(id)],
    );
    expect(rows).toEqual([{ data: expect.objectContaining({ accountId: it.world.accountId, endpointId: id }) }]);
  });

  test('that is removed takes its deliveries along', async () => {
    const id = await it.subscribe(['contact.created']);
    await add();
    await it.send();
    expect((await it.admin.call(webhookEndpoints.remove, { params: { id } })).status).toBe(204);

    expect((await it.owner.query('select from webhook_attempts')).rows).toHaveLength(0);
  });

  test('shows its secret nowhere else', async () => {
    const id = await it.subscribe(['contact.created']);
    const { secret, endpoint } = (await it.admin.call(issueWebhookSecret, { params: { id } })).body.data;

    expect(endpoint.secret_at).not.toBeNull();
    expect(JSON.stringify([await read(id), endpoint])).not.toContain('whsec');
    const { rows } = await it.owner.query<{ found: boolean }>(
      `select exists (select from webhook_endpoints where position(convert_to($1, 'UTF8') in secret) > 0)
         or exists (select from idempotency_keys where reply::text like '%whsec%')
         or exists (select from audit_log where detail::text like '%whsec%') as found`,
      [secret],
    );
    expect(rows).toEqual([{ found: false }]);
  });
});

describe('events', () => {
  test('say which fields have changed, and the status before', async () => {
    await it.subscribe(['contact.updated', 'contact.status_changed', 'contact.deleted']);
    const contactId = await add();
    const { rows } = await it.owner.query<{ id: number }>(
      `insert into statuses (account_id, name) values ($1, 'Quoted') returning id`,
      [it.world.accountId],
    );
    await it.admin.call(updateContact, {
      params: { id: contactId },
      body: { contact: { first_name: 'Ana', city: 'Austin', status_id: rows[0]?.id ?? 0 } },
    });
    await it.owner.query('update contacts set deleted_at = now() where id = $1', [contactId]);
    await it.send();

    expect(it.receiver.received.map(({ body }) => [body.type, body.data])).toEqual([
      [
        'contact.updated',
        expect.objectContaining({ contact_id: contactId, changed: ['city', 'first_name', 'status_id'] }),
      ],
      ['contact.status_changed', expect.objectContaining({ status_id: rows[0]?.id, previous_status_id: null })],
      ['contact.deleted', expect.objectContaining({ contact_id: contactId, merged_into_id: null })],
    ]);
  });

  test('have one id for all endpoints, and reach no other account', async () => {
    await it.subscribe(['contact.created']);
    await it.subscribe(['contact.created']);
    const stranger = await it.signIn('stranger');
    await stranger.call(webhookEndpoints.create, {
      body: { name: 'Other', url: it.receiver.url, events: ['contact.created'] },
    });
    await add();
    await it.send();

    expect(it.receiver.received).toHaveLength(2);
    expect(new Set(it.receiver.received.map(({ id }) => id)).size).toBe(1);
  });

  test('tell of calls, forms, orders and appointments', async () => {
    await it.subscribe(['call.ended', 'soa.completed', 'order.paid', 'appointment.booked', 'appointment.canceled']);
    const { accountId, people } = it.world;
    const contactId = await add();
    const run = (text: string, ...values: unknown[]) => it.owner.query(text, values);
    await run(
      `insert into calls (account_id, conversation, line, direction, from_number, to_number, user_id, contact_id, created_at)
       values ($1, gen_random_uuid(), 'embedded', 'outbound', '+15125550100', '+15125550142', $2, $3, now())`,
      accountId,
      people.agent.id,
      contactId,
    );
    await run(
      `update calls set ended_at = now(), seconds = 22, outcome = 'completed' where contact_id = $1`,
      contactId,
    );
    await run(
      `insert into soa_requests (account_id, user_id, contact_id, method, language, products, zone, created_at, updated_at)
       values ($1, $2, $3, 'electronic', 'en', '{pdp}', 'America/Chicago', now(), now())`,
      accountId,
      people.agent.id,
      contactId,
    );
    await run(`update soa_requests set status = 'completed', completed_at = now() where contact_id = $1`, contactId);
    await run(
      `insert into store_orders (account_id, user_id, key, payment_method, owner_id, total_cents, created_at)
       values ($1, $2, 'o-1', 'card', $2, 4800, now())`,
      accountId,
      people.agent.id,
    );
    await run(`update store_orders set paid_cents = 4800, paid_at = now() where key = 'o-1'`);
    await run(
      `insert into bookings (account_id, user_id, status, starts_at, ends_at, during, held_until, zone, submission, created_at)
       values ($1, $2, 'held', now(), now(), 'empty', now(), 'America/Chicago', 's-1', now())`,
      accountId,
      people.agent.id,
    );
    await run(`update bookings set status = 'booked' where submission = 's-1'`);
    await run(`update bookings set status = 'cancelled' where submission = 's-1'`);
    await it.send();

    expect(it.receiver.received.map(({ body }) => body.type)).toEqual([
      'call.ended',
      'soa.completed',
      'order.paid',
      'appointment.booked',
      'appointment.canceled',
    ]);
  });
});
