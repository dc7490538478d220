import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listOutboxMails } from '#contract/mail.contract.ts';
import { requestPasswordReset } from '#contract/passwords.contract.ts';
import { createUser } from '#contract/users.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { MIGRATIONS } from '../../server/db/migrations.ts';
import { outboxMailer } from '../../server/adapters/mail/outbox-mail.ts';
import { outboxTexter } from '../../server/adapters/texts/outbox-texts.ts';
import { sendCode, startSecondStep } from '../../server/features/session/second-step.service.ts';
import { openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
beforeEach(() => it.owner.query('truncate outbox_mails, outbox_texts'));

/** Everything in the outbox, as the page of an administrator and every backup have it. */
async function outbox(): Promise<string> {
  const { rows } = await it.owner.query<{ text: string }>(
    'select subject || text_body as text from outbox_mails union all select body from outbox_texts',
  );
  return rows.map(({ text }) => text).join('\n');
}

const OPENS = /token=[\w-]{20,}/u;
const CODE = /\b\d{6}\b/u;

async function askForReset() {
  const agent = it.visitor();
  expect((await agent.call(requestPasswordReset, { body: { username: 'agent' } })).status).toBe(204);
}

async function addUser() {
  const admin = await it.signIn('admin');
  await it.owner.query('update sessions set sudo_until = $1', [new Date(it.deps.now().getTime() + 60_000)]);
  const user = { username: 'newcomer', first_name: 'Nia', last_name: 'New', email: 'nia@example.test' };
  const { status } = await admin.call(createUser, { body: { user: { ...user, account_type: 'agent' } } });
  expect(status).toBe(200);
}

/** The codes of a second step, by e-mail and text message. */
async function sendCodes() {
  const { id, accountId } = it.world.people.peer;
  await it.owner.query(`update users set phone = '+15125550142' where id = $1`, [id]);
  await it.owner.query(
    `insert into two_factors (user_id, account_id, enabled_at) values ($1, $2, now()) on conflict do nothing`,
    [id, accountId],
  );
  const candidate = { accountId, userId: id, roles: ['agent'] as const };
  const due = await startSecondStep(it.deps, candidate, 'password');
  const { otp_secret } = due;
  // Stage and production offer codes with a provider only; the demo's offer shows what a message would keep.
  const deps = { ...it.deps, config: { ...it.deps.config, appEnv: 'demo' as const } };
  for (const method of ['email', 'sms'] as const) await sendCode(deps, { otp_secret, method }, '');
}

describe.each(['stage', 'production'] as const)('in %s the outbox keeps no way in', (appEnv) => {
  beforeAll(async () => {
    it = await openApp({ config: { appEnv, appUrl: 'https://crm.test', allowPlainHttp: true } });
  });
  afterAll(() => it.close());

  test('by a link to reset a password', async () => {
    await askForReset();
    const admin = await it.signIn('admin');

    expect(await outbox()).toContain('https://crm.test/reset-password?token=[hidden]');
    expect(await outbox()).not.toMatch(OPENS);
    expect(JSON.stringify((await admin.call(listOutboxMails)).body)).not.toMatch(OPENS);
  });

  test('by the link of a new user', async () => {
    await addUser();

    expect(await outbox()).toContain('?token=[hidden]');
    expect(await outbox()).not.toMatch(OPENS);
  });

  test('by a code', async () => {
    await sendCodes();

    expect((await outbox()).match(/\[hidden\] is your/gu)).toHaveLength(2);
    expect(await outbox()).not.toMatch(CODE);
  });
});

describe('in the demo', () => {
  beforeAll(async () => {
    it = await openApp({ config: { appEnv: 'demo' } });
  });
  afterAll(() => it.close());

  test('links and codes can be tried', async () => {
    await askForReset();
    await sendCodes();

    expect(await outbox()).toMatch(OPENS);
    expect((await outbox()).match(/\b\d{6} is your/gu)).toHaveLength(2);
  });

  test('links that an earlier version kept go from accounts outside of the demo', async () => {
    const { accountId, otherAccountId } = it.world;
    await it.owner.query('update accounts set demo = (id = $1)', [otherAccountId]);
    for (const account of [accountId, otherAccountId]) {
      await withAccount(it.deps.pool, { accountId: account }, async (tx) => {
        const text = `Open this page of ${account}:\n\nhttps://crm.test/reset-password?token=${'a-b_'.repeat(11)}\n\nBye`;
        await outboxMailer({ appEnv: 'demo', inboundMail: null }).send(tx, account, {
          to: 'x@example.test',
          subject: '',
          text,
        });
        await outboxTexter({ appEnv: 'demo' }).send(tx, account, { to: '+15125550142', body: 'Hello' });
      });
    }

    await it.owner.query(readFileSync(join(MIGRATIONS, '0040_hide_links.sql'), 'utf8'));

    expect(await outbox()).toContain(`of ${accountId}:\n\nhttps://crm.test/reset-password?token=[hidden]\n\nBye`);
    expect((await outbox()).match(new RegExp(OPENS, 'gu'))).toHaveLength(1);
  });
});
