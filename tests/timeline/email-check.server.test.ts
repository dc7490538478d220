import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContact, updateContact } from '#contract/contacts.contract.ts';
import { forceVerifyEmail, validateEmail } from '#contract/timeline/emails.contract.ts';
import { dnsMailServers } from '../../server/adapters/mail/mail-servers.ts';
import { validateEmail as validate } from '../../server/features/timeline/email-check.service.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';
import { type NameServer, openNameServer } from '../_adapters/name-server.ts';

const ZONE = {
  'mail.test': { mx: ['mx1.mail.test', 'mx2.mail.test'] },
  'null.test': { mx: [''], a: '10.0.0.1' },
  'address.test': { a: '10.0.0.1' },
  'six.test': { aaaa: 'fd00:0:0:0:0:0:0:1' },
  'bare.test': {},
  'broken.test': 'failure',
  'xn--bcher-kva.test': { mx: ['mx.books.test'] },
} as const;

let names: NameServer;
let office: Office;
let agent: Client;

beforeAll(async () => {
  names = await openNameServer(ZONE);
  office = await openOffice({ config: { dnsServers: [names.address] } });
  agent = await office.signIn('agent');
});
afterAll(async () => {
  await office.close();
  await names.close();
});

const check = async (email: string) => {
  const id = await office.add({ owner: 'agent', email });
  const { body } = await agent.call(validateEmail, { params: { id } });
  return [body.data.email_status, body.data.email_check];
};

test.each([
  ['a@mail.test', 'valid', 'mail.test accepts e-mail.'],
  ['a@MAIL.test', 'valid', 'mail.test accepts e-mail.'],
  ['a@bücher.test', 'valid', 'bücher.test accepts e-mail.'],
  ['a@address.test', 'valid', 'address.test accepts e-mail.'],
  ['a@six.test', 'valid', 'six.test accepts e-mail.'],
  ['a@null.test', 'invalid', "null.test doesn't accept e-mail."],
  ['a@bare.test', 'invalid', 'bare.test has no mail server.'],
  ['a@nobody.test', 'invalid', "nobody.test doesn't exist."],
  ['not an address', 'invalid', "This isn't a valid e-mail address."],
  ['a@broken.test', 'unknown', "Couldn't look up broken.test. Try again later."],
])('%s is %s', async (email, status, sentence) => {
  expect(await check(email)).toEqual([status, sentence]);
});

test('a domain that names its servers is asked no more', async () => {
  names.asked.splice(0);
  await check('b@mail.test');

  expect(names.asked).toEqual(['mail.test mx']);
});

test('name servers that are not there say nothing of the address', async () => {
  expect(await dnsMailServers(['127.0.0.1:1']).ask('mail.test')).toBe('unanswered');
});

test('the result is kept with its time, an audit row and no new version', async () => {
  office.stopClock();
  const id = await office.add({ owner: 'agent', email: 'a@mail.test' });
  await agent.call(validateEmail, { params: { id } });

  const { body } = await agent.call(readContact, { params: { id } });
  const audit = await office.owner.query('select action, detail from audit_log where subject_id = $1', [id]);
  expect(body.data).toMatchObject({ email_status: 'valid', email_checked_at: expect.any(String), version: 1 });
  expect(audit.rows).toEqual([{ action: 'contact.emailChecked', detail: { email_status: 'valid' } }]);
});

test('somebody vouches for an address by name', async () => {
  const id = await office.add({ owner: 'agent', email: 'a@nobody.test' });
  await agent.call(validateEmail, { params: { id } });

  const { body } = await agent.call(forceVerifyEmail, { params: { id } });

  expect([body.data.email_status, body.data.email_check]).toEqual(['forced', 'Marked valid by Amy Agent.']);
});

test('an address that changes is unchecked again, and one that is written as it was stays as it is', async () => {
  const id = await office.add({ owner: 'agent', email: 'a@mail.test' });
  await agent.call(validateEmail, { params: { id } });
  await agent.call(updateContact, { params: { id }, body: { contact: { city: 'Waco', email: 'a@mail.test' } } });
  const same = (await agent.call(readContact, { params: { id } })).body.data;
  await office.owner.query(`update contacts set email = 'b@mail.test' where id = $1`, [id]);
  const other = (await agent.call(readContact, { params: { id } })).body.data;

  expect(same.email_status).toBe('valid');
  expect(other).toMatchObject({ email_status: 'unchecked', email_check: '', email_checked_at: null });
});

test('an address that somebody changes during the check gets no result', async () => {
  const id = await office.add({ owner: 'agent', email: 'a@nobody.test' });
  const caller = { identity: office.identityOf('agent'), requestId: 'r' };
  const slow = {
    ask: async () => {
      await office.owner.query(`update contacts set email = 'b@mail.test' where id = $1`, [id]);
      return 'noDomain' as const;
    },
  };

  await expect(validate(office.deps, caller, id, slow)).rejects.toThrow('The address was changed.');
  expect((await agent.call(readContact, { params: { id } })).body.data.email_status).toBe('unchecked');
});

test.each([
  ['nobody to write to', { owner: 'agent' }, 409],
  ['a deleted contact', { owner: 'agent', email: 'a@mail.test', deleted_at: '2026-01-01T00:00:00Z' }, 409],
  ['somebody else’s contact', { owner: 'far', email: 'a@mail.test' }, 404],
])('%s is neither checked nor vouched for', async (_what, contact, status) => {
  const id = await office.add(contact);

  expect((await agent.call(validateEmail, { params: { id } })).status).toBe(status);
  expect((await agent.call(forceVerifyEmail, { params: { id } })).status).toBe(status);
});

test('a check that could not be kept is asked for again with the same key, and takes', async () => {
  const id = await office.add({ owner: 'agent', email: 'c@mail.test' });
  const ask = async () =>
    (await agent.call(validateEmail, { params: { id }, headers: { 'idempotency-key': 'again' } })).status;
  await office.owner.query(`alter table contacts add constraint broken check (email_status <> 'valid') not valid`);
  const first = await ask();
  await office.owner.query('alter table contacts drop constraint broken');

  expect([first, await ask()]).toEqual([500, 200]);
});
