import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendEmail } from '#contract/timeline/emails.contract.ts';
import { readContactability } from '#contract/compliance.contract.ts';
import { bounce, complaint, type MailDesk, openMailDesk } from './mail-desk.ts';

const DAY_MS = 24 * 3_600_000;
let it: MailDesk;
beforeAll(async () => {
  it = await openMailDesk();
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.sql('truncate mail_events, contact_consents, contact_emails cascade');
  await it.sql(`update contacts set email = null`);
});

const mailDecision = async (id: number, purpose: string) =>
  (await it.agent.call(readContactability, { params: { id } })).body.data.find(
    (one) => one.channel === 'mail' && one.purpose === purpose,
  );

describe('an e-mail that is returned for good', () => {
  test('makes the address dead at once, and the log and the contact say why', async () => {
    const sent = await it.sent();
    expect(await it.hand(bounce(sent))).toEqual([200, 'report']);

    expect(await it.logOf(sent.contactId)).toMatchObject([{ status: 'failed', reason: 'Returned: 550 User unknown' }]);
    expect(await it.contactOf(sent.contactId)).toMatchObject({
      email_status: 'invalid',
      email_check: 'E-mail was returned: 550 User unknown.',
    });
    expect(await mailDecision(sent.contactId, 'service')).toMatchObject({ allowed: false, reason: 'address_invalid' });
    const body = { subject: 'Again', body: 'x', purpose: 'service' } as const;
    const { status } = await it.agent.call(sendEmail, { params: { id: sent.contactId }, body });
    expect(status).toBe(422);
  });

  test('is that for everyone with the address, and for no one with another', async () => {
    const twin = await it.add({ owner: 'agent', email: 'Jane@Mail.test' });
    const other = await it.add({ owner: 'agent', email: 'janet@mail.test' });
    await it.hand(bounce(await it.sent()));

    expect(await it.contactOf(twin)).toMatchObject({ email_status: 'invalid' });
    expect(await it.contactOf(other)).not.toMatchObject({ email_status: 'invalid' });
  });

  test('is nothing when it is reported again', async () => {
    const sent = await it.sent();
    const raw = bounce(sent);
    await it.hand(raw);
    await it.sql(`update contacts set email_status = 'forced', email_check = 'Marked valid by Amy Agent.'`);

    expect(await it.hand(raw)).toEqual([200, 'repeated']);
    expect(await it.contactOf(sent.contactId)).toMatchObject({ email_status: 'forced' });
  });

  test('of a copy says so in the log, and leaves the contact alone', async () => {
    const sent = await it.sent({ cc: ['son@mail.test'] });
    await it.hand(bounce(sent, { recipient: 'son@mail.test' }));

    expect(await it.logOf(sent.contactId)).toMatchObject([
      { reason: 'The copy to son@mail.test was returned: 550 User unknown' },
    ]);
    expect(await it.contactOf(sent.contactId)).not.toMatchObject({ email_status: 'invalid' });
  });
});

describe('an e-mail that is returned for now', () => {
  const soft = { status: '4.2.2', words: '452 Mailbox full' };

  test('three times in 30 days makes the address dead', async () => {
    const first = await it.sent();
    const again = () => it.sent({ contactId: first.contactId });
    await it.hand(bounce(first, soft));
    await it.later(DAY_MS);
    await it.hand(bounce(await again(), soft));
    expect(await it.contactOf(first.contactId)).not.toMatchObject({ email_status: 'invalid' });
    expect((await it.logOf(first.contactId))[0]).toMatchObject({
      status: 'failed',
      reason: 'Returned: 452 Mailbox full',
    });
    await it.later(DAY_MS);
    await it.hand(bounce(await again(), soft));

    expect(await it.contactOf(first.contactId)).toMatchObject({
      email_status: 'invalid',
      email_check: 'E-mail was returned 3 times in 30 days, the last time: 452 Mailbox full.',
    });
  });

  test('does not count after 30 days', async () => {
    const first = await it.sent();
    await it.hand(bounce(first, soft));
    await it.sql(`update mail_events set at = at - interval '30 days'`);
    await it.hand(bounce(await it.sent({ contactId: first.contactId }), soft));
    await it.hand(bounce(await it.sent({ contactId: first.contactId }), soft));

    expect(await it.contactOf(first.contactId)).not.toMatchObject({ email_status: 'invalid' });
  });
});

test('a complaint is an opt-out of marketing by e-mail, once', async () => {
  const sent = await it.sent();
  expect(await it.hand(complaint(sent))).toEqual([200, 'report']);
  expect(await it.hand(complaint(sent))).toEqual([200, 'report']);

  expect(await it.sql('select kind, channel, purpose, evidence from contact_consents')).toEqual([
    { kind: 'withdrawn', channel: 'mail', purpose: 'marketing', evidence: 'Reported an e-mail as spam.' },
  ]);
  expect(await mailDecision(sent.contactId, 'marketing')).toMatchObject({ allowed: false, reason: 'withdrawn' });
  expect(await mailDecision(sent.contactId, 'service')).toMatchObject({ allowed: true });
});

test('a mail that is delayed or arrives changes nothing in the log', async () => {
  const sent = await it.sent();
  expect(await it.hand(bounce(sent, { action: 'delayed', status: '4.4.1' }))).toEqual([200, 'ignored']);
  expect(await it.hand(bounce(sent, { action: 'delivered', status: '2.0.0' }))).toEqual([200, 'report']);
  expect(await it.logOf(sent.contactId)).toMatchObject([{ status: 'sent', reason: '' }]);
});

describe('who hands a mail over', () => {
  test('must sign it, with its recipient, within five minutes', async () => {
    const sent = await it.sent();
    const raw = bounce(sent);
    const now = Math.floor(it.deps.now().getTime() / 1_000);
    expect(await it.hand(raw, { secret: 'another secret of thirty-two letters' })).toEqual([403, '']);
    expect(await it.hand(raw, { seconds: now - 301 })).toEqual([403, '']);
    expect(await it.hand(raw, { seconds: now + 301 })).toEqual([403, '']);
    expect(await it.contactOf(sent.contactId)).not.toMatchObject({ email_status: 'invalid' });
  });

  test('is told when the address is none of ours, or was changed', async () => {
    const sent = await it.sent();
    const { returnPath = '' } = sent.mail.logged ?? {};
    const other = returnPath.replace(/\d(?=\.)/, (digit) => String((Number(digit) + 1) % 10));
    const raw = bounce(sent)
      .replaceAll(returnPath, other)
      .replace(/^Message-ID: <m\+.*$/m, 'X-Nothing: 1');
    expect(await it.hand(raw)).toEqual([404, 'unknown']);
    expect(await it.hand('Subject: Hello\n\nHello')).toEqual([404, 'unknown']);
  });
});
