import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asOwner, ConfigError, loadConfig, ROOT } from '../../server/config.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

test('an empty environment is a closed production on every address', () => {
  expect(loadConfig({})).toEqual({
    appEnv: 'production',
    brand: 'bellwether',
    port: 3000,
    host: '0.0.0.0',
    dataDir: join(ROOT, '.data'),
    databaseUrl: null,
    database: {
      directUrl: null,
      ownerUrl: null,
      appUrl: null,
      prepares: true,
      connections: 16,
      queueConnections: 6,
      exportConnections: 6,
      idleMs: 10_000,
      statementMs: 10_000,
      lockMs: 5_000,
      jobStatementMs: 600_000,
      idleInTransactionMs: 60_000,
    },
    secretKeys: [],
    logLevel: 'info',
    trustedProxies: [],
    allowPlainHttp: false,
    appUrl: null,
    sso: null,
    stripe: null,
    smtp: null,
    inboundMail: null,
    twilio: null,
    textPace: {
      numberASecond: 20,
      campaignAMinute: 1_200,
      brandADay: 1_000_000,
      segmentPrice: null,
      picturePrice: null,
    },
    numberPriceCents: 200,
    assistant: null,
    csg: null,
    fireLight: null,
    s3: null,
    files: { origin: null, quotaBytes: 5_368_709_120, scanner: null },
    requests: { perUser: 4, waiting: 40, perAccount: 12 },
    voice: {
      url: null,
      port: null,
      host: 'localhost',
      address: null,
      ports: null,
      prompts: null,
      ringMs: 60_000,
      perAddress: 500,
      perAccount: 5_000,
      drainMs: 10_000,
    },
    integrations: {
      clients: { google: null, outlook: null, phone_burner: null },
      calendlyUrl: 'https://api.calendly.com',
      sample: false,
    },
    customDomains: null,
    webhooksToPrivate: false,
    dnsServers: [],
    metrics: { token: null, port: null, host: 'localhost' },
    tracing: false,
    demoBook: 0,
  });
});

test.each([
  ['10.0.3.7', ['10.0.3.7']],
  ['loopback, 10.0.3.0/24,2001:db8::/32', ['loopback', '10.0.3.0/24', '2001:db8::/32']],
])('TRUSTED_PROXIES reads %s', (text, proxies) => {
  expect(loadConfig({ TRUSTED_PROXIES: text }).trustedProxies).toEqual(proxies);
});

test.each(['proxy.example.com', '10.0.3.0/33', '10.0.3', '*', '10.0.3.7;10.0.3.8', '10.0.3.7/'])(
  'TRUSTED_PROXIES refuses %s',
  (text) => {
    expect(faultsOf({ TRUSTED_PROXIES: text })).toEqual([
      'TRUSTED_PROXIES must be addresses or networks of proxies, separated by commas, such as 10.0.3.7 or 10.0.3.0/24; loopback means this machine.',
    ]);
  },
);

test('plain HTTP is allowed in so many words', () => {
  expect(loadConfig({ ALLOW_PLAIN_HTTP: 'true' }).allowPlainHttp).toBe(true);
  expect(faultsOf({ ALLOW_PLAIN_HTTP: 'yes' })).toEqual(['ALLOW_PLAIN_HTTP must be true or false.']);
});

test('demo listens on localhost alone unless told otherwise', () => {
  expect(loadConfig({ APP_ENV: 'demo' }).host).toBe('localhost');
  expect(loadConfig({ APP_ENV: 'demo', HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
});

test('a pooler keeps no prepared statements unless told otherwise', () => {
  const pooled = { APP_ENV: 'demo', DATABASE_URL: 'postgres://a@pool/c', DATABASE_DIRECT_URL: 'postgres://a@b/c' };

  expect(loadConfig(pooled).database).toMatchObject({ directUrl: 'postgres://a@b/c', prepares: false });
  expect(loadConfig({ ...pooled, DATABASE_PREPARED: 'true' }).database.prepares).toBe(true);
});

test('the owner works past the pooler, by its own address if it has one', () => {
  const pooled = { APP_ENV: 'demo', DATABASE_URL: 'postgres://a@pool/c', DATABASE_DIRECT_URL: 'postgres://a@b/c' };
  const urlOf = (env: Record<string, string>) => asOwner(loadConfig(env)).databaseUrl;

  expect([
    urlOf({ APP_ENV: 'demo', DATABASE_URL: 'postgres://a@b/c' }),
    urlOf(pooled),
    urlOf({ ...pooled, DATABASE_OWNER_URL: 'postgres://owner@b/c' }),
  ]).toEqual(['postgres://a@b/c', 'postgres://a@b/c', 'postgres://owner@b/c']);
});

test('no other way leads to the embedded database', () => {
  expect(faultsOf({ DATABASE_DIRECT_URL: 'postgres://a@b/c', DATABASE_OWNER_URL: 'postgres://a@b/c' })).toEqual([
    'DATABASE_URL is missing: DATABASE_DIRECT_URL is another way to the same database.',
    'DATABASE_URL is missing: DATABASE_OWNER_URL is another way to the same database.',
  ]);
});

test('an empty setting counts as absent', () => {
  expect(loadConfig({ PORT: '', BRAND: '' })).toEqual(loadConfig({}));
});

test('every error is listed at the same time', () => {
  const faults = faultsOf({
    APP_ENV: 'prod',
    BRAND: 'acme',
    PORT: '70000',
    DATABASE_URL: 'mysql://x',
    LOG_LEVEL: 'loud',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  });

  expect(faults).toEqual([
    'APP_ENV must be one of development, demo, stage, production, but is "prod".',
    'BRAND must be one of bellwether, silverline, stillwater, talentpath, but is "acme".',
    'PORT must be a whole number from 0 to 65535 (0 picks a free port), but is "70000".',
    'DATABASE_URL must look like postgres://user:password@host:5432/database.',
    'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, but is "loud".',
    'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, http/json, but is "grpc".',
  ]);
});

test('a port on which browsers open nothing is refused for pages', () => {
  expect(faultsOf({ PORT: '4190' })).toEqual([
    'PORT is 4190, on which browsers open no page: choose another one, such as 3000.',
  ]);
});

test('a secret comes from the file that its _FILE setting names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-secret-'));
  writeFileSync(join(folder, 'url'), 'postgres://a:b@c/d\n');

  expect(loadConfig({ APP_ENV: 'demo', DATABASE_URL_FILE: join(folder, 'url') }).databaseUrl).toBe(
    'postgres://a:b@c/d',
  );
  rmSync(folder, { recursive: true });
});

test('a secret file that is missing is a fault beside the others', () => {
  expect(faultsOf({ DATABASE_URL_FILE: '/nowhere/url', DATABASE_URL: 'postgres://a/b', PORT: 'x' })).toEqual([
    'DATABASE_URL and DATABASE_URL_FILE are both set: keep one of them.',
    "DATABASE_URL_FILE names /nowhere/url, which can't be read.",
    'PORT must be a whole number from 0 to 65535 (0 picks a free port), but is "x".',
  ]);
});

describe('single sign-on', () => {
  const SSO = { SSO_ISSUER: 'https://login.example.com', SSO_CLIENT_ID: 'crm', SSO_CLIENT_SECRET: 'secret' };

  test('works with an issuer, a client id and a secret', () => {
    expect(loadConfig({ ...SSO, SSO_LABEL: 'Harbor login' }).sso).toEqual({
      issuer: 'https://login.example.com',
      clientId: 'crm',
      clientSecret: 'secret',
      label: 'Harbor login',
    });
    expect(loadConfig(SSO).sso?.label).toBe('Sign in with single sign-on');
  });

  test('is not there by half', () => {
    expect(faultsOf({ SSO_ISSUER: SSO.SSO_ISSUER })).toEqual([
      'SSO_CLIENT_ID is missing: single sign-on needs SSO_ISSUER, SSO_CLIENT_ID, SSO_CLIENT_SECRET.',
      'SSO_CLIENT_SECRET is missing: single sign-on needs SSO_ISSUER, SSO_CLIENT_ID, SSO_CLIENT_SECRET.',
    ]);
  });

  test.each(['http://login.example.com', 'login.example.com', 'http://localhost.evil.test'])(
    'does not ask %s',
    (issuer) => {
      expect(faultsOf({ ...SSO, SSO_ISSUER: issuer })).toEqual([
        'SSO_ISSUER must be the https address of the identity provider, such as https://login.example.com.',
      ]);
    },
  );

  test('may ask a provider on this machine without https', () => {
    expect(loadConfig({ ...SSO, SSO_ISSUER: 'http://localhost:9000' }).sso?.issuer).toBe('http://localhost:9000');
  });
});

test('the public address is an origin', () => {
  expect(loadConfig({ APP_URL: 'https://CRM.example.com/' }).appUrl).toBe('https://crm.example.com');
  expect(faultsOf({ APP_URL: 'crm.example.com' })).toEqual([
    'APP_URL must be the address that people type, such as https://crm.example.com.',
  ]);
});
