import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '#contract/_wire.contract.ts';
import { listOutboxMails } from '#contract/mail.contract.ts';
import { updateTheme } from '#contract/profile.contract.ts';
import { readMe, signOut } from '#contract/session.contract.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import { safeParse } from 'zod/mini';
import { PASSWORD } from '../_db/world.ts';
import { type Client, openApp, type TestApp } from './app.ts';

let it: TestApp;
let agent: Client;
beforeAll(async () => {
  it = await openApp();
  agent = await it.signIn('agent');
});
afterAll(() => it.close());

const request_id = expect.stringMatching(/^[0-9a-f-]{36}$/);
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a refusal', () => {
  test.each([
    ['an unknown address', 'GET', '/v1/nothing', 404],
    ['a wrong method', 'PUT', '/v1/sessions', 405],
    ['no session', 'GET', '/v1/users/me', 401],
  ])('for %s has the agreed form and no stack', async (_, method, path, status) => {
    const answer = await it.visitor().send(method, path);

    expect(answer.status).toBe(status);
    expect(safeParse(ErrorBody, answer.body).success).toBe(true);
    expect(JSON.stringify(answer.body)).not.toMatch(/\bat \S+:\d+|\.ts/);
    expect(answer.headers['x-request-id']).toBe((answer.body as ErrorBody).request_id);
  });

  test('for a wrong method names the right ones', async () => {
    const answer = await it.visitor().send('PUT', '/v1/sessions');

    expect(answer.headers['allow']).toBe('POST, DELETE');
  });

  test('for a lack of permission says so as the specification has it', async () => {
    const answer = await agent.call(listOutboxMails);

    expect([answer.status, answer.body]).toEqual([
      403,
      { code: 'access_denied', error: 'Access denied!', errors: { user: 'Access denied!' }, request_id },
    ]);
  });

  test('names unknown fields', async () => {
    const body = JSON.stringify({ username: 'a', password: 'b', admin: true });
    const answer = await it.visitor().send('POST', '/v1/sessions', { headers: JSON_TYPE, body });

    expect([answer.status, answer.body]).toEqual([
      422,
      { code: 'refused', error: 'admin: Unknown field.', errors: { admin: ['Unknown field.'] }, request_id },
    ]);
  });

  test('names every field that is wrong, in sentences', async () => {
    const body = JSON.stringify({ username: '' });
    const answer = await it.visitor().send('POST', '/v1/sessions', { headers: JSON_TYPE, body });

    expect(answer.body).toEqual({
      code: 'refused',
      error: 'Enter your username.',
      errors: { username: ['Enter your username.'], password: ['Required.'] },
      request_id,
    });
  });

  test('for a body that may have several forms judges the likeliest one', async () => {
    const body = JSON.stringify({ otp_code: '' });
    const answer = await it.visitor().send('POST', '/v1/sessions', { headers: JSON_TYPE, body });

    expect(answer.body).toMatchObject({ errors: { otp_secret: ['Required.'], otp_code: ['Enter the code.'] } });
  });

  test('for an unknown value names the field', async () => {
    const answer = await agent.send('PATCH', '/v1/users/update_theme', {
      headers: JSON_TYPE,
      body: JSON.stringify({ background: 'pink' }),
    });

    expect(answer.body).toMatchObject({
      error: 'background: Invalid option: expected one of "default"|"dark".',
      errors: { background: ['Invalid option: expected one of "default"|"dark".'] },
    });
  });

  test.each([
    ['no JSON', JSON_TYPE, '{', "The body isn't valid JSON."],
    ['a prototype', JSON_TYPE, '{"__proto__":{}}', "The body isn't valid JSON."],
    ['plain text', { 'content-type': 'text/plain' }, '{}', 'Send the body as application/json or multipart/form-data.'],
    [
      'a form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'a=b',
      'Send the body as application/json or multipart/form-data.',
    ],
  ])('for a body that is %s is 400', async (_, headers, body, error) => {
    const answer = await it.visitor().send('POST', '/v1/sessions', { headers, body });

    expect([answer.status, answer.body]).toEqual([400, { code: 'unreadable', error, errors: {}, request_id }]);
  });
});

describe('an address', () => {
  test('with an id that is none answers like an unknown one', async () => {
    const answer = await agent.send('GET', '/v1/contacts/abc');

    expect(answer.status).toBe(404);
  });
});

describe('the identity that a tab believes in', () => {
  test('is refused when it is another one', async () => {
    const answer = await agent.call(readMe, { headers: { 'x-identity': `${agent.person?.id}:1` } });

    expect([answer.status, answer.body]).toMatchObject([409, { code: 'identity_changed' }]);
  });

  test('may be left out by a read', async () => {
    expect((await agent.call(readMe, { headers: { 'x-identity': null } })).status).toBe(200);
  });

  test('is required of a write', async () => {
    const answer = await agent.call(updateTheme, { body: {}, headers: { 'x-identity': null } });

    expect([answer.status, answer.body]).toMatchObject([400, { code: 'unreadable' }]);
  });
});

describe('a write', () => {
  test.each([
    ['no origin at all', { origin: null }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['a sibling', { origin: 'http://evil.127.0.0.1' }],
    ['a browser that says cross-site', { origin: null, 'sec-fetch-site': 'cross-site' }],
    ['a browser that says same-site', { origin: null, 'sec-fetch-site': 'same-site' }],
  ])('from %s is refused', async (_, headers) => {
    const answer = await it.visitor().call(signIn, { body: { username: 'agent', password: PASSWORD }, headers });

    expect([answer.status, answer.body]).toMatchObject([
      403,
      { code: 'access_denied', error: "This request doesn't come from a page of this site." },
    ]);
  });

  test('from a page of this site is taken', async () => {
    const headers = { origin: null, 'sec-fetch-site': 'same-origin' };

    expect((await agent.call(updateTheme, { body: {}, headers })).status).toBe(200);
  });
});

describe('every answer', () => {
  test('forbids to sniff, to frame and to keep', async () => {
    const { headers } = await agent.call(readMe);

    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
      'cache-control': 'no-store',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('has the id that the page gave the call, also when it is a refusal', async () => {
    const id = 'a'.repeat(16);
    const answers = [
      await agent.call(readMe, { headers: { 'x-request-id': id } }),
      await it.visitor().call(readMe, { headers: { 'x-request-id': id } }),
    ];

    expect(answers.map(({ status, headers }) => [status, headers['x-request-id']])).toEqual([
      [200, id],
      [401, id],
    ]);
    expect(answers[1]?.body).toMatchObject({ request_id: id });
  });

  test.each([
    ['too short', 'a'.repeat(15)],
    ['too long', 'a'.repeat(65)],
    ['more than a word', 'jane@example.com of Austin'],
    ['of two', `${'a'.repeat(16)}, ${'b'.repeat(16)}`],
    ['beyond ASCII', 'é'.repeat(16)],
  ])('has an id of our own where the given one is %s', async (_, id) => {
    const { headers } = await agent.call(readMe, { headers: { 'x-request-id': id } });

    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('no session', () => {
  test('clears no cookie that the request did not know of', async () => {
    const answer = await it.visitor().call(readMe);

    expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
  });
});

describe('a session that is over', () => {
  test('clears the cookie', async () => {
    const client = await it.signIn('peer');
    const { cookie } = client;
    await client.call(signOut);

    const answer = await it.visitor().call(readMe, { headers: { cookie } });

    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBe('token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  });
});
