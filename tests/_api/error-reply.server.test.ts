import { SUDO_MIN } from '#contract/session.contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { sessionRoutes } from '../../server/features/session/session.routes.ts';
import { bind } from '../../server/http/bind.ts';
import { openApp, type TestApp } from './app.ts';

const fail = endpoint({
  name: 'fail',
  method: 'GET',
  path: '/v1/fail',
  summary: 'Fails in the way that is asked for',
  effect: 'read',
  access: 'public',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.strictObject({ code: z.string(), syscall: z.optional(z.string()) }),
  reply: z.object({ data: z.string() }),
});

/** Needs a proof of identity. */
const careful: typeof fail = { ...fail, name: 'careful', path: '/v1/careful', access: 'signedIn', sudo: true };

let it: TestApp;
beforeAll(async () => {
  it = await openApp({
    features: [
      sessionRoutes,
      (app) => bind(app, careful, () => Promise.resolve({ data: 'done' })),
      (app) =>
        bind(app, fail, ({ query: { code, syscall } }) => {
          if (code === 'wrong') return Promise.resolve({ data: 7 as unknown as string });
          return Promise.reject(Object.assign(new Error('the password is hunter2'), { code, syscall }));
        }),
    ],
  });
});
afterAll(() => it.close());

test.each([
  ['ECONNREFUSED', 'connect', 503],
  ['ENOENT', 'connect', 503],
  ['57P01', undefined, 503],
  ['40P01', undefined, 503],
  ['57014', undefined, 503],
  ['55P03', undefined, 503],
  ['25P03', undefined, 503],
  ['53200', undefined, 503],
  ['ENOTFOUND', 'getaddrinfo', 503],
  ['EAI_AGAIN', 'getaddrinfo', 503],
  ['EHOSTUNREACH', 'connect', 503],
  ['ENETUNREACH', 'connect', 503],
  ['22021', undefined, 422],
  ['ENOENT', 'open', 500],
  ['08P01', undefined, 500],
  ['53400', undefined, 500],
  ['57P04', undefined, 500],
  ['42P01', undefined, 500],
])('%s of %s is answered with %i, and without its text', async (code, syscall, status) => {
  const answer = await it.visitor().call(fail, { query: syscall === undefined ? { code } : { code, syscall } });

  expect(answer.status).toBe(status);
  expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined);
  expect(JSON.stringify(answer.body)).not.toContain('hunter2');
});

test('a text that no database can hold is refused by its name', async () => {
  const { body } = await it.visitor().call(fail, { query: { code: '22021', syscall: 'a\u0000b' } });

  expect(body).toMatchObject({ errors: { syscall: ["The text contains characters that can't be stored."] } });
});

test.each(['53100', 'ENOSPC', 'EDQUOT'])('%s is a full disk, which a person has to hear of', async (code) => {
  const answer = await it.visitor().call(fail, { query: { code } });

  expect([answer.status, answer.headers['retry-after'], answer.body]).toMatchObject([
    503,
    '30',
    { error: 'The server is out of storage. Please tell your administrator and try again later.' },
  ]);
});

test('a call that needs a proof of identity is refused without one', async () => {
  const agent = await it.signIn('agent');
  it.advance(SUDO_MIN * 60_000);

  const answer = await agent.call(careful, { query: { code: 'x' } });

  expect([answer.status, answer.body]).toMatchObject([403, { code: 'sudo_required', errors: {} }]);
});

test('an answer that breaks the contract is a fault while developing', async () => {
  const answer = await it.visitor().call(fail, { query: { code: 'wrong' } });

  expect([answer.status, answer.body]).toEqual([
    500,
    {
      code: 'failed',
      error: 'Something went wrong on our side. Please try again.',
      errors: {},
      request_id: expect.any(String),
    },
  ]);
});

test('an address that no one can read is refused like everything else', async () => {
  const answer = await it.app.inject({ url: '/v1/contacts/%zz' });

  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { code: 'unreadable', error: "The address isn't valid.", errors: {}, request_id: expect.any(String) },
  ]);
});
