import { request } from 'node:http';
import { expect, inject, test } from 'vitest';
import { readHealth } from '#contract/health.contract.ts';
import { DEMO_PASSWORD } from '../../server/features/demo/demo-people.ts';
import { clientOf } from '../_api/app.ts';
import { underAttack } from './attacker.ts';

const url = inject('appUrl');
const stranger = clientOf(url, null);

/** Milliseconds that a bystander waits at most. Ours: 300 hashes side by side took 4.1 s. */
const CALM_MS = 800;

interface Tried {
  readonly status: number;
  /** As a Cookie header has it. */
  readonly cookie: string;
}

/** A sign-in from an address of this machine, so that its count is not the one of other tests. */
function tryFrom(localAddress: string, username: string, password: string, cookie = ''): Promise<Tried> {
  const { host: reached, hostname, port, origin } = new URL(url);
  const headers = { host: reached, origin, 'content-type': 'application/json', cookie };
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
  return new Promise((done, fail) => {
    const sent = request({ host, port, localAddress, method: 'POST', path: '/v1/sessions', headers }, (answer) => {
      const set = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]);
      answer.resume().on('end', () => done({ status: answer.statusCode ?? 0, cookie: set.join('; ') }));
    });
    sent.on('error', fail).end(JSON.stringify({ username, password }));
  });
}

test('300 guesses at the same time from one address freeze nothing', async () => {
  const guesses = () =>
    Promise.all(Array.from({ length: 300 }, (_, nth) => tryFrom('127.0.0.9', `name${nth}`, 'a guess')));

  const { result, slowest } = await underAttack(() => stranger.call(readHealth), guesses);

  expect(result.filter(({ status }) => status !== 422 && status !== 429)).toEqual([]);
  expect(slowest).toBeLessThan(CALM_MS);
});

test("a stranger's guesses lock strangers out, and not the browser that a user has signed in with", async () => {
  const { status, cookie } = await tryFrom('127.0.0.1', 'sofia', DEMO_PASSWORD);
  expect(status).toBe(200);

  for (let nth = 0; nth < 8; nth += 1) await tryFrom(`127.0.1.${nth + 1}`, 'sofia', 'a guess');

  expect((await tryFrom('127.0.2.1', 'sofia', DEMO_PASSWORD)).status).toBe(422);
  expect((await tryFrom('127.0.0.1', 'sofia', DEMO_PASSWORD, cookie)).status).toBe(200);
});
