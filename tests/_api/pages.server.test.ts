import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Boot } from '#contract/_boot.contract.ts';
import { parse } from 'zod/mini';
import { bootOf, pageOf } from '../../server/http/boot.ts';
import { openApp, type TestApp } from './app.ts';

const TEMPLATE = `<!doctype html>
<html lang="en" data-brand="bellwether"><head><title>Bellwether</title></head><body></body></html>`;

const pages = mkdtempSync(join(tmpdir(), 'bellwether-pages-'));
let it: TestApp;
beforeAll(async () => {
  mkdirSync(join(pages, 'assets'));
  writeFileSync(join(pages, 'index.html'), TEMPLATE);
  writeFileSync(join(pages, 'assets', 'main-a1b2.js'), 'export {};');
  writeFileSync(join(pages, 'assets', 'main-a1b2.js.br'), brotliCompressSync('export {};'));
  writeFileSync(join(pages, 'assets', 'main-a1b2.js.map'), '{}');
  it = await openApp({ pages });
});
afterAll(async () => {
  await it.close();
  rmSync(pages, { recursive: true });
});

const get = (path: string, headers = {}) => it.visitor().send('GET', path, { headers });
const bootIn = (page: string) => parse(Boot, JSON.parse(/id="boot">(.*?)<\/script>/.exec(page)?.[1] ?? ''));

describe('a page', () => {
  test.each(['/', '/contacts', '/contacts/1001?tab=notes', '/_app', '/sso-logout'])(
    'at %s is the app',
    async (path) => {
      const answer = await get(path);

      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(bootIn(String(answer.body))).toMatchObject({ brand: 'bellwether', app_env: 'development' });
    },
  );

  test('is asked for again each time, and runs no script but its own files', async () => {
    const { headers } = await get('/');

    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain("default-src 'none'");
  });

  test('lets in the providers that an account uses, from the next load on, and no others', async () => {
    const { accountId, people } = it.world;
    await it.owner.query(
      `insert into setting_changes (account_id, setting, version, value, changed_by, changed_at)
       values ($1, 'intercom_app_id', 1, '"ab12cd34"', $2, now()), ($1, 'zendesk_key', 1, '""', $2, now())`,
      [accountId, people.admin.id],
    );
    const body = { type: 'resource.changed', subject: 'setting' };
    await it.deps.pubSub.publish([{ sequence: 1, stream: `account:${accountId}`, epoch: 'e', offset: 1, body }]);

    const { headers, body: page } = await get('/contacts');

    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' https:\/\/app\.intercom\.io https:\/\/widget\.intercom\.io /u);
    expect(policy).not.toMatch(/zdassets|crisp|googletagmanager/u);
    expect(bootIn(String(page)).third_parties).toEqual(['intercom_app_id']);
  });

  test("isn't served at the API's address", async () => {
    expect((await get('/v1/contacts/new/form')).headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await get('/v1/contacts/new/form')).status).toBe(404);
  });
});

describe('a file', () => {
  test('with a hash in its name is kept for good', async () => {
    const answer = await get('/assets/main-a1b2.js');

    expect([answer.status, answer.body]).toEqual([200, 'export {};']);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('goes out as the build has compressed it, to a browser that takes that', async () => {
    const plain = await get('/assets/main-a1b2.js');
    const small = await get('/assets/main-a1b2.js', { 'accept-encoding': 'gzip, br' });

    expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'accept-encoding']);
    expect([small.headers['content-encoding'], small.headers['content-type']]).toEqual([
      'br',
      'application/javascript; charset=utf-8',
    ]);
    expect(small.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test.each([
    '/assets/other.js',
    '/assets/main-a1b2.js.br',
    '/assets/main-a1b2.js.map',
    '/favicon.ico',
    '/assets/../../package.json',
  ])('%s is not there', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe('the boot block', () => {
  test('offers the demo sign-ins in demo and development only', () => {
    const demoOf = (appEnv: 'development' | 'demo' | 'stage' | 'production') =>
      bootOf({ brand: 'bellwether', appEnv, sso: null }).demo?.people.map(({ username }) => username) ?? null;

    expect([demoOf('development'), demoOf('demo'), demoOf('stage'), demoOf('production')]).toEqual([
      ['agent', 'manager', 'admin'],
      ['agent', 'manager', 'admin'],
      null,
      null,
    ]);
  });

  test('reveals only the button text of single sign-on', () => {
    const sso = { issuer: 'https://login.test', clientId: 'crm', clientSecret: 'secret', label: 'Harbor login' };
    const ssoOf = (given: typeof sso | null) => bootOf({ brand: 'bellwether', appEnv: 'production', sso: given }).sso;

    expect([ssoOf(sso), ssoOf(null)]).toEqual([{ label: 'Harbor login' }, null]);
  });

  test("can't be closed by its content", () => {
    const page = pageOf(TEMPLATE, {
      ...bootOf({ brand: 'stillwater', appEnv: 'production', sso: null }),
      version: '</script>$&',
    });

    expect(page.match(/<\/script>/g)).toHaveLength(1);
    expect(bootIn(page).version).toBe('</script>$&');
    expect(page).toContain('data-brand="stillwater"');
  });
});
