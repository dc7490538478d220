import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  dryRunBroadcast,
  listBroadcasts,
  sendBroadcastSms,
  sendTestSms,
  stopBroadcast,
} from '#contract/broadcasts.contract.ts';
import { queuedMailer } from '../../server/adapters/mail/queued-messages.ts';
import type { Deps } from '../../server/deps.ts';
import { mailGate } from '../../server/features/broadcasts/sending/mail-gate.ts';
import { pauseBroadcast, resumeBroadcast } from '../../server/features/broadcasts/broadcast-changes.service.ts';
import { runBroadcast } from '../../server/features/broadcasts/sending/run-broadcast.ts';
import { mailJobs } from '../../server/features/mail/mail.jobs.ts';
import { emailDeliveries } from '../../server/features/timeline/email-deliveries.service.ts';
import { signedInAs } from '../_db/identity.ts';
import { addOffice } from '../mail/add-office.ts';
import { type BroadcastDesk, openBroadcastDesk } from './broadcast-desk.ts';

let it: BroadcastDesk;
beforeAll(async () => {
  it = await openBroadcastDesk();
  await addOffice(it.owner, it.world);
});
afterEach(() => it.clear());
afterAll(() => it.close());

const many = async (count: number) => {
  const ids: number[] = [];
  for (let one = 0; one < count; one += 1) ids.push(await it.willing());
  return ids;
};

/** E-mails that wait in the queue for a mail server, and what that server takes. */
async function queued(ids: readonly number[]) {
  const deps: Deps = { ...it.deps, mailer: queuedMailer(it.deps) };
  const { id } = await it.draft(ids, 'mail');
  await it.write(id);
  await it.start(id);
  const data = { accountId: it.world.accountId, broadcastId: id };
  const run = () => runBroadcast(deps, data, new AbortController().signal);
  await run();
  const taken: string[] = [];
  const carriers = {
    mail: { carry: (mail: { to: string }) => Promise.resolve(void taken.push(mail.to)), close: () => undefined },
    text: null,
  };
  const deliveries = emailDeliveries(deps);
  const jobs = mailJobs(deps, carriers as never, { ...deliveries, leaving: mailGate(deps, deliveries.leaving) });
  const leave = async () => {
    const waiting = await it.sql<{ id: number }>('select id from outgoing_messages order by id');
    for (const { id: messageId } of waiting) {
      await jobs['messages.send']?.({ accountId: it.world.accountId, messageId }, new AbortController().signal);
    }
  };
  return { id, run, leave, taken };
}

const caller = () => ({ identity: signedInAs(it.world.people.agent, ['agent']), requestId: 'test' });

test('an e-mail in the queue does not leave after an opt-out', async () => {
  const [first = 0, second = 0] = await many(2);
  const { id, leave, taken } = await queued([first, second]);
  expect(await it.read(id)).toMatchObject({ progress: { sending: 2 } });
  await it.says(second, { channel: 'mail', kind: 'withdrawn', given_at: '2026-02-01T12:00:00Z' });

  await leave();

  expect(taken).toHaveLength(1);
  expect((await it.recipients(id)).map(({ outcome, reason }) => reason ?? outcome)).toEqual(['sent', 'withdrawn']);
  expect(await it.sql('select from outgoing_messages')).toEqual([]);
});

test('e-mails wait while it is paused, and go after it is resumed', async () => {
  const { id, run, leave, taken } = await queued(await many(2));
  await pauseBroadcast(it.deps, caller(), id);
  await leave();
  expect(taken).toEqual([]);
  expect(await it.read(id)).toMatchObject({ status: 'paused', progress: { waiting: 2, sending: 0 } });
  expect(await it.sql('select from contact_emails')).toEqual([]);

  await resumeBroadcast(it.deps, caller(), id);
  await run();
  await leave();
  expect(taken).toHaveLength(2);
});

test('a stopped broadcast sends no e-mail that still waits', async () => {
  const { id, leave, taken } = await queued(await many(2));
  await it.agent.call(stopBroadcast, { params: { id } });
  await leave();
  expect(taken).toEqual([]);
  expect(await it.read(id)).toMatchObject({ status: 'stopped', progress: { stopped: 2, sending: 0 } });
});

const trigger = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const values = {
    name: 'Weekly',
    body: 'Hi {{ first_name }}, the week’s news. Reply STOP to opt out.',
    trigger_type: 'sms',
    enabled: true,
    compliant: true,
    show_on_bulk: true,
    recurrence: 'weekly',
    ...fields,
  };
  const names = Object.keys(values);
  const [row] = await it.sql<{ id: number }>(
    `insert into campaign_triggers (account_id, ${names.join(', ')}) values ($1, ${names.map((_, at) => `$${at + 2}`).join(', ')})
     returning id`,
    [it.world.accountId, ...Object.values(values)],
  );
  return row?.id ?? 0;
};

test('a recurring broadcast schedules its next run once, whose audience is frozen when it begins', async () => {
  const [one = 0] = await many(1);
  const recurrence_campaign_trigger_id = await trigger();
  const body = { ids: [one], send_now: true, recurrence_campaign_trigger_id };
  const { data } = (await it.agent.call(sendBroadcastSms, { body })).body;
  expect(data).toMatchObject({
    status: 'sending',
    recurrence: { every: 'weekly' },
    content: { template: { name: 'Weekly' } },
  });
  await it.runOut(data.id);

  const [next] = (await it.agent.call(listBroadcasts, { query: { page: 1, limit: 10, running: 'true' } })).body.data;
  expect(next).toMatchObject({ status: 'scheduled', follows_id: data.id, audience: null });
  const days = (Date.parse(next?.starts_at ?? '') - it.deps.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(6.8);
  await it.says(one, { channel: 'text', kind: 'withdrawn', given_at: '2026-02-01T12:00:00Z' });
  await it.later(8 * 86_400_000);
  const ended = await it.runOut(next?.id ?? 0);
  expect(ended).toMatchObject({ status: 'done', audience: { matched: 1, recipients: 0 } });
  expect(it.line.taken).toHaveLength(1);
});

test('triggers that are off, of another kind, or do not repeat are refused', async () => {
  const [one = 0] = await many(1);
  const off = await trigger({ name: 'Off', enabled: false });
  const once = await trigger({ name: 'Once', recurrence: 'none' });
  const ask = (fields: object) => it.agent.call(sendBroadcastSms, { body: { ids: [one], send_now: true, ...fields } });

  expect((await ask({ campaign_trigger_id: off })).status).toBe(422);
  expect((await ask({ recurrence_campaign_trigger_id: once })).body).toMatchObject({
    error: 'This campaign trigger does not repeat.',
  });
  expect((await ask({})).body).toMatchObject({ error: 'Write the message first.' });
  expect(await it.sql('select from broadcasts')).toEqual([]);
});

test('a dry run says when who gets it and how many segments that takes, and sends nothing', async () => {
  const ids = await many(2);
  ids.push(
    await it.willing({ phone: '+18135559900', state: 'FL', city: 'Tampa' }),
    await it.willing({ first_name: '' }),
  );
  const { id } = await it.draft(ids);
  await it.write(id, { body: `Hi {{ first_name }}, ${'x'.repeat(150)}`, schedule: { kind: 'now' } });

  const { data } = (await it.agent.call(dryRunBroadcast, { params: { id } })).body;

  expect(data).toMatchObject({ recipients: 4, exact: true, now: 3, too_late: 0, segments: 6, faults: [] });
  expect(data.zones.map(({ zone, recipients }) => [zone, recipients])).toEqual([
    ['America/Chicago', 2],
    ['America/New_York', 1],
  ]);
  expect(data.empty_fields).toEqual([{ name: 'first_name', label: 'First name', recipients: 1 }]);
  expect(data.by_segments).toEqual([{ segments: 2, recipients: 3 }]);
  expect(await it.sql('select from text_messages')).toEqual([]);
});

test('a test goes to the sender alone', async () => {
  const { id } = await it.draft(await many(1));
  await it.write(id);
  await it.sql(`update users set phone = '(813) 555-0177' where id = $1`, [it.world.people.agent.id]);

  const { body } = await it.agent.call(sendTestSms, { body: { broadcast_id: id } });

  expect(body.data).toEqual({ to: '+18135550177', segments: 1 });
  const texts = await it.sql<{ recipient: string; body: string }>(
    'select recipient, body from outbox_texts order by id desc limit 1',
  );
  expect(texts).toEqual([{ recipient: '+18135550177', body: 'Hi Rosalind Reply STOP to opt out.' }]);
});
