import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { bind } from '../../server/http/bind.ts';
import { sessionRoutes } from '../../server/features/session/session.routes.ts';
import { type Client, openApp, type TestApp } from './app.ts';

const LIMIT = 1024 * 1024;

const put = endpoint({
  name: 'putThing',
  method: 'POST',
  path: '/v1/things',
  summary: 'Takes a file',
  effect: 'write',
  access: 'signedIn',
  idempotent: true,
  rate: 'upload',
  audit: null,
  upload: { field: 'file', maxBytes: LIMIT, required: false },
  body: z.strictObject({
    title: z.optional(z.string()),
    owner_id: z.optional(z.int()),
    tags: z.optional(z.array(z.int())),
    ignore: z.optional(z.boolean()),
  }),
  reply: z.unknown(),
});

/** Its handler leaves the file alone. */
const leave: typeof put = { ...put, name: 'leaveThing', path: '/v1/left_things' };

let it: TestApp;
let agent: Client;
beforeAll(async () => {
  it = await openApp({
    features: [
      sessionRoutes,
      (app) => {
        bind(app, put, async ({ body, file }) => {
          if (file === null) return { body, file: null };
          const hash = createHash('sha256');
          let bytes = 0;
          for await (const chunk of file.stream) {
            hash.update(chunk as Buffer);
            bytes += (chunk as Buffer).length;
          }
          return { body, file: { name: file.fileName, bytes, sha: hash.digest('hex'), truncated: file.truncated() } };
        });
        bind(app, leave, async () => ({ done: true }));
      },
    ],
  });
  agent = await it.signIn('agent');
});
afterAll(() => it.close());

const fileOf = (bytes: number) => new File([new Uint8Array(bytes).fill(97)], 'people.csv');
const shaOf = (bytes: number) => createHash('sha256').update(Buffer.alloc(bytes, 97)).digest('hex');

describe('an upload', () => {
  test('has its fields as the schema wants them, and its file byte by byte', async () => {
    const body = { title: '42', owner_id: 7, tags: [1, 2], ignore: true };

    const answer = await agent.call(put, { body, file: fileOf(300_000) });

    expect(answer.body).toEqual({
      body,
      file: { name: 'people.csv', bytes: 300_000, sha: shaOf(300_000), truncated: false },
    });
  });

  test('without a file is a plain body', async () => {
    const answer = await agent.call(put, { body: { title: 'x' } });

    expect(answer.body).toEqual({ body: { title: 'x' }, file: null });
  });

  test('is cut at the limit, and the handler learns it', async () => {
    const answer = await agent.call(put, { body: {}, file: fileOf(LIMIT + 1) });

    expect(answer.body).toMatchObject({ file: { bytes: LIMIT, truncated: true } });
  });

  test('with an unknown field is refused by its name', async () => {
    const form = new FormData();
    form.append('role', 'admin');
    form.append('file', fileOf(10));

    const answer = await agent.send('POST', '/v1/things', { body: form });

    expect([answer.status, answer.body]).toMatchObject([422, { errors: { role: ['Unknown field.'] } }]);
  });

  test('with its file in the wrong field is refused by its name', async () => {
    const form = new FormData();
    form.append('photo', fileOf(10));

    const answer = await agent.send('POST', '/v1/things', { body: form });

    expect([answer.status, answer.body]).toMatchObject([422, { errors: { photo: ['Unknown field.'] } }]);
  });

  test('that a handler does not read leaves the connection in order', async () => {
    const answers = [];
    for (let at = 0; at < 3; at += 1) answers.push(await agent.call(leave, { body: {}, file: fileOf(900_000) }));

    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, { done: true }]));
  });

  test('of a stranger is refused before it arrives', async () => {
    const answer = await it.visitor().call(put, { body: {}, file: fileOf(900_000) });

    expect(answer.status).toBe(401);
  });
});
