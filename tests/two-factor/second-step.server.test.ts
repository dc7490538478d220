import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmIdentity, readMe } from '#contract/session.contract.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import { generateQr, sendOtp } from '#contract/two-factor.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { verifyCode } from '../../server/features/two-factor/verify-code.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { PASSWORD } from '../_db/world.ts';
import { challenge, codeAt, type Enrolled, enrol, secondStep } from './enrol.ts';

const WRONG = 'The code is incorrect or has expired. Try another code, or start the sign-in again.';
const MINUTE_MS = 60_000;

let it: TestApp;
let agent: Enrolled;
beforeAll(async () => {
  it = await openApp();
  await it.owner.query(`update users set phone = '(512) 555-0142' where username = 'agent'`);
  agent = await enrol(it, 'agent');
});
afterAll(() => it.close());

// Each test has codes that no other one has used, and no failures before it.
beforeEach(async () => {
  it.advance(5 * MINUTE_MS);
  await it.owner.query('delete from sign_in_failures');
});

const fresh = () => codeAt(agent.seed, it.deps.now());

/** The code in the newest text or mail. */
async function sentCode(table: 'outbox_texts' | 'outbox_mails'): Promise<string> {
  const column = table === 'outbox_texts' ? 'body' : 'text_body';
  const { rows } = await it.owner.query<{ text: string }>(
    `select ${column} as text from ${table} order by id desc limit 1`,
  );
  return /\b\d{6}\b/.exec(rows[0]?.text ?? '')?.[0] ?? '';
}

describe('the first step', () => {
  test('answers an opaque challenge and where codes can go, and no cookie', async () => {
    const answer = await it.visitor().call(signIn, { body: { username: 'agent', password: PASSWORD } });

    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body.data).toEqual({
      otp_secret: expect.stringMatching(/^[\w-]{43}$/),
      last_otp_at: expect.any(String),
      methods: ['app', 'email', 'sms', 'recovery'],
      email_hint: 'a•••@example.test',
      phone_hint: '•••0142',
    });
  });

  test('keeps only the hash of the challenge', async () => {
    const { otp_secret: secret } = await challenge(it, 'agent');

    const { rows } = await it.owner.query<{ row: string }>('select to_jsonb(c)::text as row from sign_in_challenges c');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  });

  test('a body of neither shape is refused by field', async () => {
    const call = (body: object) =>
      it.visitor().send('POST', '/v1/sessions', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });

    const password = await call({ username: 'agent', password: '' });
    const code = await call({ otp_secret: 'x', otp_code: '' });

    expect(password.body).toMatchObject({ code: 'refused', errors: { password: ['Enter your password.'] } });
    expect(code.body).toMatchObject({ code: 'refused', errors: { otp_code: ['Enter the code.'] } });
  });
});

describe('a code of the app', () => {
  test('signs in, opens sensitive actions and moves last_otp_at', async () => {
    const { otp_secret: secret } = await challenge(it, 'agent');
    const visitor = it.visitor();

    const answer = await visitor.call(signIn, { body: { otp_secret: secret, otp_code: fresh() } });

    const { data } = answer.body;
    if (!('user' in data)) expect.unreachable('a second step is owed again');
    expect(data.user).toMatchObject({ username: 'agent', 'has_2fa_enabled?': true });
    const lastOtpAt = new Date(data.user.last_otp_at ?? 0).getTime();
    expect(Math.abs(lastOtpAt - it.deps.now().getTime())).toBeLessThan(MINUTE_MS);
    expect(answer.headers['set-cookie']).toMatch(/^token=[\w-]{43}; Max-Age=86400; /);
    const identity = { 'x-identity': `${data.user.id}:0` };
    expect((await visitor.call(generateQr, { headers: identity })).status).toBe(200);
  });

  test('may be typed in two groups', async () => {
    const { otp_secret: secret } = await challenge(it, 'agent');

    const grouped = fresh().replace(/^(...)/, '$1 ');

    expect((await secondStep(it, secret, grouped)).status).toBe(200);
  });

  test.each([
    [-29, 200],
    [29, 200],
    [-95, 422],
    [95, 422],
  ])('of a clock that is %i s off answers %i', async (seconds, status) => {
    const { otp_secret: secret } = await challenge(it, 'agent');

    const code = codeAt(agent.seed, new Date(it.deps.now().getTime() + seconds * 1000));

    expect((await secondStep(it, secret, code)).status).toBe(status);
  });

  test('does not work a second time, also in the next step', async () => {
    const code = fresh();
    const first = await secondStep(it, (await challenge(it, 'agent')).otp_secret, code);
    const again = await secondStep(it, (await challenge(it, 'agent')).otp_secret, code);
    it.advance(30_000);
    const later = await secondStep(it, (await challenge(it, 'agent')).otp_secret, code);

    const refusal = { code: 'refused', error: WRONG, errors: { otp_code: [WRONG] }, request_id: expect.any(String) };
    expect([first.status, again.status, later.status]).toEqual([200, 422, 422]);
    expect([again.body, later.body]).toEqual([refusal, refusal]);
  });

  test('that comes 50 times at once signs in once', async () => {
    const { otp_secret: secret } = await challenge(it, 'agent');
    const code = fresh();

    const answers = await Promise.all(Array.from({ length: 50 }, () => secondStep(it, secret, code)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(49);
  });

  test('is verified once of 50 times at once, whatever else holds guesses back', async () => {
    const { accountId, id } = it.world.people.agent;
    const code = fresh();

    const verified = await Promise.all(
      Array.from({ length: 50 }, () =>
        withAccount(it.deps.pool, { accountId }, (tx) => verifyCode(it.deps, tx, id, code, it.deps.now())),
      ),
    );

    expect(verified.filter(Boolean)).toHaveLength(1);
  });

  test('of somebody else does not work', async () => {
    const manager = await enrol(it, 'manager');
    const { otp_secret: secret } = await challenge(it, 'agent');

    const answer = await secondStep(it, secret, codeAt(manager.seed, it.deps.now()));

    expect(answer.status).toBe(422);
  });
});

describe('a challenge', () => {
  test('is over after five wrong codes', async () => {
    const { otp_secret: secret } = await challenge(it, 'agent');
    for (let wrong = 0; wrong < 5; wrong += 1) await secondStep(it, secret, 'no code');
    it.advance(2_000);

    const right = await secondStep(it, secret, fresh());
    const another = await secondStep(it, (await challenge(it, 'agent')).otp_secret, fresh());

    expect([right.status, right.body, another.status]).toMatchObject([422, { error: WRONG }, 200]);
  });

  test('is over after ten minutes', async () => {
    const { otp_secret: secret } = await challenge(it, 'agent');
    it.advance(10 * MINUTE_MS);

    expect((await secondStep(it, secret, fresh())).status).toBe(422);
  });

  test('works once', async () => {
    const { otp_secret: secret } = await challenge(it, 'agent');
    await secondStep(it, secret, fresh());
    it.advance(MINUTE_MS);

    expect((await secondStep(it, secret, fresh())).status).toBe(422);
  });

  test('opens one session when several right codes come at once', async () => {
    const { otp_secret: secret } = await challenge(it, 'agent');
    const codes = [fresh(), ...agent.codes.slice(6, 10)];

    const answers = await Promise.all(codes.map((code) => secondStep(it, secret, code)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('that nobody has answers as a wrong code does', async () => {
    const answer = await secondStep(it, 'x'.repeat(43), '123456');

    expect([answer.status, answer.body]).toMatchObject([422, { error: WRONG, errors: { otp_code: [WRONG] } }]);
  });

  test('of somebody who was deactivated is over', async () => {
    const { otp_secret: secret } = await challenge(it, 'agent');
    await it.owner.query(`update users set active = false where username = 'agent'`);
    const answer = await secondStep(it, secret, fresh());
    await it.owner.query(`update users set active = true where username = 'agent'`);

    expect(answer.status).toBe(422);
  });
});

test('wrong codes count against the person over all challenges', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { otp_secret: secret } = await challenge(it, 'agent');
    for (let wrong = 0; wrong < 3; wrong += 1) await secondStep(it, secret, 'no code');
  }
  const { otp_secret: secret } = await challenge(it, 'agent');
  const held = await secondStep(it, secret, fresh());
  it.advance(2_001);
  const later = await secondStep(it, secret, fresh());

  expect([held.status, later.status]).toEqual([422, 200]);
});

describe('a recovery code', () => {
  test('signs in once, opens no sensitive actions, and its person is told by mail', async () => {
    const [code = ''] = agent.codes;
    const visitor = it.visitor();
    const first = await visitor.call(signIn, {
      body: { otp_secret: (await challenge(it, 'agent')).otp_secret, otp_code: code.toUpperCase() },
    });
    const again = await secondStep(it, (await challenge(it, 'agent')).otp_secret, code);

    const identity = { 'x-identity': `${it.world.people.agent.id}:0` };
    const sensitive = await visitor.call(generateQr, { headers: identity });
    const { rows } = await it.owner.query('select recipient, subject from outbox_mails order by id desc limit 1');
    expect([first.status, again.status]).toEqual([200, 422]);
    expect([sensitive.status, sensitive.body]).toMatchObject([403, { code: 'sudo_required' }]);
    expect(rows).toEqual([{ recipient: 'agent@example.test', subject: 'Bellwether: A recovery code was used' }]);
  });

  test('proves nothing where a code of the app is asked for', async () => {
    const [, code = ''] = agent.codes;
    const visitor = it.visitor();
    const { otp_secret: secret } = await challenge(it, 'agent');
    await visitor.call(signIn, { body: { otp_secret: secret, otp_code: fresh() } });

    const headers = { 'x-identity': `${it.world.people.agent.id}:0` };
    const answer = await visitor.call(confirmIdentity, { body: { otp_code: code }, headers });

    expect(answer.status).toBe(422);
    expect((await visitor.call(readMe, { headers })).status).toBe(200);
  });
});

describe('a code that is sent', () => {
  test.each([
    ['sms', 'outbox_texts', '•••0142'],
    ['email', 'outbox_mails', 'a•••@example.test'],
  ] as const)(
    'by %s signs in, for its own challenge only, and opens no sensitive actions',
    async (method, table, masked) => {
      const { otp_secret: secret } = await challenge(it, 'agent');
      const other = await challenge(it, 'agent');

      const sent = await it.visitor().call(sendOtp, { body: { otp_secret: secret, method } });
      const code = await sentCode(table);
      const elsewhere = await secondStep(it, other.otp_secret, code);
      const visitor = it.visitor();
      const here = await visitor.call(signIn, { body: { otp_secret: secret, otp_code: code } });
      const headers = { 'x-identity': `${it.world.people.agent.id}:0` };

      expect(sent.body).toEqual({ data: { sent_to: masked } });
      expect(code).toMatch(/^\d{6}$/);
      expect([elsewhere.status, here.status]).toEqual([422, 200]);
      expect((await visitor.call(generateQr, { headers })).body).toMatchObject({ code: 'sudo_required' });
    },
  );

  test('counts with its challenge alone, also for who can write into the database', async () => {
    const { otp_secret: secret } = await challenge(it, 'agent');
    await it.visitor().call(sendOtp, { body: { otp_secret: secret, method: 'sms' } });
    const other = await challenge(it, 'agent');
    await it.owner.query(
      `update sign_in_challenges set (code_hash, code_expires_at) =
         (select code_hash, code_expires_at from sign_in_challenges where code_hash is not null order by created_at desc limit 1)
       where code_hash is null`,
    );

    expect((await secondStep(it, other.otp_secret, await sentCode('outbox_texts'))).status).toBe(422);
  });

  test('goes out three times for a challenge, and the last one counts', async () => {
    const { otp_secret: secret } = await challenge(it, 'agent');
    const send = () => it.visitor().call(sendOtp, { body: { otp_secret: secret, method: 'sms' } });
    const first = await send();
    const firstCode = await sentCode('outbox_texts');
    const statuses = [first.status];
    for (let more = 0; more < 3; more += 1) statuses.push((await send()).status);

    const old = await secondStep(it, secret, firstCode);
    const newest = await secondStep(it, secret, await sentCode('outbox_texts'));

    expect(statuses).toEqual([200, 200, 200, 422]);
    expect([old.status, newest.status]).toEqual([422, 200]);
  });

  test('goes out six times an hour to one person, however many challenges they begin', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 7; at += 1) {
      const { otp_secret: secret } = await challenge(it, 'agent');
      statuses.push((await it.visitor().call(sendOtp, { body: { otp_secret: secret, method: 'sms' } })).status);
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 422]);
  });

  test('is not sent for a challenge that is over', async () => {
    const answer = await it.visitor().call(sendOtp, { body: { otp_secret: 'x'.repeat(43), method: 'email' } });

    expect([answer.status, answer.body]).toMatchObject([422, { error: 'This sign-in has expired. Start again.' }]);
  });
});
