import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordConsent, retractConsent } from '#contract/compliance.contract.ts';
import { showConversation } from '#contract/messages.contract.ts';
import { fetchMessages } from '#contract/messages/thread.contract.ts';
import { sendEmail } from '#contract/timeline/emails.contract.ts';
import { openTextDesk, OURS, type TextDesk } from './text-desk.ts';

let it: TextDesk;
beforeAll(async () => {
  it = await openTextDesk();
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.sql('truncate contact_activities, contact_emails, calls cascade');
  await it.clear();
});

const MINUTE = 60_000;
const startsAt = (minute: number) => new Date(it.deps.now().getTime() - 100 * MINUTE + minute * MINUTE);

async function addText(contact: number, minute: number, body: string): Promise<void> {
  await it.receive(body);
  await it.sql('update text_messages set created_at = $2 where contact_id = $1 and body = $3', [
    contact,
    startsAt(minute),
    body,
  ]);
}

const addMail = (contact: number, minute: number, subject: string) =>
  it.sql(
    `insert into contact_emails (account_id, contact_id, user_id, actor_id, direction, address, subject, body, status, at)
     select $1, $2, $3, $3, 'out', 'r@mail.test', $4, 'Side by side.', 'sent', $5`,
    [it.world.accountId, contact, it.world.people.agent.id, subject, startsAt(minute)],
  );

const addCall = (contact: number, minute: number, seconds: number) =>
  it.sql(
    `insert into contact_activities (account_id, contact_id, user_id, actor_id, type, body, at)
     values ($1, $2, $3, $3, 'call', $4, $5)`,
    [it.world.accountId, contact, it.world.people.agent.id, `Talked ${seconds} s`, startsAt(minute)],
  );

async function conversationOf(contact: number): Promise<number> {
  const { body } = await it.agent.call(showConversation, { query: { contact_id: contact } });
  return body.data.conversation?.id ?? 0;
}

type Said = { readonly at: string; readonly words: string };

/** Pages of a thread, each in its order of time. */
async function pagesOf(conversation: number, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const more: { cursor?: string } = cursor === null ? {} : { cursor };
    const answer = await it.agent.call(fetchMessages, { body: { conversation_id: conversation, limit, ...more } });
    const { data, lines, meta } = answer.body;
    const said: Said[] = [
      ...data.map((text) => ({ at: text.created_at, words: text.body })),
      ...lines.map(({ at, what }) => ({ at, words: what.of === 'mail' ? what.subject : what.of })),
    ];
    pages.push(said.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).map(({ words }) => words));
    cursor = meta.next_cursor;
  } while (cursor !== null && pages.length < 20);
  return pages;
}

test('calls and e-mails lie between the texts, and pages lose and repeat none', async () => {
  const contact = await it.contact();
  await addText(contact, 1, 'First');
  await addMail(contact, 2, 'Two plans');
  await addCall(contact, 3, 60);
  await addText(contact, 4, 'Second');
  await addMail(contact, 5, 'A third plan');
  const id = await conversationOf(contact);

  const all = ['A third plan', 'Second', 'activity', 'Two plans', 'First'];
  for (const limit of [1, 2, 3, 4, 5, 50]) {
    const pages = await pagesOf(id, limit);
    expect(pages.flat()).toEqual(all);
    expect(pages.every((page) => page.length <= limit)).toBe(true);
  }
});

test('so do many of the same instant', async () => {
  const contact = await it.contact();
  for (const name of ['a', 'b', 'c']) {
    await addText(contact, 1, `text ${name}`);
    await addMail(contact, 1, `mail ${name}`);
  }
  const id = await conversationOf(contact);
  for (const limit of [1, 2, 4]) {
    const said = (await pagesOf(id, limit)).flat();
    expect(said.toSorted()).toEqual(['mail a', 'mail b', 'mail c', 'text a', 'text b', 'text c']);
  }
});

test('a text that was refused, and the calls of somebody else, are not there', async () => {
  const contact = await it.contact();
  const other = await it.contact({ phone: '+15125550143' });
  await addText(contact, 1, 'First');
  await addMail(other, 2, 'For another');
  await it.sql(`update text_messages set status = 'refused' where body = 'First'`);
  await addText(contact, 3, 'Second');
  expect(await pagesOf(await conversationOf(contact), 50)).toEqual([['Second']]);
});

test('an unknown number has texts alone', async () => {
  await it.receive('Who is this?', { from: '+15125550199' });
  await it.receive('Hello?', { from: '+15125550199' });
  const [row] = await it.sql<{ id: number }>('select id from conversations where contact_id is null');
  expect((await pagesOf(row?.id ?? 0, 1)).flat()).toEqual(['Hello?', 'Who is this?']);
});

test('an open conversation is told of an e-mail', async () => {
  const contact = await it.contact({ email: 'rosalind@mail.test' });
  await it.receive('Hi');
  const id = await conversationOf(contact);
  await it.sql('truncate events');
  await it.agent.call(sendEmail, {
    params: { id: contact },
    body: { subject: 'Plans', body: 'x', purpose: 'service' },
  });
  const told = await it.sql<{ body: object }>(`select body from events where stream like 'conversation:%'`);
  expect(told.map(({ body }) => body)).toEqual([
    expect.objectContaining({ type: 'conversation.changed', conversation_id: id }),
    { type: 'lines.changed', conversation_id: id },
  ]);
});

test('opt-outs and consents recorded elsewhere are lines, one that a text says is its text', async () => {
  const contact = await it.contact({ email: 'rosalind@mail.test' });
  const other = await it.contact({ first_name: 'Emeka' }, 'peer');
  await it.receive('Hi');
  await it.send({ contact_id: other }, it.peer);
  const id = await conversationOf(contact);
  await it.sql('truncate events');
  await it.later(1_000);
  const said = {
    channel: 'call',
    kind: 'do_not_call',
    purpose: 'marketing',
    source: 'letter',
    evidence: 'Wrote to us.',
  };
  const recorded = await it.agent.call(recordConsent, { params: { id: contact }, body: said as never });
  expect(recorded.status).toBe(200);
  expect(await it.sql(`select from events where stream like 'conversation:${id}:%'`)).toHaveLength(1);
  await it.later(1_000);
  await it.receive('STOP', { to: OURS.agent });

  const linesOf = async (conversation: number, by = it.agent) =>
    (await by.call(fetchMessages, { body: { conversation_id: conversation } })).body.lines.map(({ what }) => what);
  const stopped = { of: 'consent', kind: 'withdrawn', channel: 'text', source: 'text' };
  expect(await linesOf(id)).toMatchObject([stopped, { of: 'consent', ...said, retracted: false }]);
  const shown = await it.peer.call(showConversation, { query: { contact_id: other } });
  // The text came to the conversation with the number that was used last.
  expect(await linesOf(shown.body.data.conversation?.id ?? 0, it.peer)).toEqual([]);

  await it.agent.call(retractConsent, { params: { id: contact, consentId: recorded.body.data.id ?? 0 } });
  expect(await linesOf(id)).toMatchObject([stopped, { retracted: true }]);
});

test('a cursor that is none is refused', async () => {
  const contact = await it.contact();
  await addText(contact, 1, 'First');
  const body = { conversation_id: await conversationOf(contact), cursor: 'x' };
  expect((await it.agent.call(fetchMessages, { body })).status).toBe(422);
});
