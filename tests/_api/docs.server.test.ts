import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '#contract/api-access.contract.ts';
import { openApp, type TestApp } from './app.ts';
import { openTab } from '../session/tab.ts';
import { RATES_PER_MINUTE } from '../../server/http/rate-limits.ts';

const WRONG_KEY = `bw_${'x'.repeat(43)}`;

let it: TestApp;

describe('in demo the page of the API', () => {
  beforeAll(async () => {
    it = await openApp({ config: { appEnv: 'demo', brand: 'silverline' } });
  });
  afterAll(() => it.close());

  test('is public, under the name of the brand', async () => {
    const { status, headers, body } = await it.visitor().send('GET', '/docs');

    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('<title>Silverline API</title>');
  });

  test('runs nothing but files of this server, and no style in the page itself', async () => {
    const { headers, body } = await it.visitor().send('GET', '/docs');

    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const loaded = [...String(body).matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)].map(([, path = '']) => path);
    const answers = await Promise.all(loaded.map((path) => it.visitor().send('GET', path)));
    expect(answers.map(({ status, headers: { 'content-type': type } }) => [status, type])).toEqual([
      [200, 'text/javascript; charset=utf-8'],
      [200, 'text/css; charset=utf-8'],
      [200, 'text/css; charset=utf-8'],
      [200, 'application/javascript; charset=utf-8'],
    ]);
  });

  test('offers no client where none was built', async () => {
    expect((await it.visitor().send('GET', '/docs')).body).not.toContain('client');
    expect((await it.visitor().send('GET', '/docs/bellwether-client.tgz')).status).toBe(404);
  });

  test('has the document of everything that is served', async () => {
    const { body } = await it.visitor().send('GET', '/docs/openapi.json');
    const { paths } = body as { paths: Record<string, Record<string, unknown>> };

    const calls = Object.values(paths).flatMap((methods) => Object.keys(methods));
    expect(calls.length).toBe(it.app.bound.length);
  });

  test.each(['/docs/static/swagger-ui.js', '/docs/static/../package.json', '/docs/docs.html', '/docs/other'])(
    'has no %s',
    async (path) => {
      expect((await it.visitor().send('GET', path)).status).toBe(404);
    },
  );
});

describe('in production the page of the API', () => {
  beforeAll(async () => {
    it = await openApp({ config: { appEnv: 'production', allowPlainHttp: true } });
  });
  afterAll(() => it.close());

  test('requires a session', async () => {
    const agent = await it.signIn('agent');

    expect((await agent.send('GET', '/docs')).status).toBe(200);
    expect((await agent.send('GET', '/docs/openapi.json')).status).toBe(200);
  });

  test('redirects everyone else to the sign-in, and reveals nothing', async () => {
    const page = await fetch(`${it.url}/docs`, { redirect: 'manual' });

    expect([page.status, page.headers.get('location'), await page.text()]).toEqual([302, '/login', '']);
    expect((await it.visitor().send('GET', '/docs/openapi.json')).status).toBe(401);
  });

  test('counts requests before it looks up the identity', async () => {
    it.stopClock();
    it.advance(60_000);
    for (let calls = 0; calls < RATES_PER_MINUTE.read; calls += 1) it.app.limiter.count('read', '127.0.0.1');
    const ask = (path: string) => it.visitor().send('GET', path, { headers: { authorization: `Bearer ${WRONG_KEY}` } });

    expect([(await ask('/docs')).status, (await ask('/docs/openapi.json')).status]).toEqual([429, 429]);
    it.advance(60_000);
    expect((await ask('/docs/openapi.json')).status).toBe(401);
  });

  test('has its document for a program with a key', async () => {
    const agent = await openTab(it, 'agent');
    const { body } = await agent.call(createApiKey, { body: { name: 'Reader', scopes: ['contacts.read'] } });
    const read = (key: string) =>
      it.visitor().send('GET', '/docs/openapi.json', { headers: { authorization: `Bearer ${key}` } });

    expect([(await read(body.data.key)).status, (await read(`${body.data.key}x`)).status]).toEqual([200, 401]);
  });
});
