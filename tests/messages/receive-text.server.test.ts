import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mergeContacts, undoMerge } from '#contract/duplicates.contract.ts';
import { listConsents, readContactability } from '#contract/compliance.contract.ts';
import {
  answerRevocation,
  assignConversation,
  attachConversation,
  closeConversation,
  countConversations,
  fetchConversations,
  readConversation,
  updatePermission,
} from '#contract/messages.contract.ts';
import { fetchMessages } from '#contract/messages/thread.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { openTextDesk, OURS, ROSALIND, type TextDesk } from './text-desk.ts';

let it: TextDesk;
beforeAll(async () => {
  it = await openTextDesk();
});
afterAll(() => it.close());
beforeEach(() => it.clear());

const listed = async (filter: 'open' | 'unread' | 'review' | 'opted_out' | 'closed' = 'open') =>
  (await it.agent.call(fetchConversations, { body: { filter } })).body.data;

test('a text from a contact is unread in their conversation, and tells who answers', async () => {
  const id = await it.contact();
  expect(await it.receive('4:30 is fine.', { sid: 'SM1' })).toBe(true);
  // The carrier repeats itself.
  await it.receive('4:30 is fine.', { sid: 'SM1' });
  const [conversation] = await listed('unread');
  expect(conversation).toMatchObject({ contact: { id }, unread: 1, last: { direction: 'in', body: '4:30 is fine.' } });
  const news = (await it.broadcasts('agent')).filter(({ type }) => type === 'text.received');
  expect(news).toMatchObject([{ phone: ROSALIND, name: 'Rosalind Okafor', contact_id: id, body: '4:30 is fine.' }]);
  const read = { conversation_id: conversation?.id ?? 0 };
  // Looking in does not take it from who answers.
  expect((await it.manager.call(readConversation, { body: read })).body.data.unread).toBe(1);
  expect((await it.agent.call(readConversation, { body: read })).body.data.unread).toBe(0);
  expect(await listed('unread')).toEqual([]);
});

test('STOP stops texts to everyone with the number, now and later, and is confirmed once', async () => {
  const first = await it.contact();
  const second = await it.contact({ first_name: 'Emeka', phone: '+15125550199', phone_2: ROSALIND }, 'peer');
  await it.receive(' Stop! ');
  await it.receive('STOP');
  await it.work();
  expect(it.line.taken.map(({ body }) => body)).toEqual([
    "Harbor Insurance: You're opted out and won't get any more texts from us. Reply START to get them again.",
  ]);
  const later = await it.contact({ first_name: 'New' });
  for (const [contact, by] of [
    [first, it.agent],
    [second, it.peer],
    [later, it.agent],
  ] as const) {
    const sent = await it.send({ contact_id: contact, message_to: ROSALIND }, by);
    expect(sent.status).toBe(422);
  }
  expect(await it.agent.call(listConsents, { params: { id: first } })).toMatchObject({
    body: { data: [{ channel: 'text', kind: 'withdrawn', purpose: 'any', source: 'text', user: null }, {}] },
  });
  expect(await listed('opted_out')).toMatchObject([{ contact: { id: first } }]);
});

test('START brings texts back, and YES is an answer like any other before', async () => {
  const id = await it.contact();
  await it.receive('YES');
  await it.work();
  expect(it.line.taken).toHaveLength(0);
  await it.receive('ALTO');
  await it.later(1_000);
  await it.receive('Sí');
  await it.later(1_000);
  await it.work();
  expect(it.line.taken.map(({ body }) => body.slice(0, 40))).toEqual([
    'Harbor Insurance: No recibirá más mensaj',
    'Harbor Insurance: Recibirá nuestros mens',
  ]);
  expect((await it.send({ contact_id: id })).status).toBe(200);
  expect(await listed('opted_out')).toEqual([]);
});

test('HELP is answered, also after an opt-out', async () => {
  await it.contact();
  await it.receive('STOP');
  await it.receive('HELP?');
  await it.work();
  expect(it.line.taken.at(-1)?.body).toContain('Your insurance agent texts you from this number');
});

test('a wish in free words waits for a person, who makes it an opt-out', async () => {
  const id = await it.contact();
  await it.receive('Please stop texting me');
  const [conversation] = await listed('review');
  expect(conversation).toMatchObject({ contact: { id }, review: { body: 'Please stop texting me' } });
  expect((await it.send({ contact_id: id })).status).toBe(200);
  const answered = await it.agent.call(answerRevocation, {
    body: { conversation_id: conversation?.id ?? 0, opted_out: true },
  });
  expect(answered.body.data).toMatchObject({ review: null, opted_out_at: expect.any(String) });
  expect((await it.send({ contact_id: id })).status).toBe(422);
  await it.work();
  expect(it.line.taken).toHaveLength(0);
});

test('an unknown sender has a conversation, and becomes a contact with it', async () => {
  await it.receive('Hello, who is this?', { from: '+15125550177', media: ['Messages/MM1/Media/ME1'] });
  const [stranger] = await listed();
  expect(stranger).toMatchObject({ contact: null, phone: '+15125550177', unread: 1 });
  const reply = await it.send({ conversation_id: stranger?.id ?? 0, message_content: 'Dana from Harbor' });
  expect(reply.body.data).toMatchObject({ to: '+15125550177', status: 'queued' });
  const id = await it.contact({ phone: '+15125550177' });
  const attached = await it.agent.call(attachConversation, {
    body: { conversation_id: stranger?.id ?? 0, contact_id: id },
  });
  expect(attached.body.data).toMatchObject({ contact: { id } });
  expect(await it.texts(id)).toMatchObject([
    { body: 'Dana from Harbor' },
    { body: 'Hello, who is this?', attachments: [{ state: 'loading' }] },
  ]);
});

test('an unknown number joins the conversation that its contact has', async () => {
  const id = await it.contact();
  await it.send({ contact_id: id });
  await it.receive('It is me from work', { from: '+15125550177' });
  const stranger = (await listed()).find(({ contact }) => contact === null);
  await it.agent.call(attachConversation, { body: { conversation_id: stranger?.id ?? 0, contact_id: id } });
  expect(await listed()).toMatchObject([{ contact: { id }, unread: 1, last: { body: 'It is me from work' } }]);
  expect(await it.texts(id)).toHaveLength(2);
});

test('an opt-out of an unknown number counts for the contact that it becomes', async () => {
  await it.receive('STOP', { from: '+15125550177' });
  const id = await it.contact({ phone: '+15125550177' });
  expect((await it.send({ contact_id: id })).status).toBe(422);
  const { data } = (await it.agent.call(readContactability, { params: { id } })).body;
  expect(data.find(({ channel, purpose }) => channel === 'text' && purpose === 'service')).toMatchObject({
    allowed: false,
    reason: 'withdrawn',
  });
  // Consent on paper takes the word of the number back.
  await it.later(60_000);
  const body = { contact_id: id, permission: 'allowed', evidence: 'Signed the form today.' } as const;
  expect((await it.agent.call(updatePermission, { body })).status).toBe(200);
  await it.later(60_000);
  expect((await it.send({ contact_id: id })).status).toBe(200);
});

test('a text to nobody’s number is not taken', async () => {
  expect(await it.receive('Hi', { to: '+15125550000' })).toBe(false);
});

test('a conversation is given to another, closed, and opened by the next text', async () => {
  const id = await it.contact();
  await it.send({ contact_id: id });
  const [conversation] = await listed();
  const of = { conversation_id: conversation?.id ?? 0 };
  const { peer, manager, outsider } = it.world.people;
  for (const user of [peer, outsider]) {
    const refused = await it.agent.call(assignConversation, { body: { ...of, user_id: user.id } });
    expect(refused.status).toBe(422);
  }
  const given = await it.manager.call(assignConversation, { body: { ...of, user_id: manager.id } });
  expect(given.body.data.user).toMatchObject({ id: manager.id });
  expect(await listed()).toEqual([]);
  await it.manager.call(closeConversation, { body: of });
  expect((await it.manager.call(countConversations, { body: { whose: 'mine' } })).body.data).toMatchObject({
    open: 0,
    closed: 1,
  });
  await it.receive('One more thing');
  expect((await it.manager.call(countConversations, { body: { whose: 'mine' } })).body.data).toMatchObject({
    open: 1,
    unread: 1,
    closed: 0,
  });
  expect((await it.broadcasts('manager')).some(({ type }) => type === 'text.received')).toBe(true);
});

test('pages follow each other without a gap, also where texts come in between', async () => {
  for (let one = 0; one < 7; one += 1) {
    const phone = `+1512555010${one}`;
    await it.contact({ first_name: `C${one}`, phone });
    await it.receive(`Text ${one}`, { from: phone });
    it.advance(1);
  }
  const seen: (string | undefined)[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const { data, meta } = (await it.agent.call(fetchConversations, { body: { limit: 3, ...(cursor && { cursor }) } }))
      .body;
    seen.push(...data.map(({ last }) => last?.body));
    cursor = meta.next_cursor;
  }
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((one) => `Text ${one}`));
  const found = await it.agent.call(fetchConversations, { body: { q: 'text 4' } });
  expect(found.body.data).toMatchObject([{ contact: { name: 'C4 Okafor' } }]);
  const byName = await it.agent.call(fetchConversations, { body: { q: 'c5' } });
  expect(byName.body.data).toMatchObject([{ last: { body: 'Text 5' } }]);
  const [first] = found.body.data;
  const page = await it.agent.call(fetchMessages, { body: { conversation_id: first?.id ?? 0, limit: 1 } });
  expect(page.body.meta.next_cursor).toBeNull();
  expect((await it.agent.call(fetchConversations, { body: { cursor: 'x' } })).status).toBe(422);
});

test('a contact that is transferred takes its conversation along, and a deleted one hides it', async () => {
  const id = await it.contact();
  await it.send({ contact_id: id });
  await it.sql('update contacts set owner_id = $2 where id = $1', [id, it.world.people.peer.id]);
  expect(await listed()).toEqual([]);
  const theirs = async () => (await it.peer.call(fetchConversations, { body: {} })).body.data;
  expect(await theirs()).toMatchObject([{ contact: { id }, user: { id: it.world.people.peer.id } }]);
  await it.sql('update contacts set deleted_at = now() where id = $1', [id]);
  expect(await theirs()).toEqual([]);
  expect(OURS.peer).toMatch(/^\+1/);
});

test('a merge brings the texts of both into one conversation, and its undo returns them', async () => {
  const first = await it.contact();
  const second = await it.contact({ first_name: 'Rosa', phone: '+15125550178' });
  await it.send({ contact_id: second, message_content: 'To Rosa' });
  await it.receive('From Rosa', { from: '+15125550178' });
  const merged = await it.admin.call(mergeContacts, { body: { ids: [first, second], survivor_id: first } });
  expect(merged.status).toBe(200);
  expect(await listed()).toMatchObject([{ contact: { id: first }, unread: 1, last: { body: 'From Rosa' } }]);
  expect((await it.texts(first)).map(({ body }) => body)).toEqual(['From Rosa', 'To Rosa']);
  const [merge] = await it.sql<{ id: number }>('select max(id) as id from merges');
  await it.admin.call(undoMerge, { params: { id: merge?.id ?? 0 } });
  expect((await it.texts(second)).map(({ body }) => body)).toEqual(['From Rosa', 'To Rosa']);
  expect(await it.texts(first)).toEqual([]);
});

test('texts are entries of the timeline of their contact, each once', async () => {
  const id = await it.contact();
  await it.send({ contact_id: id });
  await it.later(1_000);
  await it.receive('Yes please');
  const { data } = (await it.agent.call(readTimeline, { params: { id }, query: { kind: 'texts' } })).body;
  expect(data.map(({ what, actor }) => [what, actor?.name ?? null])).toMatchObject([
    [{ of: 'text', direction: 'in', body: 'Yes please' }, null],
    [{ of: 'text', direction: 'out', body: 'Hi Rosalind', status: 'queued' }, 'Amy Agent'],
  ]);
});
