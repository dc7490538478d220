import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listOutboxTexts } from '#contract/mail.contract.ts';
import { outboxTexter } from '../../server/adapters/texts/outbox-texts.ts';
import { queuedMailer, queuedTexter } from '../../server/adapters/mail/queued-messages.ts';
import { smtpCarrier } from '../../server/adapters/mail/smtp-mail.ts';
import type { Text } from '../../server/adapters/texts/texts.ts';
import { withAccount } from '../../server/db/tx.ts';
import { type Carriers, mailJobs, resumeMessages } from '../../server/features/mail/mail.jobs.ts';
import { createRunnerBoss, type Runner, startRunner } from '../../server/jobs/runner.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { openSmtpInbox, type SmtpInbox } from './smtp-inbox.ts';

const MAIL = { to: 'jane@example.test', subject: 'Your code', text: 'The code is 424242' };
const HOUR_MS = 3_600_000;

let it: TestApp;
let inbox: SmtpInbox;
let carriers: Carriers;
const texts: Text[] = [];
let runner: Runner | null = null;

beforeAll(async () => {
  [it, inbox] = await Promise.all([openApp(), openSmtpInbox()]);
  carriers = {
    mail: smtpCarrier({ url: inbox.url, from: 'office@example.test' }),
    text: { carry: async (text) => void texts.push(text) },
  };
});
afterAll(async () => {
  await runner?.stop();
  carriers.mail?.close();
  await inbox.close();
  await it.close();
});
beforeEach(() => {
  inbox.received.splice(0);
});

const mail = (accountId: number, then: () => void = () => undefined) =>
  withAccount(it.deps.pool, { accountId }, async (tx) => {
    await queuedMailer(it.deps).send(tx, accountId, MAIL);
    then();
  });

const waiting = async (): Promise<number> => (await it.owner.query('select from outgoing_messages')).rowCount ?? 0;

test('a message waits sealed, and neither its row nor its job tells what it says', async () => {
  await mail(it.world.accountId);

  const rows = await it.owner.query<{ row: string }>(`select to_jsonb(m)::text as row from outgoing_messages m`);
  const jobs = await it.owner.query<{ data: object }>(`select data from pgboss.job where name = 'messages.send'`);
  const hex = Buffer.from('424242').toString('hex');
  expect(rows.rows).toHaveLength(1);
  expect(rows.rows.filter(({ row }) => /424242|jane@/.test(row) || row.includes(hex))).toEqual([]);
  expect(jobs.rows).toEqual([{ data: { accountId: it.world.accountId, messageId: expect.any(Number) } }]);
});

test('a message leaves after its commit and is gone then, also when it is turned away at first', async () => {
  inbox.turnAway(1);
  const { databaseUrl } = it.deps.config;
  runner = await startRunner(
    createRunnerBoss(databaseUrl ?? '', it.deps.log),
    mailJobs(it.deps, carriers),
    it.deps.log,
  );

  await expect.poll(() => inbox.received.length, { timeout: 15_000, interval: 20 }).toBe(1);
  await expect.poll(waiting, { timeout: 5_000, interval: 20 }).toBe(0);

  expect(inbox.received[0]?.to).toEqual([MAIL.to]);
  expect(inbox.received[0]?.source).toContain(MAIL.text);
});

test('a message of a change that failed never leaves', async () => {
  const failed = mail(it.world.accountId, () => {
    throw new Error('the change failed');
  });
  await expect(failed).rejects.toThrow('the change failed');

  expect(await waiting()).toBe(0);
});

test('a text goes the same way', async () => {
  const { accountId } = it.world;
  await withAccount(it.deps.pool, { accountId }, (tx) =>
    queuedTexter(it.deps).send(tx, accountId, { to: '+15125550142', body: 'Hello' }),
  );

  await expect.poll(() => texts.length, { timeout: 10_000, interval: 20 }).toBe(1);
  expect(texts[0]).toMatchObject({ to: '+15125550142', body: 'Hello' });
});

test('a code leaves while other mail waits for its carrier', async () => {
  await runner?.stop();
  const codes: string[] = [];
  const hold = new AbortController();
  const held = () =>
    new Promise<void>((_, fail) => hold.signal.addEventListener('abort', () => fail(new Error('Later'))));
  const slow: Carriers = {
    mail: { carry: (one) => (one.urgent ? Promise.resolve(void codes.push(one.to)) : held()), close: () => undefined },
    text: null,
  };
  const { databaseUrl } = it.deps.config;
  const log = it.deps.log;
  runner = await startRunner(createRunnerBoss(databaseUrl ?? '', log), mailJobs(it.deps, slow), log);
  for (const accountId of [it.world.accountId, it.world.otherAccountId])
    for (let count = 0; count < 4; count += 1) await mail(accountId);

  await withAccount(it.deps.pool, { accountId: it.world.accountId }, (tx) =>
    queuedMailer(it.deps).send(tx, it.world.accountId, { ...MAIL, to: 'code@example.test', urgent: true }),
  );

  await expect.poll(() => codes, { timeout: 30_000, interval: 20 }).toEqual(['code@example.test']);
  hold.abort();
  await it.owner.query('delete from outgoing_messages');
});

test('a message whose job was lost gets another one, until it is a day old', async () => {
  await runner?.stop();
  runner = null;
  await mail(it.world.accountId);
  await mail(it.world.otherAccountId);
  await it.owner.query(`delete from pgboss.job where name = 'messages.send'`);
  const jobs = async () => {
    const text = `select from pgboss.job where name = 'messages.send' and state = 'created'`;
    return (await it.owner.query(text)).rowCount;
  };

  await resumeMessages(it.deps);
  const early = await jobs();
  it.advance(HOUR_MS);
  await resumeMessages(it.deps);
  await resumeMessages(it.deps);
  const later = await jobs();
  it.advance(24 * HOUR_MS);
  await resumeMessages(it.deps);

  expect([early, later, await waiting()]).toEqual([0, 2, 0]);
});

test('a text that stays inside shows in the outbox of its account only', async () => {
  for (const accountId of [it.world.accountId, it.world.otherAccountId]) {
    await withAccount(it.deps.pool, { accountId }, (tx) =>
      outboxTexter({ appEnv: 'demo' }).send(tx, accountId, { to: '+15125550142', body: `of ${accountId}` }),
    );
  }
  const admin = await it.signIn('admin');

  const { body } = await admin.call(listOutboxTexts);

  const text = { to: '+15125550142', text: `of ${it.world.accountId}`, created_at: expect.any(String) };
  expect(body).toEqual({
    data: [{ id: expect.any(Number), ...text }],
    meta: { current_page: 1, limit: 50, total_count: 1, total_pages: 1 },
  });
});
