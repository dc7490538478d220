import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContactEmail, listEmailLogs, sendEmail } from '#contract/timeline/emails.contract.ts';
import { readContact } from '#contract/contacts.contract.ts';
import { habitOfInbox } from '../../server/adapters/mail/outbox-mail.ts';
import { playInboxes } from '../../server/features/mail/inbound/simulated-inboxes.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

let office: Office;
let agent: Client;
beforeAll(async () => {
  office = await openOffice({ config: { inboundMail: { domain: 'inbox.test', secret: null } } });
  office.stopClock();
  agent = await office.signIn('agent');
});
afterAll(() => office.close());

async function write(email: string): Promise<number> {
  const id = await office.add({ owner: 'agent', first_name: 'Jane', email });
  const body = { subject: 'Two plans – à la carte', body: 'Side by side.', purpose: 'service' } as const;
  await agent.call(sendEmail, { params: { id }, body });
  return id;
}

const logOf = async (id: number): Promise<ContactEmail[]> =>
  (await agent.call(listEmailLogs, { params: { id } })).body.data;
const statusOf = async (id: number) => (await agent.call(readContact, { params: { id } })).body.data.email_status;

async function after(ms: number): Promise<void> {
  office.advance(ms);
  await playInboxes(office.deps);
}
const left = async () => (await office.owner.query('select from simulated_mails')).rowCount;

test('an inbox answers', async () => {
  const id = await write('jane.reply@mail.test');
  await after(2_000);
  expect(await logOf(id)).toHaveLength(1);
  await after(12_000);

  expect(await logOf(id)).toMatchObject([
    { direction: 'in', status: 'received', address: 'jane.reply@mail.test', subject: 'Re: Two plans – à la carte' },
    { direction: 'out', status: 'sent' },
  ]);
  expect(await left()).toBe(0);
});

test('a slow one takes its time', async () => {
  const id = await write('slow@mail.test');
  await after(14_000);
  expect(await logOf(id)).toHaveLength(1);
  await after(76_000);
  await after(12_000);
  expect(await logOf(id)).toHaveLength(2);
});

test('one that does not exist returns the mail', async () => {
  const id = await write('bounce@mail.test');
  await after(2_000);
  expect(await logOf(id)).toMatchObject([
    { status: 'failed', reason: 'Returned: 550 5.1.1 This mailbox does not exist' },
  ]);
  expect(await statusOf(id)).toBe('invalid');
});

test('a full one returns it for now', async () => {
  const id = await write('full@mail.test');
  await after(2_000);
  expect(await logOf(id)).toMatchObject([{ status: 'failed', reason: 'Returned: 452 4.2.2 The mailbox is full' }]);
  expect(await statusOf(id)).not.toBe('invalid');
});

test('one reports spam, one says nothing', async () => {
  const [spam, silent] = [await write('spam@mail.test'), await write('silent@mail.test')];
  await after(2_000);
  await after(12_000);
  const { rows } = await office.owner.query('select contact_id, channel, kind from contact_consents');
  expect(rows).toEqual([{ contact_id: spam, channel: 'mail', kind: 'withdrawn' }]);
  expect(await logOf(silent)).toHaveLength(1);
  expect(await left()).toBe(0);
});

test('a word counts alone, not within a name', () => {
  expect(['jane.full@mail.test', 'full2@mail.test'].map(habitOfInbox)).toEqual(['full', 'full']);
  expect(habitOfInbox('jane.fuller@mail.test')).not.toBe('full');
});
