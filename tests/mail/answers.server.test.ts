import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeConversation, countConversations, fetchConversations } from '#contract/messages.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import type { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import { bounce, DOMAIN, type MailDesk, openMailDesk, type SentMail } from './mail-desk.ts';
import { readKept } from '../../server/features/mail/inbound/keep-mail.ts';

let it: MailDesk;
beforeAll(async () => {
  it = await openMailDesk();
  await it.sql(`update users set wallet_feature_enabled = true, max_plus_plan = 'premium'`);
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.sql('truncate events, contact_emails, conversations cascade');
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
const announced = async (username = 'agent') => (await told(username)).filter(({ type }) => type === 'mail.received');

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
  expect(await announced()).toMatchObject([{ type: 'mail.received', name: 'Jane', subject: 'Re: Two plans' }]);
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
  expect(await announced()).toEqual([]);
});

test('what comes to a return path and is no report is noise', async () => {
  const sent = await it.sent();
  expect(await it.hand(answer(sent, { to: sent.mail.logged?.returnPath ?? '' }))).toEqual([200, 'ignored']);
  expect(await it.logOf(sent.contactId)).toHaveLength(1);
});

test('a mail of nothing but nested parts runs no one out of memory, and is kept for a person to look at', async () => {
  const sent = await it.sent();
  const nested = Array.from(
    { length: 60 },
    (_, level) => `--p${level}\nContent-Type: multipart/mixed; boundary="p${level + 1}"\n\n`,
  );
  const raw = answer(sent, { type: 'multipart/mixed; boundary="p0"', body: nested.join('') });
  await expect(it.hand(raw)).rejects.toThrow("The mail can't be read");
  expect(await it.sql('select from received_mails')).toHaveLength(1);
  await it.sql('delete from received_mails');
});

describe('in the list of conversations', () => {
  const listed = async (contactId: number) =>
    (await it.agent.call(fetchConversations, { body: { filter: 'open' } })).body.data.filter(
      ({ contact }) => contact?.id === contactId,
    );

  test('an e-mail begins a conversation, and its answer is unread and opens it again', async () => {
    const sent = await it.sent();
    const [begun] = await listed(sent.contactId);
    expect(begun).toMatchObject({ phone: '', unread: 0, line: { of: 'mail', direction: 'out', subject: 'Two plans' } });
    const before = (await it.agent.call(countConversations, { body: {} })).body.data;
    await it.agent.call(closeConversation, { body: { conversation_id: begun?.id ?? 0 } });
    await it.later(60_000);

    const raw = answer(sent);
    await it.hand(raw);
    await it.hand(raw);
    expect(await listed(sent.contactId)).toMatchObject([
      { unread: 1, line: { of: 'mail', direction: 'in', subject: 'Re: Two plans' } },
    ]);
    const { unread, waiting } = (await it.agent.call(countConversations, { body: {} })).body.data;
    expect([unread, waiting]).toEqual([before.unread + 1, before.waiting - 1]);
    expect(await told()).toContainEqual(expect.objectContaining({ type: 'conversation.changed' }));
  });

  test('an out-of-office note is not unread', async () => {
    const sent = await it.sent();
    await it.hand(answer(sent, { headers: 'Auto-Submitted: auto-replied' }));
    expect(await listed(sent.contactId)).toMatchObject([{ unread: 0, line: { direction: 'in' } }]);
  });

  test('one that came back has failed', async () => {
    const sent = await it.sent();
    await it.hand(bounce(sent));
    const failed = await it.agent.call(fetchConversations, { body: { filter: 'failed' } });
    expect(failed.body.data).toMatchObject([{ contact: { id: sent.contactId }, line: { failed: true } }]);
  });
});

describe('a mail that waits to be read', () => {
  const waiting = () => it.sql<{ id: number; file_key: string }>('select id, file_key from received_mails');
  const readAll = async () => {
    const read: unknown[] = [];
    for (const { id: receivedId } of await waiting())
      read.push(await readKept(it.deps, { accountId: it.world.accountId, receivedId }));
    return read;
  };

  test('is one, however often it is handed over, and its bytes go once it is read', async () => {
    const sent = await it.sent();
    const raw = answer(sent);
    expect(await it.hand(raw, { read: false })).toEqual([200, 'taken']);
    expect(await it.hand(raw, { read: false })).toEqual([200, 'taken']);
    const [row] = await waiting();

    expect(await it.logOf(sent.contactId)).toHaveLength(1);
    expect(await readAll()).toEqual(['answer']);
    expect(await it.logOf(sent.contactId)).toHaveLength(2);
    expect(await waiting()).toEqual([]);
    await expect(it.deps.storage.open(row?.file_key ?? '')).rejects.toThrow();
  });

  test('is read again when the process died before it noted the end, and changes nothing twice', async () => {
    const sent = await it.sent();
    const raw = answer(sent);
    await it.hand(raw);
    await it.hand(raw, { read: false });

    expect(await readAll()).toEqual(['repeated']);
    expect(await it.logOf(sent.contactId)).toHaveLength(2);
  });

  test('stays while the storage is away', async () => {
    const sent = await it.sent();
    await it.hand(answer(sent), { read: false });
    const { open } = it.deps.storage;
    Object.assign(it.deps.storage, { open: () => Promise.reject(new Error('away')) });

    await expect(readAll()).rejects.toThrow('away');
    Object.assign(it.deps.storage, { open });
    expect(await readAll()).toEqual(['answer']);
  });
});

test('what has no header is no mail', async () =>
  expect(await it.hand('Hello\nthere', { recipient: 'x@reply.harbor.test' })).toEqual([422, 'unreadable']));

test.each([
  ['the receiving server vouches', `Authentication-Results: ${DOMAIN}; dmarc=pass\n`, true],
  ['it does not', `Authentication-Results: ${DOMAIN}; dmarc=fail\n`, false],
  [
    'only the sender vouches',
    `Authentication-Results: ${DOMAIN}; dmarc=fail\nAuthentication-Results: ${DOMAIN}; dmarc=pass\n`,
    false,
  ],
  ['there are no results', '', false],
])('the sender of an answer is verified where %s: %j', async (_, header, verified) => {
  const sent = await it.sent();
  await it.hand(`${header}${answer(sent)}`);

  expect(await it.logOf(sent.contactId)).toContainEqual(
    expect.objectContaining({ status: 'received', sender_verified: verified }),
  );
});
