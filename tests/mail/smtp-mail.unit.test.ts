import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MailCarrier, smtpCarrier } from '../../server/adapters/smtp-mail.ts';
import { openSmtpInbox, type SmtpInbox } from './smtp-inbox.ts';

let inbox: SmtpInbox;
let carrier: MailCarrier;
beforeAll(async () => {
  inbox = await openSmtpInbox();
  carrier = smtpCarrier({ url: inbox.url, from: 'Office <office@example.test>' });
});
afterAll(async () => {
  carrier.close();
  await inbox.close();
});
afterEach(() => inbox.received.splice(0));

test('a mail is handed over with user and password, as plain text', async () => {
  await carrier.carry({ to: 'jane@example.test', subject: 'Grüße', text: 'Hello Jane\n.\nbye' });

  const [mail] = inbox.received;
  expect(mail).toMatchObject({ from: 'office@example.test', to: ['jane@example.test'], user: 'sender' });
  expect(mail?.source).toContain('From: Office <office@example.test>\r\n');
  expect(mail?.source).toContain('Subject: =?UTF-8?');
  expect(mail?.source).toContain('\r\n\r\nHello Jane\r\n.\r\nbye');
});

test.each([
  { to: 'jane@example.test, eve@example.test', subject: 'x', text: 'x' },
  { to: 'jane@example.test\r\nBcc: eve@example.test', subject: 'x', text: 'x' },
  { to: 'jane@example.test', subject: 'x\r\nBcc: eve@example.test', text: 'x' },
])('%j adds no recipient', async (mail) => {
  await carrier.carry(mail).catch(() => undefined);

  expect(inbox.received.flatMap(({ to }) => to)).not.toContain('eve@example.test');
  expect(inbox.received.filter(({ source }) => /^Bcc:/im.test(source))).toEqual([]);
});

test('a mail that is turned away throws', async () => {
  inbox.turnAway(1);

  await expect(carrier.carry({ to: 'jane@example.test', subject: 'x', text: 'x' })).rejects.toThrow('Later, please');
});
