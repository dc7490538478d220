import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import { createHelp } from '#contract/help.contract.ts';
import { loginAsUser } from '#contract/users.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let agent: Client;
beforeAll(async () => {
  it = await openApp();
  agent = await it.signIn('agent');
});
afterEach(() => it.owner.query('delete from help_tickets; delete from outbox_mails'));
afterAll(() => it.close());

const BODY = { subject: ' No  phone ', message: 'The phone\nis silent.' };
const tickets = async () => (await it.owner.query('select * from help_tickets order by id')).rows;
const mails = async () =>
  (await it.owner.query('select recipient, subject, text_body, reply_to from outbox_mails order by id')).rows;

test('a request for help is stored and mailed to the support of the brand', async () => {
  const more = { page: '/calls', app_version: '1.2.3', machines: 'phone: waiting, 5 s' };

  const { status, body } = await agent.call(createHelp, { body: { ...BODY, ...more } });

  const { id } = it.world.people.agent;
  const email = 'agent@example.test';
  expect([status, body.data.reply_to]).toEqual([200, email]);
  expect(await tickets()).toMatchObject([
    { ...more, id: body.data.id, user_id: id, actor_id: id, subject: 'No phone', message: 'The phone\nis silent.' },
  ]);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    recipient: 'support@bellwether.example',
    subject: `Bellwether: help request #${body.data.id}: No phone`,
    reply_to: expect.stringContaining(email),
  });
  expect(mail?.text_body).toMatch(
    /^The phone\nis silent\.\n\nFrom: .+ \(agent\)\nAgency: .+\nPage: \/calls\nVersion: 1\.2\.3\n\nphone: waiting, 5 s\n$/,
  );
});

test('a repeated request is one ticket and one mail', async () => {
  const idempotencyKey = randomUUID();

  const first = await agent.call(createHelp, { body: BODY, idempotencyKey });
  const second = await agent.call(createHelp, { body: BODY, idempotencyKey });

  expect(second.body).toEqual(first.body);
  expect([(await tickets()).length, (await mails()).length]).toEqual([1, 1]);
});

test('the person at the keyboard gets the answer, also while logged in as someone else', async () => {
  const manager = await it.signIn('manager');
  const { agent: shown, manager: writer } = it.world.people;
  await manager.call(loginAsUser, {
    params: { id: shown.id },
    body: { login_type: 'login_as', reason: 'To help with a list' },
  });

  const { body } = await manager.call(createHelp, { body: BODY, headers: { [IDENTITY_HEADER]: `${shown.id}:1` } });

  expect(body.data.reply_to).toBe('manager@example.test');
  expect(await tickets()).toMatchObject([{ user_id: shown.id, actor_id: writer.id }]);
  expect((await mails())[0]?.text_body).toContain('\nLogged in as: ');
});

test.each([
  ['subject', { subject: ' ' }, 'Enter a subject.'],
  ['message', { message: '' }, 'Enter a message.'],
])('asks for a %s', async (field, change, sentence) => {
  const { status, body } = await agent.call(createHelp, { body: { ...BODY, ...change } });

  expect([status, body]).toMatchObject([422, { errors: { [field]: [sentence] } }]);
  expect(await mails()).toEqual([]);
});

test('answers signed-in users only', async () => {
  expect((await it.visitor().call(createHelp, { body: BODY })).status).toBe(401);
});
