import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInBySso, startSso } from '#contract/session/sign-in.contract.ts';
import { createApp } from '../../server/app.ts';
import type { Config } from '../../server/config.ts';
import type { SsoConfig } from '../../server/config/services.ts';
import type { Refusal } from '../../server/errors.ts';
import { createIdentityProvider, type IdentityProvider } from '../../server/features/session/identity-provider.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { type LoopbackProvider, signInThere, startLoopbackProvider } from './loopback-provider.ts';

const REDIRECT = 'https://crm.example.test/api/auth/callback';
const ATTEMPT = { state: 'a-state', nonce: 'a-nonce', verifier: 'v'.repeat(43), redirectUri: REDIRECT };
const DISCOVERY = '/.well-known/openid-configuration';
const HOUR_MS = 3_600_000;

let loopback: LoopbackProvider;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
beforeEach(async () => {
  ahead = 0;
  loopback = await startLoopbackProvider({ redirectUris: [REDIRECT] });
});
afterEach(() => loopback.close());

const settingsOf = ({ issuer, clientId, clientSecret }: LoopbackProvider): SsoConfig => ({
  issuer,
  clientId,
  clientSecret,
  label: 'Sign in',
});

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, message, retryAfter }: Refusal) => ({ code, message, retryAfter }),
  );

const AWAY = {
  code: 'unavailable',
  message: "The identity provider isn't responding. Try again in a moment.",
  retryAfter: 5,
};
const NOT_CONFIRMED = {
  code: 'refused',
  message: "The identity provider didn't confirm this sign-in. Start again.",
  retryAfter: null,
};

async function identify(provider: IdentityProvider, name: string) {
  const back = await signInThere(await provider.addressFor(ATTEMPT), name);
  const [code, iss] = [back.searchParams.get('code') ?? '', back.searchParams.get('iss') ?? ''];
  return provider.identify(ATTEMPT, { code, iss });
}

describe('what a provider says about itself', () => {
  const discoveries = () => loopback.asked.filter((path) => path === DISCOVERY).length;

  test('is read once, also when many ask at once, and again after an hour', async () => {
    const provider = createIdentityProvider(settingsOf(loopback), { now });

    await Promise.all(Array.from({ length: 5 }, () => provider.addressFor(ATTEMPT)));
    const atFirst = discoveries();
    ahead = HOUR_MS;
    await provider.addressFor(ATTEMPT);

    expect([atFirst, discoveries()]).toEqual([1, 2]);
  });

  test('is asked for again after the provider was away', async () => {
    const provider = createIdentityProvider(settingsOf(loopback), { now });
    loopback.goAway();
    const refusal = await refusalOf(provider.addressFor(ATTEMPT));
    loopback.comeBack();

    expect(refusal).toEqual(AWAY);
    expect(await provider.addressFor(ATTEMPT)).toContain(loopback.issuer);
  });

  test('must name the issuer that was asked', async () => {
    const other = { ...settingsOf(loopback), issuer: loopback.issuer.replace('127.0.0.1', 'localhost') };

    expect(await refusalOf(createIdentityProvider(other, { now }).addressFor(ATTEMPT))).not.toBeNull();
  });
});

test('a provider that is silent counts as away', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const provider = createIdentityProvider({ ...settingsOf(loopback), issuer }, { now, timeoutSeconds: 0.05 });

  const refusal = await refusalOf(provider.addressFor(ATTEMPT));
  silent.closeAllConnections();
  silent.close();

  expect(refusal).toEqual(AWAY);
});

test('a provider that no longer accepts the app’s secret counts as away', async () => {
  loopback.accounts.set('amy', {});
  const provider = createIdentityProvider({ ...settingsOf(loopback), clientSecret: 'an old one' }, { now });

  expect(await refusalOf(identify(provider, 'amy'))).toEqual(AWAY);
});

test('a proof that the provider has not signed proves nothing', async () => {
  loopback.accounts.set('amy', {});
  loopback.showOtherKey();

  expect(await refusalOf(identify(createIdentityProvider(settingsOf(loopback), { now }), 'amy'))).toEqual(
    NOT_CONFIRMED,
  );
});

describe('the address of a person', () => {
  const EMAIL = { email: 'amy@example.test', email_verified: true };

  test.each([
    ['asked for', true, 1],
    ['in the proof itself', false, 0],
  ])('is %s', async (_, asksForEmail, times) => {
    const other = await startLoopbackProvider({
      redirectUris: [REDIRECT],
      asksForEmail,
      authMethod: 'client_secret_basic',
    });
    other.accounts.set('amy', EMAIL);

    const proven = await identify(createIdentityProvider(settingsOf(other), { now }), 'amy');
    const email = await proven.email();
    await other.close();

    const { issuer, subject } = proven;
    expect({ issuer, subject, email }).toEqual({
      issuer: other.issuer,
      subject: 'amy',
      email: { address: 'amy@example.test', verified: true },
    });
    expect(other.asked.filter((path) => path === '/me')).toHaveLength(times);
  });

  test('is not known when the provider has gone away meanwhile', async () => {
    loopback.accounts.set('amy', EMAIL);
    const proven = await identify(createIdentityProvider(settingsOf(loopback), { now }), 'amy');
    loopback.goAway();

    expect(await refusalOf(proven.email())).toEqual(AWAY);
  });
});

test.each([
  ['another secret than that of who began', { verifier: 'w'.repeat(43) }],
  ['another page than the one it was for', { redirectUri: 'https://evil.test/api/auth/callback' }],
  ['a page that is none', { redirectUri: 'http://a b/api/auth/callback' }],
])('a code is worth nothing with %s', async (_, changed) => {
  loopback.accounts.set('amy', {});
  const provider = createIdentityProvider(settingsOf(loopback), { now });
  const back = await signInThere(await provider.addressFor(ATTEMPT), 'amy');
  const [code, iss] = [back.searchParams.get('code') ?? '', back.searchParams.get('iss') ?? ''];

  expect(await refusalOf(provider.identify({ ...ATTEMPT, ...changed }, { code, iss }))).toEqual(NOT_CONFIRMED);
});

describe('the app', () => {
  let it: TestApp;
  const opened: FastifyInstance[] = [];
  beforeAll(async () => {
    it = await openApp();
  });
  afterEach(() => Promise.all(opened.splice(0).map((app) => app.close())));
  afterAll(() => it.close());

  async function ask(config: Partial<Config>, headers: Record<string, string>, path = startSso.path) {
    const app = await createApp({ ...it.deps, config: { ...it.deps.config, ...config } });
    opened.push(app);
    const payload = path === signInBySso.path ? { code: 'c', state: 's' } : undefined;
    const { statusCode, body } = await app.inject({ method: 'POST', url: path, headers, ...(payload && { payload }) });
    return [statusCode, JSON.parse(body)] as const;
  }

  test.each([startSso.path, signInBySso.path])('without a provider has nothing at %s', async (path) => {
    const [status, body] = await ask({}, { host: 'crm.test', origin: 'http://crm.test' }, path);

    expect([status, body]).toMatchObject([404, { error: "Single sign-on isn't set up." }]);
  });

  test.each([
    ['its own origin', { host: 'crm.test', origin: 'http://crm.test' }, 'http://crm.test'],
    [
      'its own host, when the page does not say',
      { host: 'crm.test', 'sec-fetch-site': 'same-origin' },
      'http://crm.test',
    ],
    ['the page whose API it is', { host: 'api.crm.test', origin: 'http://crm.test' }, 'http://crm.test'],
    [
      'the host before a proxy',
      { host: 'a.test', origin: 'https://a.test', 'x-forwarded-proto': 'https' },
      'https://a.test',
    ],
  ])('sends the browser back to %s', async (_, headers: Record<string, string>, origin) => {
    const [, body] = await ask({ sso: settingsOf(loopback) }, headers);

    const { url } = (body as { data: { url: string } }).data;
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${origin}/api/auth/callback`);
  });

  test('says that the provider is away, and keeps no attempt', async () => {
    await it.owner.query('delete from sso_attempts');
    loopback.goAway();

    const [status, body] = await ask({ sso: settingsOf(loopback) }, { host: 'crm.test', origin: 'http://crm.test' });

    expect([status, body]).toMatchObject([503, { code: 'unavailable', error: AWAY.message }]);
    expect((await it.owner.query('select from sso_attempts')).rowCount).toBe(0);
  });
});
