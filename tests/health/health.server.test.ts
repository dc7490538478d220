import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readHealth } from '#contract/health.contract.ts';
import { openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());

test('a server with a reachable, migrated database is healthy', async () => {
  const answer = await it.visitor().call(readHealth);

  expect([answer.status, answer.body]).toEqual([200, { data: { status: 'ok', version: '0.2.37' } }]);
});

test('a server with an older database is not', async () => {
  await it.owner.query(`update kysely_migration set name = '0001_other' where name = '0001_foundation'`);

  const answer = await it.visitor().call(readHealth);
  const ready = await it.visitor().send('GET', '/readyz');
  await it.owner.query(`update kysely_migration set name = '0001_foundation' where name = '0001_other'`);

  expect([answer.status, answer.body]).toMatchObject([
    503,
    { code: 'unavailable', error: 'The database is not migrated to this version.' },
  ]);
  expect(answer.headers['retry-after']).toBe('5');
  expect(ready.status).toBe(503);
});

test('a server that leaves lives, and is not ready', async () => {
  const before = await it.visitor().send('GET', '/readyz');
  it.app.leaving = true;
  const after = await it.visitor().send('GET', '/readyz');
  const life = await it.visitor().send('GET', '/healthz');
  it.app.leaving = false;

  expect([before.status, after.status, life.status]).toEqual([200, 503, 200]);
});

test('a lost database is reported, with a retry time', async () => {
  const own = await openApp();
  const { url } = own;
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  vi.spyOn(own.deps.pool, 'query').mockImplementation(() => {
    throw refused;
  });

  const answer = await fetch(`${url}/v1/health`);
  await own.close();

  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
});
