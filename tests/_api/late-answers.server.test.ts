import { once } from 'node:events';
import { type IncomingMessage, request as ask } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { REQUEST_ID_HEADER } from '#contract/_wire.contract.ts';
import { endpoint } from '#contract/endpoint.ts';
import { sessionRoutes } from '../../server/features/session/session.routes.ts';
import { bind } from '../../server/http/bind.ts';
import { type Client, openApp, type TestApp } from './app.ts';

const common = {
  access: 'signedIn',
  audit: null,
  body: z.strictObject({ text: z.string() }),
  reply: z.object({ data: z.string() }),
} as const;

const search = endpoint({
  ...common,
  name: 'search',
  method: 'PATCH',
  path: '/v1/search',
  summary: 'Answers when it is let go',
  effect: 'read',
  idempotent: false,
  rate: 'read',
});
const make = endpoint({
  ...common,
  name: 'make',
  method: 'POST',
  path: '/v1/make',
  summary: 'Answers when it is let go',
  effect: 'write',
  idempotent: true,
  rate: 'write',
});

const BODY = { text: 'x' };

const SLOW = 'x-slow';

/** Simulates an authentication that takes all of a request's time. */
const slowDown = (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ headers }) => {
    if (headers[SLOW] !== undefined) await sleep(LIMIT_MS);
  });
};

/** Short for the test, and long beside one quick request. */
const LIMIT_MS = 500;

/** Work has begun; it is held until it is let go. */
let begun: PromiseWithResolvers<void>;
let held: PromiseWithResolvers<{ data: string }>;
let lines: Record<string, unknown>[] = [];
let it: TestApp;
let agent: Client;
beforeAll(async () => {
  const log = pino(
    { level: 'warn' },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const wait = ({ body: { text } }: { body: { text: string } }) => {
    if (text === 'quick') return Promise.resolve({ data: text });
    begun.resolve();
    return held.promise;
  };
  it = await openApp({
    answerMs: LIMIT_MS,
    log,
    features: [slowDown, sessionRoutes, (app) => bind(app, search, wait), (app) => bind(app, make, wait)],
  });
  agent = await it.signIn('agent');
});
afterAll(() => it.close());
beforeEach(() => {
  begun = Promise.withResolvers();
  held = Promise.withResolvers();
  lines = [];
});

/** Ends when a request that has just begun would be over its time. */
async function timeIsOver(): Promise<void> {
  expect((await agent.call(search, { body: BODY })).status).toBe(503);
}

test('a read that takes too long gets a retry time', async () => {
  const { status, headers, body } = await agent.call(search, { body: BODY });

  expect([status, headers['retry-after'], body]).toMatchObject([503, '2', { code: 'unavailable' }]);
});

test('a write with a key that takes too long gets a retry time, and then finds its result', async () => {
  const keyed = { body: BODY, idempotencyKey: 'late' };
  expect((await agent.call(make, keyed)).status).toBe(503);

  held.resolve({ data: 'made' });

  await expect
    .poll(async () => (await agent.call(make, keyed)).headers['idempotent-replayed'], { timeout: 5_000 })
    .toBe('true');
});

test('a write without a key is answered when its work is done, as its answer is given once', async () => {
  const answer = agent.call(make, { body: BODY });
  await begun.promise;
  await timeIsOver();

  held.resolve({ data: 'the only copy' });

  expect([(await answer).status, (await answer).body]).toEqual([200, { data: 'the only copy' }]);
});

test('a failure after the answer is in the log, with the id of the request', async () => {
  const answer = await agent.call(search, { body: BODY });

  held.reject(new Error('too late to tell'));

  await vi.waitFor(() =>
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 40,
        request_id: answer.headers[REQUEST_ID_HEADER],
        msg: 'failed after its answer',
        err: expect.objectContaining({ message: 'too late to tell' }),
      }),
    ),
  );
});

test('a body that comes slowly does not use up the time', async () => {
  const { host, port } = new URL(it.url);
  const headers = { host, origin: it.url, cookie: agent.cookie, 'content-type': 'application/json' };
  const request = ask({ port, method: search.method, path: search.path, headers });
  request.flushHeaders();
  const answered = once(request, 'response');
  await once(it.app.server, 'request');
  await timeIsOver();

  begun = Promise.withResolvers();
  request.end(JSON.stringify(BODY));
  await begun.promise;
  await agent.call(search, { body: { text: 'quick' } });
  held.resolve({ data: 'found' });
  const [response] = (await answered) as [IncomingMessage];

  response.resume();
  expect(response.statusCode).toBe(200);
});

test('the time for authentication counts as well', async () => {
  const slow = agent.call(search, { body: BODY, headers: { [SLOW]: 'yes' } });
  await sleep(LIMIT_MS / 2);
  const later = agent.call(search, { body: BODY });

  const first = await Promise.race([slow.then(() => 'the slow one'), later.then(() => 'the later one')]);

  held.resolve({ data: 'done' });
  expect(first).toBe('the slow one');
  expect((await slow).status).toBe(503);
  await later;
});
