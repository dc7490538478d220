import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordConsent } from '#contract/compliance.contract.ts';
import {
  cancelMessage,
  fetchConversations,
  saveDraft,
  sendMessageAgain,
  showConversation,
} from '#contract/messages.contract.ts';
import { TextPostponed, TextRefused } from '../../server/adapters/texts/text-line.ts';
import { settleUnanswered } from '../../server/features/messages/messages.jobs.ts';
import { openTextDesk, OURS, ROSALIND, type TextDesk } from './text-desk.ts';

let it: TextDesk;
beforeAll(async () => {
  it = await openTextDesk();
});
afterAll(() => it.close());
beforeEach(() => it.clear());

test('a text to a contact is queued, sent and delivered, in one conversation', async () => {
  const id = await it.contact();
  const { status, body } = await it.send({ contact_id: id, message_content: 'Hi {{ first_name }}' });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    status: 'queued',
    body: 'Hi Rosalind',
    from: OURS.agent,
    to: ROSALIND,
    segments: 1,
  });
  await it.work();
  expect(it.line.taken).toMatchObject([{ from: OURS.agent, to: ROSALIND, body: 'Hi Rosalind' }]);
  expect(await it.text(body.data.id)).toMatchObject({ status: 'sent' });
  await it.told(body.data.id, 'delivered');
  const [text] = await it.texts(id);
  expect(text).toMatchObject({ status: 'delivered', decision: { allowed: true, channel: 'text' } });
  const list = (await it.agent.call(fetchConversations, { body: {} })).body.data;
  expect(list).toMatchObject([
    { contact: { id, name: 'Rosalind Okafor' }, last: { body: 'Hi Rosalind', status: 'delivered' } },
  ]);
  await it.send({ contact_id: id });
  expect((await it.agent.call(fetchConversations, { body: {} })).body.data).toHaveLength(1);
});

test('a text with an empty field does not go, and names the field', async () => {
  const id = await it.contact({ city: '' });
  const { status, body } = await it.send({ contact_id: id, message_content: 'From {{ city }}' });
  expect(status).toBe(422);
  expect(body).toMatchObject({
    errors: { message_content: ['Empty for this contact: City. Fill it in, or remove the field.'] },
  });
  expect(await it.sql('select from text_messages')).toHaveLength(0);
});

test('one who has opted out gets nothing, and the refusal is kept with its evidence', async () => {
  const id = await it.contact();
  await it.agent.call(recordConsent, {
    params: { id },
    body: { channel: 'text', kind: 'withdrawn', evidence: 'Said so on the phone.' },
  });
  const { status, body } = await it.send({ contact_id: id });
  expect(status).toBe(422);
  expect(body).toMatchObject({ error: expect.stringContaining('They asked not to be texted') });
  await it.work();
  expect(it.line.taken).toHaveLength(0);
  const kept = await it.sql<{ status: string; decision: { reason: string } }>(
    'select status, decision from text_messages',
  );
  expect(kept).toMatchObject([{ status: 'refused', decision: { reason: 'withdrawn', allowed: false } }]);
  expect(await it.sql('select from contact_decisions where not allowed')).toHaveLength(1);
  expect(await it.texts(id)).toEqual([]);
});

describe('outside of the hours at their place', () => {
  // Noon in Chicago: 11 hours later it is 11 PM.
  const NIGHT = 11 * 3_600_000;

  test('a text waits until the morning, says so, and goes then', async () => {
    const id = await it.contact();
    await it.later(NIGHT);
    const { body } = await it.send({ contact_id: id });
    expect(body.data).toMatchObject({ status: 'held' });
    expect(body.data.reason).toMatch(/^Held until Thursday 9:00 AM CT\. It's 11:00 PM where they live/);
    await it.work();
    expect(it.line.taken).toHaveLength(0);
    await it.later(Date.parse(body.data.held_until ?? '') - it.deps.now().getTime());
    await it.work();
    expect(it.line.taken).toHaveLength(1);
  });

  test('a held text is asked about again: an opt-out in between cancels it', async () => {
    const id = await it.contact();
    const { body } = await it.send({
      contact_id: id,
      send_at: new Date(it.deps.now().getTime() + 30 * 60_000).toISOString(),
    });
    expect(body.data.status).toBe('held');
    await it.receive('STOP');
    expect(await it.text(body.data.id)).toMatchObject({ status: 'canceled', reason: 'They opted out of texts.' });
    await it.later(3_600_000);
    await it.work();
    // The confirmation alone.
    expect(it.line.taken.map(({ body: said }) => said)).toEqual([expect.stringContaining("You're opted out")]);
  });

  test.each([
    ["phone = '+15125550188'", 'Not sent. This contact has another number now.'],
    ['deleted_at = now()', 'Not sent. This contact was deleted.'],
  ])('a held text does not go after %s', async (set, reason) => {
    const id = await it.contact();
    const at = new Date(it.deps.now().getTime() + 600_000).toISOString();
    const { body } = await it.send({ contact_id: id, send_at: at });
    await it.sql(`update contacts set ${set} where id = $1`, [id]);
    await it.later(600_000);
    await it.work();
    expect(it.line.taken).toHaveLength(0);
    expect(await it.text(body.data.id)).toMatchObject({ status: 'canceled', reason });
  });

  test('it can be canceled before it goes', async () => {
    const id = await it.contact();
    const at = new Date(it.deps.now().getTime() + 600_000).toISOString();
    const { body } = await it.send({ contact_id: id, send_at: at });
    const canceled = await it.agent.call(cancelMessage, { body: { message_id: body.data.id } });
    expect(canceled.body.data).toMatchObject({ status: 'canceled' });
    expect((await it.agent.call(cancelMessage, { body: { message_id: body.data.id } })).status).toBe(409);
  });
});

describe('a carrier', () => {
  test('that refuses says why, and the text can be sent again', async () => {
    const id = await it.contact();
    const { body } = await it.send({ contact_id: id });
    it.line.next.push(() => {
      throw new TextRefused(30_006, 'The number is a landline, which takes no texts.');
    });
    await it.work();
    expect(await it.text(body.data.id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('landline'),
    });
    const failed = (await it.agent.call(fetchConversations, { body: { filter: 'failed' } })).body.data;
    expect(failed).toHaveLength(1);
    const again = await it.agent.call(sendMessageAgain, { body: { message_id: body.data.id } });
    expect(again.body.data).toMatchObject({ status: 'queued', body: 'Hi Rosalind' });
    await it.work();
    expect(it.line.taken).toHaveLength(1);
  });

  test('that knows an opt-out makes it ours', async () => {
    const id = await it.contact();
    await it.send({ contact_id: id });
    it.line.next.push(() => {
      throw new TextRefused(21_610, 'They opted out of texts at the carrier.', true);
    });
    await it.work();
    expect((await it.send({ contact_id: id })).status).toBe(422);
  });

  test('that is busy gets the text later', async () => {
    const id = await it.contact();
    const { body } = await it.send({ contact_id: id });
    it.line.next.push(() => {
      throw new TextPostponed('busy');
    });
    await expect(it.work()).rejects.toThrow('busy');
    expect(await it.text(body.data.id)).toMatchObject({ status: 'queued' });
    await it.work();
    expect(it.line.taken).toHaveLength(1);
  });

  test('whose answer is lost is asked, and the text is not sent twice', async () => {
    const id = await it.contact();
    const { body } = await it.send({ contact_id: id });
    it.line.next.push(() => {
      it.line.taken.push({ id: body.data.id } as never);
      throw new Error('socket hang up');
    });
    await it.work();
    expect(await it.text(body.data.id)).toMatchObject({ status: 'unconfirmed' });
    await it.work();
    await it.settle(body.data.id);
    expect(await it.text(body.data.id)).toMatchObject({ status: 'sent', sid: `SM${body.data.id}` });
    await it.work();
    expect(it.line.taken).toHaveLength(1);
  });

  test('that never got a text gets it once it is certain', async () => {
    const id = await it.contact();
    const { body } = await it.send({ contact_id: id });
    it.line.next.push(() => {
      throw new Error('socket hang up');
    });
    await it.work();
    await it.later(60_000);
    await it.settle(body.data.id);
    expect(await it.text(body.data.id)).toMatchObject({ status: 'unconfirmed' });
    await it.later(600_000);
    await it.settle(body.data.id);
    await it.work();
    expect(it.line.taken).toHaveLength(1);
    expect(await it.text(body.data.id)).toMatchObject({ status: 'sent' });
  });

  test('tells late, twice and out of order, and the text stays where it is', async () => {
    const id = await it.contact();
    const { body } = await it.send({ contact_id: id });
    await it.work();
    for (const status of ['delivered', 'sent', 'delivered', 'failed'] as const) await it.told(body.data.id, status);
    expect(await it.text(body.data.id)).toMatchObject({ status: 'delivered', reason: '' });
  });
});

test('a draft survives, is the writer’s own, and goes with the text', async () => {
  const id = await it.contact();
  const saved = await it.agent.call(saveDraft, { body: { contact_id: id, body: 'Hi Ros' } });
  expect(saved.status).toBe(200);
  const shown = await it.agent.call(showConversation, { query: { contact_id: id } });
  expect(shown.body.data).toMatchObject({
    draft: 'Hi Ros',
    conversation: { last: null },
    from: [{ number: OURS.agent }],
  });
  const others = await it.manager.call(showConversation, { query: { contact_id: id } });
  expect(others.body.data.draft).toBe('');
  await it.send({ contact_id: id });
  expect((await it.agent.call(showConversation, { query: { contact_id: id } })).body.data.draft).toBe('');
});

test('the same request twice is one text', async () => {
  const id = await it.contact();
  const headers = { 'idempotency-key': 'once-and-for-all' };
  const { sendMessage } = await import('#contract/messages.contract.ts');
  const body = { contact_id: id, message_content: 'Hi' };
  const first = await it.agent.call(sendMessage, { body, headers });
  const second = await it.agent.call(sendMessage, { body, headers });
  expect(second.body).toEqual(first.body);
  expect(await it.sql('select from text_messages')).toHaveLength(1);
});

test('a text that cannot be looked up holds up no other', async () => {
  const lost = () => Promise.reject(new Error('no answer'));
  it.line.next = [lost, lost];
  const first = await it.send({ contact_id: await it.contact() });
  const second = await it.send({ contact_id: await it.contact({ phone: '+15125550143' }) });
  await it.work();
  await it.later(60_000);
  const find: typeof it.line.find = (_tx, { id }) =>
    id === first.body.data.id ? lost() : Promise.resolve({ sid: `SM${id}`, status: 'sent', code: null, reason: '' });

  await settleUnanswered({ ...it.deps, textLine: { ...it.line, find } });

  expect((await it.text(first.body.data.id)).status).toBe('unconfirmed');
  expect((await it.text(second.body.data.id)).status).toBe('sent');
});
