import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { openApp, type TestApp } from './app.ts';

const pages = mkdtempSync(join(tmpdir(), 'bellwether-headers-'));
let it: TestApp;
beforeAll(async () => {
  mkdirSync(join(pages, 'assets'));
  writeFileSync(join(pages, 'index.html'), '<!doctype html><html><head><title>x</title></head></html>');
  writeFileSync(join(pages, 'assets', 'main-a1b2.js'), 'export {};');
  it = await openApp({ pages });
});
afterAll(async () => {
  await it.close();
  rmSync(pages, { recursive: true });
});

/** Headers that vary between responses, and those that only describe the connection and the body. */
const FLEETING = /^(date|x-request-id|content-length|connection|keep-alive|etag|last-modified|accept-ranges|allow)$/;

async function headersOf(path: string, headers: Record<string, string> = {}) {
  const answer = await it.visitor().send('GET', path, { headers: { origin: null, ...headers } });
  return Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !FLEETING.test(name)));
}

/** On every answer, whatever it is. */
const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
};

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const DATA = {
  ...EVERYWHERE,
  'content-security-policy': NOTHING,
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  vary: 'origin',
};

/** What is left of the minute of a rate class. */
const COUNTED = {
  'ratelimit-limit': '60000',
  'ratelimit-remaining': expect.stringMatching(/^\d+$/),
  'ratelimit-reset': expect.stringMatching(/^\d+$/),
};

const PAGE = {
  ...EVERYWHERE,
  'content-security-policy':
    "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;" +
    "font-src 'self' data:;media-src 'self' blob:;worker-src 'self' blob:;connect-src 'self';object-src 'none';" +
    "base-uri 'none';form-action 'self';frame-ancestors 'none'",
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

describe('the headers of', () => {
  test('data', async () => {
    expect(await headersOf('/v1/health')).toEqual({ ...DATA, ...COUNTED });
  });

  test('a page', async () => {
    expect(await headersOf('/contacts')).toEqual({
      ...PAGE,
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  test('an asset', async () => {
    expect(await headersOf('/assets/main-a1b2.js')).toEqual({
      ...PAGE,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
  });

  test('a refusal', async () => {
    expect(await headersOf('/v1/users/me')).toEqual({ ...DATA, ...COUNTED });
  });

  // Helmet's headers for pages do no harm here.
  test.each(['/v1/nothing', '/v1/sessions'])('an error at %s', async (path) => {
    expect(await headersOf(path)).toEqual({ ...PAGE, ...DATA });
  });

  test('a missing asset', async () => {
    const { vary: _, ...data } = DATA;

    expect(await headersOf('/assets/other.js')).toEqual({ ...PAGE, ...data });
  });
});

test.each(['/v1/health', '/contacts', '/assets/main-a1b2.js', '/v1/nothing'])(
  'only https promises to stay, for a year and every host below, at %s',
  async (path) => {
    const secure = await headersOf(path, { 'x-forwarded-proto': 'https' });
    const plain = await headersOf(path);

    expect([secure['strict-transport-security'], plain['strict-transport-security']]).toEqual([
      'max-age=31536000; includeSubDomains',
      undefined,
    ]);
  },
);

test('a page may call the API host that its host belongs to, and nothing else', async () => {
  const app = await createApp(
    { ...it.deps, config: { ...it.deps.config, appUrl: 'https://crm.example.test' } },
    { pages },
  );
  const { headers } = await app.inject({ url: '/contacts' });
  await app.close();

  expect(headers['content-security-policy']).toContain(
    "connect-src 'self' https://api.crm.example.test wss://api.crm.example.test;",
  );
});

test('a process that leaves lets its kept connections go, one with each answer', async () => {
  const connectionOf = async () => (await it.visitor().send('GET', '/v1/health')).headers['connection'];
  const before = await connectionOf();
  it.app.leaving = true;
  const leaving = await connectionOf();
  it.app.leaving = false;

  expect([before, leaving]).toEqual(['keep-alive', 'close']);
});
