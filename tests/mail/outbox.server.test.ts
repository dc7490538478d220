import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOutboxMails } from '#contract/mail.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());

const write = (accountId: number, subject: string) =>
  withAccount(it.deps.pool, { accountId }, (tx) =>
    it.deps.mailer.send(tx, accountId, { to: 'jane@example.test', subject, text: 'Hello Jane' }),
  );

test('a mail stays inside and shows in the outbox of its account only, newest first', async () => {
  await write(it.world.accountId, 'First');
  await write(it.world.otherAccountId, 'Theirs');
  await write(it.world.accountId, 'Second');
  const admin = await it.signIn('admin');

  const { body } = await admin.call(listOutboxMails);

  const mail = {
    id: expect.any(Number),
    to: 'jane@example.test',
    text: 'Hello Jane',
    attachment: '',
    created_at: expect.any(String),
  };
  expect(body).toEqual({
    data: [
      { ...mail, subject: 'Second' },
      { ...mail, subject: 'First' },
    ],
    meta: { current_page: 1, limit: 50, total_count: 2, total_pages: 1 },
  });
});

test('a mail of a change that failed is not there', async () => {
  const { accountId } = it.world;
  const failed = withAccount(it.deps.pool, { accountId }, async (tx) => {
    await it.deps.mailer.send(tx, accountId, { to: 'x@example.test', subject: 'Never', text: '' });
    throw new Error('the change failed');
  });
  await expect(failed).rejects.toThrow('the change failed');

  const admin = await it.signIn('admin');
  const { body } = await admin.call(listOutboxMails);
  expect(body.data.map(({ subject }) => subject)).not.toContain('Never');
});

test('an invalid page number is refused by name', async () => {
  const admin = await it.signIn('admin');

  const answer = await admin.send('GET', '/v1/mail/outbox/list?page=x');

  expect([answer.status, answer.body]).toMatchObject([422, { errors: { page: [expect.any(String)] } }]);
});
