import { generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MailCarrier, smtpCarrier } from '../../server/adapters/mail/smtp-mail.ts';
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

const campaign = {
  emailId: 1,
  purpose: 'automated',
  unsubscribeUrl: 'https://crm.example.com/unsubscribe/abc',
} as const;

/** A header as one line. */
const headerIn = (source: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(source)?.[1]?.replaceAll(/\s+/g, ' ');

test('mail of a campaign unsubscribes with one click, other mail has nothing of it', async () => {
  await carrier.carry({ to: 'jane@example.test', subject: 'x', text: 'x', campaign });
  await carrier.carry({ to: 'jane@example.test', subject: 'Your code', text: 'x' });

  const [first, second] = inbox.received.map(({ source }) => source);
  expect(headerIn(first ?? '', 'List-Unsubscribe')).toBe(`<${campaign.unsubscribeUrl}>`);
  expect(headerIn(first ?? '', 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(second).not.toMatch(/^List-/im);
});

test('the signature covers both headers of the one click', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const dkim = { domain: 'example.test', selector: 'one', privateKey };
  const signing = smtpCarrier({ url: inbox.url, from: 'Office <office@example.test>', dkim });

  await signing.carry({ to: 'jane@example.test', subject: 'x', text: 'x', campaign });

  const signature = headerIn(inbox.received[0]?.source ?? '', 'DKIM-Signature') ?? '';
  const signed = (/\bh=([^;]*)/.exec(signature)?.[1] ?? '').replaceAll(' ', '').toLowerCase().split(':');
  expect(signed).toEqual(expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']));
  expect(signature).toMatch(/ d=example\.test;.* s=one;/);
  signing.close();
});

test('a file of the storage is attached, and a mail whose file is missing stays here', async () => {
  const bytes = Buffer.from('%PDF-1.4 card');
  const open = (key: string) =>
    key === 'card-of-2026' ? Promise.resolve(Readable.from([bytes])) : Promise.reject(new Error('ENOENT'));
  const attaching = smtpCarrier({ url: inbox.url, from: 'office@example.test' }, { open });
  const mail = { to: 'jane@example.test', subject: 'A card', text: 'For you' };
  const attachment = { key: 'card-of-2026', name: 'card.pdf', mime: 'application/pdf' };

  await attaching.carry({ ...mail, attachment });
  await expect(attaching.carry({ ...mail, attachment: { ...attachment, key: 'gone' } })).rejects.toThrow('ENOENT');
  attaching.close();

  const [source = ''] = inbox.received.map((received) => received.source);
  expect(inbox.received).toHaveLength(1);
  expect(source).toMatch(/Content-Type: application\/pdf; name=card\.pdf/);
  expect(source).toContain(bytes.toString('base64'));
});
