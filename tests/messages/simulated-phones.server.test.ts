import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchConversations } from '#contract/messages.contract.ts';
import { embeddedTextLine } from '../../server/adapters/texts/embedded-text-line.ts';
import type { TextLine } from '../../server/adapters/texts/text-line.ts';
import { playPhones } from '../../server/features/messages/simulated-phones.ts';
import { openTextDesk, OURS, type TextDesk } from './text-desk.ts';

let it: TextDesk;
beforeAll(async () => {
  let now = () => new Date();
  const line: TextLine = embeddedTextLine({ now: () => now() });
  it = await openTextDesk({ textLine: line, config: { appEnv: 'demo' } });
  now = it.deps.now;
});
afterAll(() => it.close());
beforeEach(() => it.clear());

/** Lets phones act until they have nothing to do. */
async function play(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await it.later(100_000);
    await it.work();
    await playPhones(it.deps);
  }
}

async function textTo(lastDigit: number): Promise<{ id: number; contact: number }> {
  const contact = await it.contact({ phone: `+1512555014${lastDigit}` });
  const { body } = await it.send({ contact_id: contact });
  await it.work();
  return { id: body.data.id, contact };
}

test('a phone gets a text, and its person answers once', async () => {
  const { id, contact } = await textTo(2);
  await play();
  expect(await it.text(id)).toMatchObject({ status: 'delivered' });
  expect((await it.texts(contact)).map(({ direction }) => direction)).toEqual(['in', 'out']);
  expect(await it.sql('select from simulated_texts')).toHaveLength(0);
});

test('a landline fails, with the reason', async () => {
  const { id } = await textTo(7);
  await play();
  expect(await it.text(id)).toMatchObject({
    status: 'failed',
    reason: 'The number is a landline, which takes no texts.',
  });
});

test('a phone out of reach gets the text later', async () => {
  const { id } = await textTo(5);
  await it.later(30_000);
  await playPhones(it.deps);
  expect(await it.text(id)).toMatchObject({ status: 'sent' });
  await play();
  expect(await it.text(id)).toMatchObject({ status: 'delivered' });
});

test('a person who answers STOP gets the confirmation and nothing after it', async () => {
  const { contact } = await textTo(8);
  await play();
  expect((await it.send({ contact_id: contact })).status).toBe(422);
  expect((await it.texts(contact)).map(({ automatic, body }) => automatic ?? body)).toEqual([
    'opt_out',
    'STOP',
    'Hi Rosalind',
  ]);
});

test('a person who asks in free words waits for a decision', async () => {
  await textTo(9);
  await play();
  expect((await it.agent.call(fetchConversations, { body: { filter: 'review' } })).body.data).toHaveLength(1);
});

test('a text to a colleague arrives at the colleague', async () => {
  const { status } = await it.send({ message_to: OURS.peer, message_content: 'Lunch?' });
  expect(status).toBe(200);
  await play();
  const { data } = (await it.peer.call(fetchConversations, { body: { filter: 'unread' } })).body;
  expect(data).toMatchObject([{ phone: OURS.agent, last: { body: 'Lunch?' } }]);
});
