import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { sessionRoutes } from '../../server/features/session/session.routes.ts';
import { bind } from '../../server/http/bind.ts';
import { type Client, openApp, type TestApp } from './app.ts';
import { RATES_PER_MINUTE } from '../../server/http/rate-limits.ts';

const hold = endpoint({
  access: 'signedIn',
  effect: 'read',
  idempotent: false,
  rate: 'report',
  audit: null,
  name: 'hold',
  method: 'GET',
  path: '/v1/hold',
  summary: 'Answers when it is let go',
  reply: z.object({ data: z.string() }),
});

let it: TestApp;
let [agent, peer, manager, outsider]: Client[] = [];
/** Users whose requests run. */
let running: number[] = [];
let letGo: PromiseWithResolvers<void>;

beforeAll(async () => {
  it = await openApp({
    config: { requests: { perUser: 2, waiting: 3, perAccount: 4 } },
    features: [
      sessionRoutes,
      (app) =>
        bind(app, hold, async ({ identity }) => {
          running.push(identity.userId);
          await letGo.promise;
          return { data: 'held' };
        }),
    ],
  });
  it.stopClock();
  [agent, peer, manager, outsider] = await Promise.all(
    (['agent', 'peer', 'manager', 'outsider'] as const).map((name) => it.signIn(name)),
  );
});
afterAll(() => it.close());
beforeEach(() => {
  running = [];
  letGo = Promise.withResolvers();
  it.advance(60_000);
});
afterEach(() => letGo.resolve());

const ask = (client: Client | undefined) => {
  if (client === undefined) throw new Error('not signed in');
  return client.call(hold);
};
const askOften = (client: Client | undefined, times: number) => Array.from({ length: times }, () => ask(client));
const idOf = (client: Client | undefined) => client?.person?.id ?? 0;
const byNumber = (one: number, other: number) => one - other;
const runs = async (...clients: (Client | undefined)[]) =>
  expect.poll(() => running.toSorted(byNumber)).toEqual(clients.map(idOf).toSorted(byNumber));
const statusesOf = async (asked: ReturnType<typeof askOften>) => (await Promise.all(asked)).map(({ status }) => status);

describe('requests at the same time', () => {
  test('of one user wait for each other, and nobody else waits for them', async () => {
    const own = askOften(agent, 4);
    await runs(agent, agent);
    const others = [ask(peer), ask(outsider)];
    await runs(agent, agent, peer, outsider);

    letGo.resolve();
    expect(await statusesOf([...own, ...others])).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('of one user are refused beyond the line, with the seconds to wait', async () => {
    const own = askOften(agent, 6);

    // Whichever arrives last: the others are answered once they are let go.
    const { status, headers, body } = await Promise.race(own);

    expect([status, headers['retry-after'], body]).toMatchObject([
      429,
      '2',
      { code: 'too_many', error: 'You have too many requests running. Please try again in a moment.' },
    ]);
    letGo.resolve();
    expect((await statusesOf(own)).toSorted(byNumber)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('of one account leave room for other accounts', async () => {
    const own = [...askOften(agent, 2), ...askOften(peer, 2)];
    await runs(agent, agent, peer, peer);
    const waiting = ask(manager);
    const other = ask(outsider);
    await runs(agent, agent, peer, peer, outsider);

    letGo.resolve();
    expect(await statusesOf([...own, waiting, other])).toEqual([200, 200, 200, 200, 200, 200]);
    expect(running).toContain(idOf(manager));
  });

  test('that nobody awaits any more do not run', async () => {
    const own = askOften(agent, 2);
    await runs(agent, agent);
    const leaving = new AbortController();
    const arrived = once(it.app.server, 'request') as Promise<[IncomingMessage]>;
    const left = fetch(`${it.url}${hold.path}`, { headers: { cookie: agent?.cookie ?? '' }, signal: leaving.signal });
    const [{ socket }] = await arrived;
    leaving.abort();
    await expect(left).rejects.toThrow();
    await expect.poll(() => socket.destroyed).toBe(true);
    const next = ask(agent);

    letGo.resolve();
    expect(await statusesOf([...own, next])).toEqual([200, 200, 200]);
    expect(running).toHaveLength(3);
  });
});

describe('every answer says how many requests are left of the minute', () => {
  test('until there are none', async () => {
    letGo.resolve();
    const answers = [];
    const most = RATES_PER_MINUTE.report;
    for (let time = 0; time <= most; time += 1) answers.push(await ask(peer));
    const told = answers.map(({ status, headers }) => [
      status,
      headers['ratelimit-limit'],
      headers['ratelimit-remaining'],
      Number(headers['ratelimit-reset']) <= 60,
    ]);

    expect(told[0]).toEqual([200, String(most), String(most - 1), true]);
    expect(told[most - 1]).toEqual([200, String(most), '0', true]);
    expect(told[most]).toEqual([429, String(most), '0', true]);
    expect(answers[most]?.headers['retry-after']).toBe(answers[most]?.headers['ratelimit-reset']);
  });
});
