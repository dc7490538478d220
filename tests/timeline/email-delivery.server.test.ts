import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEmailLogs, sendEmail, sendEmailAgain } from '#contract/timeline/emails.contract.ts';
import type { Mail } from '../../server/adapters/mail/mail.ts';
import { queuedMailer } from '../../server/adapters/mail/queued-messages.ts';
import { withAccount } from '../../server/db/tx.ts';
import { mailJobs, resumeMessages } from '../../server/features/mail/mail.jobs.ts';
import { emailDeliveries } from '../../server/features/timeline/email-deliveries.service.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

const DAY_MS = 24 * 3_600_000;

let office: Office;
let agent: Client;
/** The mail server's responses to the next e-mails; by default it accepts them. */
const answers: Error[] = [];
const taken: Mail[] = [];

beforeAll(async () => {
  office = await openOffice();
  Object.assign(office.deps, { mailer: queuedMailer(office.deps) });
  await office.owner.query(`update users set email = username || '@harbor.test'`);
  agent = await office.signIn('agent');
});
afterAll(() => office.close());

const refusal = (code: string, responseCode: number, response: string, command = 'RCPT TO') =>
  Object.assign(new Error(response), { code, responseCode, response, command });

/** Runs the jobs that wait, each once; their failures are the runner's to repeat. */
async function deliver(): Promise<void> {
  const carriers = {
    mail: {
      carry: async (mail: Mail) => {
        const said = answers.shift();
        if (said !== undefined) throw said;
        taken.push(mail);
      },
      close: () => undefined,
    },
    text: null,
  };
  const { rows } = await office.owner.query<{ id: number }>('select id from outgoing_messages order by id');
  const send = mailJobs(office.deps, carriers, emailDeliveries(office.deps))['messages.send'];
  for (const { id } of rows) {
    const data = { accountId: office.world.accountId, messageId: id };
    await send?.(data, AbortSignal.any([])).catch(() => undefined);
  }
}

async function write(): Promise<number> {
  const id = await office.add({ owner: 'agent', email: 'jane@mail.test' });
  const mail = { subject: 'Two plans', body: '<p>Side by side.</p>', cc: ['son@mail.test'] };
  const body = { ...mail, format: 'html' } as const;
  await agent.call(sendEmail, { params: { id }, body });
  return id;
}

const stateOf = async (id: number) => {
  const [mail] = (await agent.call(listEmailLogs, { params: { id } })).body.data;
  return { emailId: mail?.id ?? 0, state: [mail?.status, mail?.reason] };
};
const eventsOf = async (id: number) => {
  const text = `select from events where body->'ids' @> to_jsonb($1::bigint)`;
  return (await office.owner.query(text, [id])).rowCount;
};

test('a mail waits in the log until a server has taken it, and the owner is told', async () => {
  const id = await write();
  const before = await eventsOf(id);
  expect((await stateOf(id)).state).toEqual(['queued', '']);

  await deliver();

  expect((await stateOf(id)).state).toEqual(['sent', '']);
  expect(await eventsOf(id)).toBe((before ?? 0) + 1);
  expect(taken.at(-1)).toEqual({
    kind: 'mail',
    messageId: expect.stringMatching(/^<[\w-]{36}@localhost>$/u),
    to: 'jane@mail.test',
    subject: 'Two plans',
    text: 'Side by side.',
    html: '<p>Side by side.</p>',
    cc: ['son@mail.test'],
    replyTo: { name: 'Amy Agent', address: 'agent@harbor.test' },
  });
});

test('a mail that is turned away for now waits with the reason', async () => {
  const id = await write();
  answers.push(refusal('EENVELOPE', 451, '451 Later, please'));
  await deliver();
  expect((await stateOf(id)).state).toEqual(['queued', 'Mail server reply: 451 Later, please']);

  await deliver();

  expect((await stateOf(id)).state).toEqual(['sent', '']);
});

test('a mail server that is away is no fault of the address', async () => {
  const id = await write();
  answers.push(Object.assign(new Error('connect'), { code: 'ECONNECTION' }));
  await deliver();

  expect((await stateOf(id)).state).toEqual(['queued', "Couldn't reach the mail server."]);
  await deliver();
});

test('a sender that the mail server refuses is no fault of the address', async () => {
  const id = await write();
  answers.push(refusal('EENVELOPE', 550, '550 Sender rejected', 'MAIL FROM'));

  await deliver();

  expect((await stateOf(id)).state).toEqual(['queued', 'Mail server reply: 550 Sender rejected']);
  await deliver();
});

test('a mail that is turned away for good has failed, waits no more and can be sent again', async () => {
  const id = await write();
  answers.push(refusal('EENVELOPE', 550, '550 No such mailbox'));
  await deliver();
  const failed = await stateOf(id);
  expect(failed.state).toEqual(['failed', 'Mail server reply: 550 No such mailbox']);
  expect((await office.owner.query('select from outgoing_messages')).rowCount).toBe(0);

  await office.owner.query(`update contacts set email = 'jane@new.test' where id = $1`, [id]);
  const { body } = await agent.call(sendEmailAgain, { params: { id, emailId: failed.emailId } });
  expect([body.data.status, body.data.address]).toEqual(['queued', 'jane@new.test']);
  await deliver();

  expect((await stateOf(id)).state).toEqual(['sent', '']);
  expect(taken.at(-1)).toMatchObject({ to: 'jane@new.test', subject: 'Two plans' });
});

test('a mail that no server took within a day has failed', async () => {
  const id = await write();
  office.advance(DAY_MS + 60_000);

  await resumeMessages(office.deps);

  agent = await office.signIn('agent');
  expect((await stateOf(id)).state).toEqual(['failed', 'No mail server took it within a day.']);
});

test('a message that is in nobody’s log, and is turned away for good, is over', async () => {
  const { accountId } = office.world;
  await office.owner.query('delete from outgoing_messages');
  const code = { to: 'x@mail.test', subject: 'Your code', text: '424242' };
  await withAccount(office.deps.pool, { accountId }, (tx) => office.deps.mailer.send(tx, accountId, code));
  answers.push(refusal('EENVELOPE', 550, '550 No such mailbox'));

  await deliver();

  expect((await office.owner.query('select from outgoing_messages')).rowCount).toBe(0);
});
