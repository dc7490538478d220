import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pino from 'pino';
import { readMe } from '#contract/session.contract.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import * as contract from '#contract/two-factor.contract.ts';
import { createApp } from '../../server/app.ts';
import { logOptions } from '../../server/telemetry/log.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { PASSWORD, type Username } from '../_db/world.ts';
import { challenge, codeAt, enrol, secondStep } from './enrol.ts';

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());

const lastMail = async (username: Username): Promise<string | undefined> => {
  const { rows } = await it.owner.query<{ subject: string }>(
    'select subject from outbox_mails where recipient = $1 order by id desc limit 1',
    [`${username}@example.test`],
  );
  return rows[0]?.subject;
};

/** The window for sensitive actions is over, the session is not. */
const closeWindow = (username: Username) =>
  it.owner.query('update sessions set sudo_until = null where user_id = $1', [it.world.people[username].id]);

describe('setting up', () => {
  test('shows a QR code and changes nothing until a code proves it', async () => {
    const client = await it.signIn('peer');

    const { body } = await client.call(contract.generateQr);
    const status = await client.call(contract.readTwoFactor);
    const next = await it.visitor().call(signIn, { body: { username: 'peer', password: PASSWORD } });

    expect(body.data.seed).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.data.uri).toBe(
      `otpauth://totp/Bellwether:peer?issuer=Bellwether&secret=${body.data.seed}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(Buffer.from(body.data.qr.replace('data:image/svg+xml;base64,', ''), 'base64').toString()).toMatch(/^<svg /);
    expect(status.body.data).toEqual({
      enabled: false,
      required: false,
      method: 'app',
      recovery_codes_left: 0,
      enabled_at: null,
      last_otp_at: null,
    });
    expect('user' in next.body.data).toBe(true);
  });

  test('with a wrong code is refused', async () => {
    const client = await it.signIn('peer');
    await client.call(contract.generateQr);

    const answer = await client.call(contract.enableTwoFactor, { body: { otp_code: '000000' } });

    expect([answer.status, answer.body]).toMatchObject([422, { errors: { otp_code: [expect.any(String)] } }]);
  });

  test('without a QR code is refused', async () => {
    const client = await it.signIn('outsider');

    expect((await client.call(contract.enableTwoFactor, { body: { otp_code: '123456' } })).status).toBe(409);
  });

  test('answers ten recovery codes once, gives another token and tells the person by mail', async () => {
    const client = await it.signIn('peer');
    const before = client.cookie;
    const { seed } = (await client.call(contract.generateQr)).body.data;

    const answer = await client.call(contract.enableTwoFactor, { body: { otp_code: codeAt(seed, it.deps.now()) } });

    const { recovery_codes: codes, user } = answer.body.data;
    const late = await it.visitor().call(readMe, { headers: { cookie: before } });
    const status = await client.call(contract.readTwoFactor);
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^([2-9a-hjkmnp-z]{4}-){5}[2-9a-hjkmnp-z]{4}$/.test(code))).toBe(true);
    expect(user['has_2fa_enabled?']).toBe(true);
    expect([client.cookie === before, late.status]).toEqual([false, 409]);
    expect(status.body.data).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect(await lastMail('peer')).toBe('Bellwether: Two-factor is on');
  });

  test('uses its code up', async () => {
    const client = await it.signIn('manager');
    const { seed } = (await client.call(contract.generateQr)).body.data;
    const code = codeAt(seed, it.deps.now());
    await client.call(contract.enableTwoFactor, { body: { otp_code: code } });

    const { otp_secret: secret } = await challenge(it, 'manager');

    expect((await secondStep(it, secret, code)).status).toBe(422);
  });
});

describe('once it is enabled', () => {
  test('the seed is sealed and stands nowhere in the database, and recovery codes only as hashes', async () => {
    const { seed, codes } = await enrol(it, 'agent');

    const { rows: tables } = await it.owner.query<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const secrets = [seed, Buffer.from(seed).toString('hex'), ...codes];
    for (const { name } of tables) {
      const { rows } = await it.owner.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
      expect(
        rows.filter(({ row }) => secrets.some((secret) => row.includes(secret))),
        name,
      ).toEqual([]);
    }
  });

  test('no other answer has the seed', async () => {
    const client = await it.signIn('stranger');
    const begun = (await client.call(contract.generateQr)).body.data;
    const code = codeAt(begun.seed, it.deps.now());
    const answers = [
      await client.call(contract.enableTwoFactor, { body: { otp_code: code } }),
      await client.call(contract.readTwoFactor),
      await client.call(readMe),
      await client.call(contract.updateTwoFactor, { body: { method: 'email' } }),
      await client.call(contract.renewRecoveryCodes),
      await client.call(contract.disableTwoFactor),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers.filter(({ body }) => JSON.stringify(body).includes(begun.seed))).toEqual([]);
  });

  test('new recovery codes end the old ones', async () => {
    await it.owner.query('delete from two_factors');
    const { client, codes } = await enrol(it, 'agent');

    const renewed = (await client.call(contract.renewRecoveryCodes)).body.data.recovery_codes;
    const old = await secondStep(it, (await challenge(it, 'agent')).otp_secret, codes[0] ?? '');
    const fresh = await secondStep(it, (await challenge(it, 'agent')).otp_secret, renewed[0] ?? '');

    expect([old.status, fresh.status]).toEqual([422, 200]);
  });

  test('disabling asks for the password alone again, ends recovery codes and tells the person by mail', async () => {
    await it.owner.query('delete from two_factors');
    const { client, codes } = await enrol(it, 'agent');
    const pending = await challenge(it, 'agent');

    const answer = await client.call(contract.disableTwoFactor);
    const waiting = await secondStep(it, pending.otp_secret, codes[0] ?? '');
    const next = await it.visitor().call(signIn, { body: { username: 'agent', password: PASSWORD } });

    expect(answer.body.data.user['has_2fa_enabled?']).toBe(false);
    expect(await lastMail('agent')).toBe('Bellwether: Two-factor is off');
    expect([waiting.status, 'user' in next.body.data]).toEqual([422, true]);
  });

  test('disabling asks for another password where the one there is was too short to stand alone', async () => {
    await it.owner.query('delete from two_factors');
    await it.owner.query(`update users set password_short = true where username = 'agent'`);
    const { client } = await enrol(it, 'agent');

    await client.call(contract.disableTwoFactor);

    const { rows } = await it.owner.query(`select change_password from users where username = 'agent'`);
    expect(rows).toEqual([{ change_password: true }]);
  });
});

describe('the way that codes come', () => {
  test('can be one that reaches the person', async () => {
    const client = await it.signIn('admin');

    const email = await client.call(contract.updateTwoFactor, { body: { method: 'email' } });
    const sms = await client.call(contract.updateTwoFactor, { body: { method: 'sms' } });

    expect(email.body.data.method).toBe('email');
    expect([sms.status, sms.body]).toMatchObject([
      422,
      { errors: { method: [expect.stringMatching(/phone number/)] } },
    ]);
  });

  test('stands first at the sign-in', async () => {
    await it.owner.query('delete from two_factors');
    const { client } = await enrol(it, 'admin');
    await client.call(contract.updateTwoFactor, { body: { method: 'email' } });

    expect((await challenge(it, 'admin')).methods).toEqual(['email', 'app', 'recovery']);
  });
});

test.each([
  contract.generateQr,
  contract.disableTwoFactor,
  contract.renewRecoveryCodes,
  contract.enableTwoFactor,
  contract.updateTwoFactor,
])('$name needs a proof of identity', async (endpoint) => {
  await it.owner.query('delete from two_factors');
  const client = await it.signIn('peer');
  await closeWindow('peer');
  const body = { enableTwoFactor: { otp_code: '123456' }, updateTwoFactor: { method: 'app' } };

  const answer = await client.send(endpoint.method, endpoint.path, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body[endpoint.name as keyof typeof body] ?? undefined) ?? '',
  });

  expect([answer.status, answer.body]).toMatchObject([403, { code: 'sudo_required' }]);
});

test('no line of the log has a seed, a code, a challenge or a password, at its finest level', async () => {
  await it.owner.query('delete from two_factors');
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = pino(logOptions('trace', 'web'), stream);
  const app = await createApp({ ...it.deps, log });
  const origin = { host: 'localhost', origin: 'http://localhost' };
  const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ method: 'POST', url, payload, headers: { ...origin, ...headers } });
    return { body: answer.json<{ data: Record<string, unknown> }>(), cookie: String(answer.headers['set-cookie']) };
  };

  const { cookie } = await post('/v1/sessions', { username: 'outsider', password: PASSWORD });
  const token = cookie.split(';')[0] ?? '';
  const own = { cookie: token, 'x-identity': `${it.world.people.outsider.id}:0` };
  const seed = String((await post('/v1/two_factor/generate_qr', {}, own)).body.data['seed']);
  const code = codeAt(seed, it.deps.now());
  const enabled = await post('/v1/two_factor/enable', { otp_code: code }, own);
  const due = await post('/v1/sessions', { username: 'outsider', password: PASSWORD });
  const secret = String(due.body.data['otp_secret']);
  await post('/v1/sessions', { otp_secret: secret, otp_code: '424242' });
  await app.close();

  const codes = enabled.body.data['recovery_codes'] as string[];
  const text = lines.join('');
  expect(lines.length).toBeGreaterThanOrEqual(5);
  expect(codes).toHaveLength(10);
  const secrets = [seed, code, '424242', secret, PASSWORD, token.split('=')[1] ?? '', ...codes];
  expect(secrets.filter((each) => text.includes(each))).toEqual([]);
});
