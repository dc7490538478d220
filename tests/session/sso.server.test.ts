import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readMe } from '#contract/session.contract.ts';
import { signIn, startSso } from '#contract/session/sign-in.contract.ts';
import { newSeed } from '../../server/features/two-factor/totp.ts';
import { sealOwner } from '../../server/features/two-factor/verify-code.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { type LoopbackProvider, signInThere, startLoopbackProvider } from './loopback-provider.ts';
import { type Browser, openBrowserOf } from './sso-browser.ts';

const APP = 'https://crm.example.test';
const CALLBACK = `${APP}/api/auth/callback`;
const STALE = 'This sign-in has expired, or it was started in another browser. Start again.';
const NOT_CONFIRMED = "The identity provider didn't confirm this sign-in. Start again.";
const AWAY = "The identity provider isn't responding. Try again in a moment.";
const nobodyAt = (address: string) => `No account uses ${address}. Contact your administrator.`;

let provider: LoopbackProvider;
let it: TestApp;
beforeAll(async () => {
  provider = await startLoopbackProvider({ redirectUris: [CALLBACK] });
  const { issuer, clientId, clientSecret } = provider;
  it = await openApp({ config: { appUrl: APP, sso: { issuer, clientId, clientSecret, label: 'Harbor login' } } });
});
afterAll(async () => {
  await it.close();
  await provider.close();
});
beforeEach(async () => {
  provider.accounts.clear();
  provider.accounts.set('amy', { email: 'Agent@Example.test', email_verified: true });
  await it.owner.query('update users set sso_issuer = null, sso_subject = null');
});

const browser = (): Browser => openBrowserOf(it);

const refusal = (error: string) => ({
  status: 422,
  body: { code: 'refused', error, errors: {}, request_id: expect.any(String) },
});

const linkOf = async (username: string) => {
  const { rows } = await it.owner.query('select sso_issuer, sso_subject from users where username = $1', [username]);
  return rows[0];
};

describe('beginning', () => {
  test('answers the provider’s address with a state, a nonce and the hash of a secret', async () => {
    const { url } = await browser().start();

    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe(`${provider.issuer}/auth`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'bellwether',
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  test('marks the browser with a cookie that no script and no other site can use', async () => {
    const plain = await it.visitor().call(startSso);
    const secure = await it.visitor().call(startSso, {
      headers: { 'x-forwarded-proto': 'https', origin: it.url.replace('http:', 'https:') },
    });

    expect(plain.headers['set-cookie']).toMatch(/^sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(secure.headers['set-cookie']).toMatch(
      /^__Host-sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test('keeps neither the state nor the mark of the browser, only their hashes', async () => {
    const visitor = browser();
    const { url } = await visitor.start();

    const { rows } = await it.owner.query<{ row: string }>('select to_jsonb(a)::text as row from sso_attempts a');
    const kept = rows.map(({ row }) => row).join();
    expect(kept).not.toContain(new URL(url).searchParams.get('state'));
    expect(kept).not.toContain(visitor.cookies.get('sso'));
  });

  test('forgets attempts that nobody finished', async () => {
    await browser().start();

    it.advance(10 * 60_000);
    await browser().start();

    expect((await it.owner.query('select from sso_attempts')).rowCount).toBe(1);
  });
});

describe('coming back', () => {
  test('signs in whose verified address the provider tells, and links them', async () => {
    const visitor = browser();
    const answer = await visitor.signInAs('amy');
    const me = await visitor.call(readMe);

    const { agent } = it.world.people;
    expect([answer.status, answer.body]).toMatchObject([200, { data: { user: { id: agent.id, username: 'agent' } } }]);
    expect(me.body).toMatchObject({ data: { id: agent.id, identity: [{ user_id: agent.id, marker: null }] } });
    expect(await linkOf('agent')).toEqual({ sso_issuer: provider.issuer, sso_subject: 'amy' });
  });

  test('writes to the audit log how they came in, and that they were linked', async () => {
    const since = (await it.owner.query<{ id: number }>('select coalesce(max(id), 0) as id from audit_log')).rows[0]
      ?.id;
    await browser().signInAs('amy');
    await browser().signInAs('amy');

    const { rows } = await it.owner.query(
      'select action, actor_id, acting_as_id, detail from audit_log where id > $1 order by id',
      [since],
    );
    const who = { actor_id: it.world.people.agent.id, acting_as_id: it.world.people.agent.id };
    const signedIn = { ...who, action: 'session.signedIn', detail: { ip: '127.0.0.1', method: 'sso' } };
    expect(rows).toEqual([
      { ...who, action: 'session.ssoLinked', detail: { issuer: provider.issuer } },
      signedIn,
      signedIn,
    ]);
  });

  test('opens no window for sensitive actions', async () => {
    await browser().signInAs('amy');

    const { rows } = await it.owner.query('select method, sudo_until from sessions order by id desc limit 1');
    expect(rows).toEqual([{ method: 'sso', sudo_until: null }]);
  });

  test('takes the mark of the browser away', async () => {
    const visitor = browser();
    await visitor.signInAs('amy');

    expect([...visitor.cookies.keys()]).toEqual(['token']);
  });

  test('knows a linked person whatever their address is by now', async () => {
    await browser().signInAs('amy');
    provider.accounts.set('amy', { email: 'married@example.test', email_verified: false });

    const answer = await browser().signInAs('amy');

    expect(answer.body).toMatchObject({ data: { user: { username: 'agent' } } });
  });

  test('finishes in the first tab when a second one has begun as well', async () => {
    const visitor = browser();
    const first = await visitor.start();
    await visitor.start();

    expect((await visitor.finish(await signInThere(first.url, 'amy'))).status).toBe(200);
  });

  test('links a person anew when the provider is another one than before', async () => {
    await it.owner.query(
      `update users set sso_issuer = 'https://old.test', sso_subject = 'a' where username = 'agent'`,
    );

    expect((await browser().signInAs('amy')).status).toBe(200);
    expect(await linkOf('agent')).toEqual({ sso_issuer: provider.issuer, sso_subject: 'amy' });
  });
});

describe('a return is refused', () => {
  test('with a state that nobody was given', async () => {
    const visitor = browser();
    const back = await signInThere((await visitor.start()).url, 'amy');
    back.searchParams.set('state', randomBytes(32).toString('base64url'));

    expect(await visitor.finish(back)).toEqual(refusal(STALE));
  });

  test('for a second time', async () => {
    const visitor = browser();
    const back = await signInThere((await visitor.start()).url, 'amy');
    const mark = visitor.cookies.get('sso') ?? '';

    const first = await visitor.finish(back);
    visitor.cookies.set('sso', mark);
    const second = await visitor.finish(back);

    expect([first.status, second]).toEqual([200, refusal(STALE)]);
  });

  test.each(['another browser that has begun', 'a browser that has not'])('in %s, and stays open', async (which) => {
    const visitor = browser();
    const other = browser();
    const back = await signInThere((await visitor.start()).url, 'amy');
    if (which.endsWith('begun')) await other.start();

    const stolen = await other.finish(back);
    const own = await visitor.finish(back);

    expect([stolen, own.status]).toEqual([refusal(STALE), 200]);
  });

  test('with a code that was used in another attempt', async () => {
    const visitor = browser();
    const back = await signInThere((await visitor.start()).url, 'amy');
    await visitor.finish(back);
    const next = await signInThere((await visitor.start()).url, 'amy');
    next.searchParams.set('code', back.searchParams.get('code') ?? '');

    expect(await visitor.finish(next)).toEqual(refusal(NOT_CONFIRMED));
  });

  test('with a code that another browser got', async () => {
    const thief = browser();
    const theirs = await signInThere((await browser().start()).url, 'amy');
    const back = await signInThere((await thief.start()).url, 'amy');
    back.searchParams.set('code', theirs.searchParams.get('code') ?? '');

    expect(await thief.finish(back)).toEqual(refusal(NOT_CONFIRMED));
  });

  test('with a proof for another nonce', async () => {
    const visitor = browser();
    const back = await signInThere((await visitor.start()).url, 'amy');
    await it.owner.query(`update sso_attempts set nonce = 'another'`);

    expect(await visitor.finish(back)).toEqual(refusal(NOT_CONFIRMED));
  });

  test.each([['another issuer', 'https://evil.test'] as const, ['no issuer', null] as const])(
    'that names %s',
    async (_, iss) => {
      const visitor = browser();
      const back = await signInThere((await visitor.start()).url, 'amy');
      if (iss === null) back.searchParams.delete('iss');
      else back.searchParams.set('iss', iss);

      expect(await visitor.finish(back)).toEqual(refusal(NOT_CONFIRMED));
    },
  );

  test('after ten minutes', async () => {
    const visitor = browser();
    const back = await signInThere((await visitor.start()).url, 'amy');
    it.advance(10 * 60_000);

    expect(await visitor.finish(back)).toEqual(refusal(STALE));
  });
});

describe('a person is refused', () => {
  test('whose address the provider has not verified', async () => {
    provider.accounts.set('amy', { email: 'agent@example.test', email_verified: false });

    expect(await browser().signInAs('amy')).toEqual(
      refusal("The identity provider hasn't verified agent@example.test."),
    );
    expect(await linkOf('agent')).toEqual({ sso_issuer: null, sso_subject: null });
  });

  test('whose address the provider does not tell', async () => {
    provider.accounts.set('amy', {});

    expect(await browser().signInAs('amy')).toEqual(refusal("The identity provider didn't share your e-mail address."));
  });

  test('whom nobody here knows', async () => {
    provider.accounts.set('eve', { email: 'eve@example.test', email_verified: true });

    expect(await browser().signInAs('eve')).toEqual(refusal(nobodyAt('eve@example.test')));
  });

  test.each(['neither', 'one'])('whose address two people have, of whom %s is linked', async (linked) => {
    await it.owner.query(`update users set email = 'both@example.test' where username in ('peer', 'outsider')`);
    provider.accounts.set('pia', { email: 'both@example.test', email_verified: true });
    if (linked === 'one') {
      await it.owner.query(`update users set sso_issuer = $1, sso_subject = 'ola' where username = 'outsider'`, [
        provider.issuer,
      ]);
    }

    expect(await browser().signInAs('pia')).toEqual(refusal(nobodyAt('both@example.test')));
  });

  test('whose address belongs to somebody whom the provider knows by another name', async () => {
    await browser().signInAs('amy');
    provider.accounts.set('eve', { email: 'agent@example.test', email_verified: true });

    expect(await browser().signInAs('eve')).toEqual(refusal(nobodyAt('agent@example.test')));
    expect(await linkOf('agent')).toEqual({ sso_issuer: provider.issuer, sso_subject: 'amy' });
  });

  test.each(['before they were linked', 'after they were linked'])('who was deactivated %s', async (when) => {
    if (when.startsWith('after')) await browser().signInAs('amy');
    await it.owner.query(`update users set active = false where username = 'agent'`);

    const answer = await browser().signInAs('amy');
    await it.owner.query(`update users set active = true where username = 'agent'`);

    expect(answer).toEqual(refusal(nobodyAt('Agent@Example.test')));
  });

  test('who comes from a network that is not theirs, and is not linked', async () => {
    const { agent } = it.world.people;
    await it.owner.query(`insert into auth_ips (account_id, user_id, network) values ($1, $2, '203.0.113.0/24')`, [
      agent.accountId,
      agent.id,
    ]);

    const outside = await browser().signInAs('amy');
    const link = await linkOf('agent');
    const inside = await browser().signInAs('amy', { 'x-forwarded-for': '203.0.113.9' });
    await it.owner.query('delete from auth_ips');

    expect(outside).toEqual(refusal("You can't sign in from this network address."));
    expect(link).toEqual({ sso_issuer: null, sso_subject: null });
    expect(inside.status).toBe(200);
  });
});

describe('a person with two-factor', () => {
  const seed = newSeed();
  const code = () => TOTP.generate({ secret: Secret.fromBase32(seed), timestamp: it.deps.now().getTime() });
  beforeEach(async () => {
    const { id, accountId } = it.world.people.agent;
    await it.owner.query('insert into two_factors (user_id, account_id, seed, enabled_at) values ($1, $2, $3, now())', [
      id,
      accountId,
      it.deps.seal.seal(seed, sealOwner(id)),
    ]);
  });
  afterEach(() => it.owner.query('delete from two_factors'));

  test('owes the second step before there is a session', async () => {
    const visitor = browser();

    const answer = await visitor.signInAs('amy');

    expect(answer).toEqual({
      status: 200,
      body: {
        data: {
          otp_secret: expect.stringMatching(/^[\w-]{43}$/),
          last_otp_at: null,
          methods: expect.arrayContaining(['app']),
          email_hint: expect.any(String),
          phone_hint: null,
        },
      },
    });
    expect([...visitor.cookies.keys()]).toEqual([]);
  });

  test('is signed in by the code, which opens no window for sensitive actions either', async () => {
    const visitor = browser();
    const { body } = await visitor.signInAs('amy');
    if (!('otp_secret' in body.data)) expect.unreachable('no second step is owed');

    const answer = await visitor.call(signIn, { body: { otp_secret: body.data.otp_secret, otp_code: code() } });

    const { rows } = await it.owner.query('select method, sudo_until from sessions order by id desc limit 1');
    expect(answer.body).toMatchObject({ data: { user: { username: 'agent' } } });
    expect(rows).toEqual([{ method: 'sso', sudo_until: null }]);
  });
});

describe('while the provider is away', () => {
  test('a return is told so and opens nothing', async () => {
    const visitor = browser();
    const back = await signInThere((await visitor.start()).url, 'amy');
    provider.goAway();

    const answer = await visitor.finish(back);
    provider.comeBack();

    expect(answer).toEqual({
      status: 503,
      body: { code: 'unavailable', error: AWAY, errors: {}, request_id: expect.any(String) },
    });
    expect((await visitor.call(readMe)).status).toBe(401);
  });
});
