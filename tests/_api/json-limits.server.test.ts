import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#contract/_wire.contract.ts';
import { type Client, openApp, type TestApp } from './app.ts';

let it: TestApp;
let agent: Client;
beforeAll(async () => {
  it = await openApp();
  agent = await it.signIn('agent');
});
afterAll(() => it.close());

const keys = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":0`).join(',');
const textOf = (length: number) => JSON.stringify({ username: 'a'.repeat(length) });
const post = (client: Client, path: string, body: string) =>
  client.send('POST', path, { headers: { 'content-type': 'application/json' }, body });

const errorOf = async (client: Client, path: string, body: string) => {
  const answer = await post(client, path, body);
  return [answer.status, (answer.body as ErrorBody).code, (answer.body as ErrorBody).error];
};

describe('a body without a session', () => {
  test.each([
    ['larger than 16 KB', '/v1/sessions', textOf(16_400), 'The body is too large: send 16 KB at most.'],
    ['larger, to an unknown path', '/v1/nothing', textOf(16_400), 'The body is too large: send 16 KB at most.'],
    ['nested', '/v1/sessions', '['.repeat(17), 'The JSON is nested too deeply: use 16 levels at most.'],
    ['of many keys', '/v1/sessions', `{${keys(1_001)}}`, 'The JSON has too many entries: send 1,000 at most.'],
  ])('is refused where it is %s', async (_, path, body, error) => {
    expect(await errorOf(it.visitor(), path, body)).toEqual([400, 'unreadable', error]);
  });

  test('may have 16 KB', async () => {
    expect((await post(it.visitor(), '/v1/sessions', textOf(16_300))).status).toBe(422);
  });
});

describe('a body of a user', () => {
  test.each([
    ['nested', '['.repeat(33), 'The JSON is nested too deeply: use 32 levels at most.'],
    ['of many keys', `{${keys(50_001)}}`, 'The JSON has too many entries: send 50,000 at most.'],
  ])('is refused where it is %s', async (_, body, error) => {
    expect(await errorOf(agent, '/v1/contacts', body)).toEqual([400, 'unreadable', error]);
  });

  test('may carry 10,000 ids and a text of 2 MB', async () => {
    const ids = JSON.stringify({ ids: Array.from({ length: 10_000 }, (_, n) => 9_000_000_000 + n) });
    const text = textOf(2_000_000);

    expect((await post(agent, '/v1/contacts', ids)).status).toBe(422);
    expect((await post(agent, '/v1/contacts', text)).status).toBe(422);
  });
});

describe('a refusal', () => {
  test('names 20 problems and counts the others', async () => {
    const { body } = await post(agent, '/v1/contacts', `{${keys(10_000)}}`);
    const { errors } = body as ErrorBody;

    expect(Object.keys(errors)).toHaveLength(21);
    expect(errors['body']).toEqual(['And 9,981 more problems.']);
  });

  test('names a single other problem in the singular', async () => {
    const { body } = await post(it.visitor(), '/v1/sessions', `{"username":"a","password":"b",${keys(21)}}`);

    expect((body as ErrorBody).errors['body']).toEqual(['And 1 more problem.']);
  });
});

test('a field of a form that is too large for JSON stays text', async () => {
  const form = new FormData();
  form.append('fields', '['.repeat(100_000));
  form.append('file', new Blob(['a']), 'a.csv');
  const { status, body } = await agent.send('POST', '/v1/contacts/import', { body: form });

  expect([status, (body as ErrorBody).errors]).toMatchObject([
    422,
    { fields: [expect.stringContaining('expected record')] },
  ]);
});
