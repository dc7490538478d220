import { request as ask } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../../server/config.ts';
import { openApp, type TestApp } from '../_api/app.ts';

const TOKEN = 'a-token-of-enough-letters';

/** Asks as a scraper does: Node's fetch would set headers of its own. */
const statusOf = (it: TestApp, headers: Record<string, string> = {}) =>
  new Promise<number>((answered, failed) => {
    const { port } = new URL(it.url);
    ask({ host: '127.0.0.1', port, path: '/metrics', headers }, (response) => {
      response.resume();
      answered(response.statusCode ?? 0);
    })
      .on('error', failed)
      .end();
  });

let it: TestApp;
const openWith = (config: Partial<Config>) => async () => {
  it = await openApp({ config });
};

describe('with a token /metrics on the port of the app', () => {
  beforeAll(openWith({ appEnv: 'production', metrics: { token: TOKEN, port: null, host: 'localhost' } }));
  afterAll(() => it.close());

  test('answers requests with the token', async () => {
    expect(await statusOf(it, { authorization: `Bearer ${TOKEN}` })).toBe(200);
  });

  test.each([
    ['nobody', {}],
    ['another token', { authorization: 'Bearer another-token-of-letters' }],
    ['one that is longer', { authorization: `Bearer ${TOKEN}x` }],
    ['another way', { authorization: `Basic ${TOKEN}` }],
    ['an address', { cookie: `token=${TOKEN}` }],
  ])('is not there for %s', async (_, headers: Record<string, string>) => {
    expect(await statusOf(it, headers)).toBe(404);
  });
});

describe('without a token /metrics on the port of the app', () => {
  describe('in production', () => {
    beforeAll(openWith({ appEnv: 'production' }));
    afterAll(() => it.close());

    test('is closed', async () => {
      expect(await statusOf(it)).toBe(404);
    });
  });

  describe('in demo', () => {
    beforeAll(openWith({ appEnv: 'demo' }));
    afterAll(() => it.close());

    test('is open to this machine', async () => {
      expect(await statusOf(it)).toBe(200);
    });

    test.each([
      ['who comes over a proxy', { 'x-forwarded-for': '203.0.113.7' }],
      ['who says so another way', { forwarded: 'for=203.0.113.7' }],
      ['a page of another name that leads here', { host: 'evil.example' }],
    ])('is not there for %s', async (_, headers: Record<string, string>) => {
      expect(await statusOf(it, headers)).toBe(404);
    });
  });
});
