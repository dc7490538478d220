import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createContact } from '#contract/contacts.contract.ts';
import { listQuietJobs, quietJobs } from '#contract/failed-jobs.contract.ts';
import { listEmailLogs, sendEmailAgain } from '#contract/timeline/emails.contract.ts';
import { queuedMailer } from '../../server/adapters/mail/queued-messages.ts';
import { withAccount } from '../../server/db/tx.ts';
import { mailJobs } from '../../server/features/mail/mail.jobs.ts';
import { emailDeliveries } from '../../server/features/timeline/email-deliveries.service.ts';
import { insertEmail } from '../../server/features/timeline/emails.sql.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let admin: Client;
let contactId = 0;
beforeAll(async () => {
  it = await openApp();
  admin = await it.signIn('admin');
  const contact = { last_name: 'Ruiz', email: 'ana@example.test' };
  contactId = (await admin.call(createContact, { body: { contact } })).body.data.id;
});
afterEach(() => it.owner.query('delete from pgboss.job; delete from contact_emails; delete from outgoing_messages;'));
afterAll(() => it.close());

const MAIL = { to: 'ana@example.test', subject: 'Your review', text: 'Hello' };

/** An e-mail to the contact that waits, as where a mail server is set up. */
const queue = () =>
  withAccount(it.deps.pool, { accountId: it.world.accountId }, async (tx) => {
    const { accountId, id: userId } = it.world.people.admin;
    const messageId = await queuedMailer(it.deps).send(tx, accountId, MAIL);
    const who = { contactId, userId, actorId: userId, messageId, at: it.deps.now() };
    const written = { direction: 'out' as const, address: MAIL.to, cc: [], subject: MAIL.subject, body: MAIL.text };
    await insertEmail(tx, { ...who, ...written, html: null, status: 'queued' });
    return messageId ?? 0;
  });
/** A notice to a user: part of signing in, and no send to contacts. */
const notice = () =>
  withAccount(it.deps.pool, { accountId: it.world.accountId }, (tx) =>
    queuedMailer(it.deps).send(tx, it.world.accountId, { ...MAIL, subject: 'Your password was changed' }),
  );
const begin = (messageId: number) =>
  it.owner.query(`update pgboss.job set state = 'active' where singleton_key = $1`, [String(messageId)]);
const left = async () => {
  const jobs = await it.owner.query<{ key: string }>('select singleton_key as key from pgboss.job order by 1');
  const messages = await it.owner.query<{ id: number }>('select id::int as id from outgoing_messages order by 1');
  return { jobs: jobs.rows.map(({ key }) => Number(key)), messages: messages.rows.map(({ id }) => id) };
};
const log = async () =>
  (await admin.call(listEmailLogs, { params: { id: contactId } })).body.data.map(({ status, reason }) => [
    status,
    reason,
  ]);
const stop = async (client = admin) => (await client.call(quietJobs, {})).body.data;
const audited = async () => {
  const { rows } = await it.owner.query<{ detail: object }>(
    `select detail from audit_log where action = 'sends.stopped' order by id`,
  );
  return rows.map(({ detail }) => detail);
};
const nameOfAdmin = async () => {
  const { rows } = await it.owner.query<{ name: string }>(
    `select trim(first_name || ' ' || last_name) as name from users where id = $1`,
    [it.world.people.admin.id],
  );
  return rows[0]?.name ?? '';
};

test('stops e-mail that waits, and says so at the e-mail; a second time there is nothing to stop', async () => {
  await queue();
  await queue();
  expect((await admin.call(listQuietJobs)).body.data).toEqual({ waiting: 2, leaving: 0 });
  const before = (await audited()).length;

  const [first, second] = [await stop(), await stop()];

  expect([first, second]).toEqual([
    { stopped: 2, waiting: 0, leaving: 0 },
    { stopped: 0, waiting: 0, leaving: 0 },
  ]);
  expect(await left()).toEqual({ jobs: [], messages: [] });
  const stopped = ['failed', `Stopped by ${await nameOfAdmin()} before it was sent.`];
  expect(await log()).toEqual([stopped, stopped]);
  expect((await audited()).slice(before)).toEqual([{ emails: 2 }]);
});

test('leaves notices and codes to users, and what a worker has', async () => {
  const [told, leaving] = [await notice(), await queue()];
  await begin(leaving);
  await queue();

  expect(await stop()).toEqual({ stopped: 1, waiting: 0, leaving: 1 });

  expect(await left()).toEqual({ jobs: [told, leaving], messages: [told, leaving] });
});

test('stops a message whose job was lost, which would get a new one', async () => {
  await queue();
  await it.owner.query('delete from pgboss.job');

  expect(await stop()).toEqual({ stopped: 1, waiting: 0, leaving: 0 });
});

test('stops more than one batch', async () => {
  for (let count = 0; count < 201; count += 1) await queue();

  expect(await stop()).toEqual({ stopped: 201, waiting: 0, leaving: 0 });
});

test('leaves the e-mail of other accounts', async () => {
  const id = await queue();

  expect(await stop(await it.signIn('stranger'))).toEqual({ stopped: 0, waiting: 0, leaving: 0 });

  expect((await left()).messages).toEqual([id]);
});

test('an e-mail that left all the same says so, and one that could not leave stays stopped', async () => {
  for (const fails of [false, true]) {
    const messageId = await queue();
    await it.owner.query('delete from pgboss.job');
    const carry = async () => {
      await stop();
      if (fails) throw new Error('the mail server is away');
    };
    const jobs = mailJobs(it.deps, { mail: { carry, close: () => undefined }, text: null }, emailDeliveries(it.deps));
    const send = jobs['messages.send']?.({ accountId: it.world.accountId, messageId }, AbortSignal.timeout(9_000));
    await (fails ? expect(send).rejects.toThrow('the mail server is away') : send);
  }

  expect((await log()).map(([status]) => status)).toEqual(['failed', 'sent']);
});

test('a stopped e-mail can be sent again', async () => {
  await queue();
  await stop();
  const [email] = (await admin.call(listEmailLogs, { params: { id: contactId } })).body.data;

  const { status, body } = await admin.call(sendEmailAgain, { params: { id: contactId, emailId: email?.id ?? 0 } });

  expect([status, body.data.reason]).toEqual([200, '']);
});

test('agents may not', async () => expect((await (await it.signIn('agent')).call(quietJobs, {})).status).toBe(403));
