import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addComplianceRule } from '#contract/compliance.contract.ts';
import { listRecipients, openSmsGroup, sendBroadcastSms, updateBroadcast } from '#contract/broadcasts.contract.ts';
import { startSequence } from '#contract/sequences.contract.ts';
import { broadcastsJobs } from '../../server/features/broadcasts/broadcasts.jobs.ts';
import { openSequenceDesk, type SequenceDesk } from '../sequences/sequence-desk.ts';

const HOUR = 3_600_000;

let it: SequenceDesk;
beforeAll(async () => {
  it = await openSequenceDesk();
  const limit = {
    rule: 'daily_limit',
    jurisdiction: 'US',
    purpose: 'automated',
    value: { messages: 1 },
    title: 'One campaign message a day',
    source: 'Our agency',
    starts_on: it.deps.now().toISOString().slice(0, 10),
  } as const;
  const { status, body } = await it.admin.call(addComplianceRule, { body: limit });
  if (status !== 200) throw new Error(JSON.stringify(body));
});
afterEach(async () => {
  await it.clear();
  await it.sql('truncate broadcasts, broadcast_recipients, text_lanes cascade');
});
afterAll(() => it.close());

async function broadcast(contactId: number): Promise<number> {
  const { id } = (await it.agent.call(openSmsGroup, { body: { selection: { ids: [contactId] } } })).body.data;
  await it.agent.call(updateBroadcast, { params: { id }, body: { body: 'News' } });
  const { status, body } = await it.agent.call(sendBroadcastSms, { body: { broadcast_id: id, send_now: true } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return id;
}
const run = (broadcastId: number) =>
  broadcastsJobs(it.deps)['broadcasts.run'](
    { accountId: it.world.accountId, broadcastId },
    new AbortController().signal,
  );
const recipientOf = async (id: number) =>
  (await it.agent.call(listRecipients, { params: { id }, query: { page: 1, limit: 5 } })).body.data[0];
const start = (id: number, triggerId: number) =>
  it.agent.call(startSequence, { params: { id }, body: { campaign_trigger_id: triggerId } });

test('a broadcast leaves out who got a message of a campaign that day, and keeps the decision', async () => {
  const id = await it.willing();
  await start(id, await it.trigger({ show_on_bulk: true }));
  await it.run();
  await it.work();
  const sent = await broadcast(id);
  await run(sent);

  expect(await recipientOf(sent)).toMatchObject({
    outcome: 'held_back',
    reason: 'daily_limit',
    detail: 'They got 1 campaign message today, as many as are allowed.',
    decision: { rule: { title: 'One campaign message a day' }, evidence: { messages: [{ channel: 'text' }] } },
  });
  const kept = await it.sql(`select reason, evidence from contact_decisions where reason = 'daily_limit'`);
  expect(kept).toMatchObject([{ evidence: { messages: [{ channel: 'text' }] } }]);
});

test('a sequence waits until 10 AM of the next day, and then sends', async () => {
  const id = await it.willing();
  await run(await broadcast(id));
  await start(id, await it.trigger({ show_on_bulk: true }));
  await it.run();

  const [held] = await it.enrollments();
  expect(held).toMatchObject({
    status: 'held',
    step: 0,
    note: expect.stringMatching(/^Held until \w+ 10:00 AM CT\. They got 1/),
  });
  await it.later((held?.due_at?.getTime() ?? 0) - it.deps.now().getTime());
  await it.run();
  await it.work();
  expect(it.line.taken).toHaveLength(2);
});

test('a text does not count against itself when it is handed over', async () => {
  const id = await it.willing();
  await start(id, await it.trigger({ show_on_bulk: true }));
  await it.run();
  await it.work();
  expect(it.line.taken).toHaveLength(1);
});

test('two broadcasts at the same moment send one message', async () => {
  const id = await it.willing();
  const both = [await broadcast(id), await broadcast(id)];
  await Promise.all(both.map(run));

  expect(it.line.taken).toHaveLength(1);
  const outcomes = await Promise.all(both.map(async (one) => (await recipientOf(one))?.outcome));
  expect(new Set(outcomes)).toEqual(new Set(['held_back', 'sent']));
});

test('a text that a person writes is neither limited nor counted', async () => {
  const id = await it.willing();
  await it.send({ contact_id: id });
  await it.send({ contact_id: id });
  await it.later(HOUR);
  await run(await broadcast(id));
  await it.work();
  expect(it.line.taken).toHaveLength(3);
});
