import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listQuietJobs, quietJobs } from '#contract/failed-jobs.contract.ts';
import { openTextDesk, type TextDesk } from '../messages/text-desk.ts';

let it: TextDesk;
beforeAll(async () => {
  it = await openTextDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const stop = async (client = it.admin) => (await client.call(quietJobs, {})).body.data;
const counts = async () => (await it.admin.call(listQuietJobs)).body.data;
const inAnHour = () => new Date(it.deps.now().getTime() + 60 * 60_000).toISOString();

test('stops texts that wait, also planned ones, and says so at each; none of them leaves later', async () => {
  const id = await it.contact();
  const sent = await it.send({ contact_id: id, message_content: 'Sent' });
  await it.work();
  const planned = await it.send({ contact_id: id, message_content: 'Planned', send_at: inAnHour() });
  const queued = await it.send({ contact_id: id, message_content: 'Queued' });
  expect(await counts()).toEqual({ waiting: 2, leaving: 0 });

  expect([await stop(), await stop()]).toEqual([
    { stopped: 2, waiting: 0, leaving: 0 },
    { stopped: 0, waiting: 0, leaving: 0 },
  ]);
  await it.later(2 * 60 * 60_000);
  await it.work();

  expect(it.line.taken.map(({ body }) => body)).toEqual(['Sent']);
  expect((await it.text(sent.body.data.id)).status).toBe('sent');
  for (const { body } of [planned, queued]) {
    const { status, reason } = await it.text(body.data.id);
    expect([status, reason]).toEqual(['canceled', expect.stringMatching(/^Stopped by .+ before it was sent\.$/u)]);
  }
  expect(await it.sql(`select detail from audit_log where action = 'sends.stopped'`)).toEqual([
    { detail: { texts: 2 } },
  ]);
});

test('leaves a text that the carrier is being asked to take', async () => {
  const { body } = await it.send({ contact_id: await it.contact() });
  await it.sql(`update text_messages set status = 'sending' where id = $1`, [body.data.id]);

  expect(await stop()).toEqual({ stopped: 0, waiting: 0, leaving: 1 });
});

test('leaves the texts of other accounts', async () => {
  const { body } = await it.send({ contact_id: await it.contact(), send_at: inAnHour() });

  expect(await stop(await it.signIn('stranger'))).toEqual({ stopped: 0, waiting: 0, leaving: 0 });

  expect((await it.text(body.data.id)).status).toBe('held');
});
