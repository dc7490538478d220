import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readTimeline } from '#contract/timeline.contract.ts';
import type { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import { type MailDesk, openMailDesk, type SentMail } from './mail-desk.ts';

let it: MailDesk;
beforeAll(async () => {
  it = await openMailDesk();
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.sql('truncate events, contact_emails cascade');
});

let ids = 0;

/** An answer as a mail program writes it. */
const answer = (
  { mail }: Pick<SentMail, 'mail'>,
  {
    to = mail.replyTo?.address ?? '',
    id = `<a${(ids += 1)}@mail.test>`,
    headers = `In-Reply-To: ${mail.logged?.messageId}`,
    type = 'text/plain; charset=utf-8',
    body = 'Yes, please call me.',
  } = {},
): string => `From: Jane Doe <jane@home.test>
To: ${to}
Subject: Re: ${mail.subject}
Message-ID: ${id}
${headers}
Content-Type: ${type}

${body}
`;

const told = async (username = 'agent') =>
  (
    await it.sql<{ body: TextsBroadcast }>('select body from events where stream = $1 order by id', [
      `texts:${it.world.people[username as 'agent'].id}`,
    ])
  ).map(({ body }) => body);

test('an answer lands at the contact once, and who has the contact is told', async () => {
  const sent = await it.sent();
  expect(sent.mail).toMatchObject({
    replyTo: { name: 'Amy Agent', address: expect.stringMatching(/^r\+\d+\.[0-9a-f]{20}@reply\.harbor\.test$/) },
  });
  const raw = answer(sent);

  expect(await it.hand(raw)).toEqual([200, 'answer']);
  expect(await it.hand(raw)).toEqual([200, 'repeated']);

  expect(await it.logOf(sent.contactId)).toMatchObject([
    {
      direction: 'in',
      status: 'received',
      address: 'jane@home.test',
      subject: 'Re: Two plans',
      body: 'Yes, please call me.',
    },
    { direction: 'out', status: 'sent' },
  ]);
  const { body } = await it.agent.call(readTimeline, { params: { id: sent.contactId } });
  const shown = body.data.find(({ what }) => what.of === 'mail' && what.status === 'received');
  expect(shown).toMatchObject({ kind: 'mails', actor: null });
  expect(await told()).toMatchObject([{ type: 'mail.received', name: 'Jane', subject: 'Re: Two plans' }]);
});

test('an answer to another address is known by what it answers', async () => {
  const sent = await it.sent();
  const headers = `References: <other@mail.test>\n ${sent.mail.logged?.messageId}`;
  expect(await it.hand(answer(sent, { to: 'office@harbor.test', headers }))).toEqual([200, 'answer']);
  expect(await it.hand(answer(sent, { to: 'office@harbor.test', headers: 'X-Nothing: 1' }))).toEqual([404, 'unknown']);
});

test('the address that the mail server took it for counts before the headers', async () => {
  const [first, second] = [await it.sent(), await it.sent({ email: 'tom@mail.test' })];
  const recipient = second.mail.replyTo?.address ?? '';
  expect(await it.hand(answer(first), { recipient })).toEqual([200, 'answer']);
  expect(await it.logOf(second.contactId)).toMatchObject([{ direction: 'in' }, { direction: 'out' }]);
});

test('the next mail under the subject answers it in turn', async () => {
  const sent = await it.sent();
  await it.hand(answer(sent, { id: '<abc@mail.test>' }));
  const next = await it.sent({ contactId: sent.contactId, subject: 'Re: Two plans' });
  expect(next.mail.logged).toMatchObject({ inReplyTo: '<abc@mail.test>' });
  const other = await it.sent({ contactId: sent.contactId, subject: 'Your birthday' });
  expect(other.mail.logged).not.toHaveProperty('inReplyTo');
});

test('HTML keeps nothing that runs or loads', async () => {
  const sent = await it.sent();
  const body =
    '<p onclick="steal()">Call <b>me</b></p><script>steal()</script><img src="https://t.test/x.gif"><a href="javascript:x">x</a>';
  await it.hand(answer(sent, { type: 'text/html', body }));

  const [{ html } = { html: '' }] = await it.sql<{ html: string }>(
    `select html from contact_emails where direction = 'in'`,
  );
  expect(html?.trim()).toBe('<p>Call <strong>me</strong></p>x');
  expect((await it.logOf(sent.contactId))[0]?.body).toContain('Call me');
});

describe('its files', () => {
  const parts = (...files: [name: string, text: string][]) =>
    [
      '--part\nContent-Type: text/plain\n\nAs promised',
      ...files.map(
        ([name, text]) =>
          `--part\nContent-Type: application/octet-stream; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${Buffer.from(text).toString('base64')}`,
      ),
      '--part--',
    ].join('\n');
  const type = 'multipart/mixed; boundary="part"';
  const filesOf = (id: number) =>
    it.sql<{ name: string }>('select name, description from files where contact_id = $1 order by id', [id]);

  test('pass the checks of every upload, and the e-mail names those that do not', async () => {
    const sent = await it.sent();
    const body = parts(['list.txt', 'Metformin'], ['tool.zip', 'PK'], ['fake.pdf', 'no page']);
    expect(await it.hand(answer(sent, { type, body }))).toEqual([200, 'answer']);

    expect(await filesOf(sent.contactId)).toEqual([{ name: 'list.txt', description: 'Received by e-mail.' }]);
    const [mail] = await it.logOf(sent.contactId);
    expect(mail).toMatchObject({ body: 'As promised', status: 'received' });
    expect(mail?.reason).toMatch(/^Not kept: tool\.zip: ZIP files aren't accepted.* fake\.pdf: /);
  });

  test('are kept once', async () => {
    const sent = await it.sent();
    const raw = answer(sent, { type, body: parts(['list.txt', 'Metformin']) });
    await it.hand(raw);
    await it.hand(raw);
    expect(await filesOf(sent.contactId)).toHaveLength(1);
  });
});

test('an out-of-office note is kept and told to no one', async () => {
  const sent = await it.sent();
  await it.hand(answer(sent, { headers: 'Auto-Submitted: auto-replied' }));
  expect(await it.logOf(sent.contactId)).toHaveLength(2);
  expect(await told()).toEqual([]);
});

test('what comes to a return path and is no report is noise', async () => {
  const sent = await it.sent();
  expect(await it.hand(answer(sent, { to: sent.mail.logged?.returnPath ?? '' }))).toEqual([200, 'ignored']);
  expect(await it.logOf(sent.contactId)).toHaveLength(1);
});

test('a mail of nothing but nested parts is refused, not run out of memory with', async () => {
  const sent = await it.sent();
  const nested = Array.from(
    { length: 60 },
    (_, level) => `--p${level}\nContent-Type: multipart/mixed; boundary="p${level + 1}"\n\n`,
  );
  const raw = answer(sent, { type: 'multipart/mixed; boundary="p0"', body: nested.join('') });
  const [status, result] = await it.hand(raw);
  expect([status, result]).toEqual([422, 'unreadable']);
});
