import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { startWeb } from '../../server/roles/web.ts';
import { openApp, type TestApp } from './app.ts';
import { PASSWORD } from '../_db/world.ts';

let it: TestApp;

interface From {
  /** Address of the socket. */
  readonly socket: string;
  readonly headers?: Record<string, string>;
}

async function signInFrom({ socket, headers }: From) {
  const secure = headers?.['x-forwarded-proto'] === 'https' ? 's' : '';
  const answer = await it.app.inject({
    method: 'POST',
    url: '/v1/sessions',
    remoteAddress: socket,
    headers: { host: 'crm.test', origin: `http${secure}://crm.test`, ...headers },
    payload: { username: 'manager', password: PASSWORD },
  });
  return {
    status: answer.statusCode,
    body: answer.json<Record<string, unknown>>(),
    cookie: answer.headers['set-cookie'],
  };
}

/** The manager may only come from this network. */
const allowOnly = (network: string) =>
  it.owner.query('insert into auth_ips (account_id, user_id, network) values ($1, $2, $3)', [
    it.world.accountId,
    it.world.people.manager.id,
    network,
  ]);

const FORWARDED = { 'x-forwarded-for': '192.0.2.7' };
const OVER_HTTPS = { 'x-forwarded-proto': 'https' };

describe('without TRUSTED_PROXIES', () => {
  beforeAll(async () => {
    it = await openApp({ config: { trustedProxies: [] } });
  });
  afterAll(() => it.close());
  beforeEach(() => it.owner.query('delete from auth_ips; delete from sign_in_failures'));

  test.each(['10.0.0.1', '127.0.0.1', '169.254.1.1', '203.0.113.9', '::1'])(
    'a client at %s does not choose the address that it comes from',
    async (socket) => {
      await allowOnly('192.0.2.0/24');

      expect((await signInFrom({ socket, headers: FORWARDED })).status).toBe(422);
    },
  );

  test('nor the protocol', async () => {
    const origin = { origin: 'http://crm.test' };
    const { status, cookie } = await signInFrom({ socket: '127.0.0.1', headers: { ...OVER_HTTPS, ...origin } });

    expect([status, String(cookie).startsWith('token=')]).toEqual([200, true]);
  });
});

describe('with TRUSTED_PROXIES', () => {
  beforeAll(async () => {
    it = await openApp({ config: { trustedProxies: ['10.0.3.0/24'] } });
  });
  afterAll(() => it.close());
  beforeEach(() => it.owner.query('delete from auth_ips; delete from sign_in_failures'));

  test('only these tell the address of a client', async () => {
    await allowOnly('192.0.2.0/24');

    expect((await signInFrom({ socket: '10.0.3.7', headers: FORWARDED })).status).toBe(200);
    expect((await signInFrom({ socket: '10.0.4.7', headers: FORWARDED })).status).toBe(422);
    expect((await signInFrom({ socket: '127.0.0.1', headers: FORWARDED })).status).toBe(422);
  });

  test('only these tell the protocol', async () => {
    const { status, cookie } = await signInFrom({ socket: '10.0.3.7', headers: OVER_HTTPS });

    expect([status, String(cookie).startsWith('__Host-token=')]).toEqual([200, true]);
    expect((await signInFrom({ socket: '10.0.4.7', headers: OVER_HTTPS })).status).toBe(403);
  });
});

describe('production over plain HTTP', () => {
  const open = (allowPlainHttp: boolean) => async () => {
    const proxies = { trustedProxies: ['10.0.3.7'], allowPlainHttp };
    it = await openApp({ config: { appEnv: 'production', appUrl: 'https://crm.test', ...proxies } });
  };

  describe('as it comes', () => {
    beforeAll(open(false));
    afterAll(() => it.close());

    test('takes no password, and says why', async () => {
      const refusal = {
        code: 'access_denied',
        error: "Sign-in isn't available over plain HTTP. Open this site with https.",
      };

      expect(await signInFrom({ socket: '203.0.113.9' })).toMatchObject({ status: 403, body: refusal });
      expect(await signInFrom({ socket: '127.0.0.1' })).toMatchObject({ status: 403, body: refusal });
      expect((await signInFrom({ socket: '10.0.3.7', headers: OVER_HTTPS })).status).toBe(200);
    });

    test.each([
      ['/v1/users/reset_password_instructions', { username: 'agent' }],
      ['/v1/users/reset_password_by_token', { token: 'x', password: PASSWORD }],
      ['/v1/two_factor/send_otp', { otp_secret: 'x', method: 'email' }],
    ])('takes nothing secret at %s', async (url, payload) => {
      const headers = { host: 'crm.test', origin: 'http://crm.test' };
      const answer = await it.app.inject({ method: 'POST', url, remoteAddress: '203.0.113.9', headers, payload });

      expect(answer.statusCode).toBe(403);
    });
  });

  describe('with ALLOW_PLAIN_HTTP', () => {
    beforeAll(open(true));
    afterAll(() => it.close());

    test('takes a password', async () => {
      expect((await signInFrom({ socket: '203.0.113.9' })).status).toBe(200);
    });
  });
});

test.each(['stage', 'production'])('%s does not start without a public address for its links', async (APP_ENV) => {
  const config = loadConfig({ APP_ENV, PORT: '0' });

  await expect(startWeb(config)).rejects.toThrow(
    'APP_URL is missing. Set it to the address that people open, such as https://crm.example.com: links in e-mails start with it.',
  );
});
