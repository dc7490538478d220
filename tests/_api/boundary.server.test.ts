import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { updateTheme } from '#contract/profile.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { createTag, listTags } from '#contract/tags.contract.ts';
import { hashOf } from '../../server/http/authentication.ts';
import { type Client, openApp, type TestApp } from './app.ts';

const SITE = 'crm.example.test';
const OWN = `https://${SITE}`;
const KEY = `bw_${'k'.repeat(43)}`;

let it: TestApp;
let admin: Client;
beforeAll(async () => {
  it = await openApp({ config: { appEnv: 'production', allowPlainHttp: true } });
  admin = await it.signIn('admin');
  // Everything is there, so that nothing is refused before its form is looked at.
  await it.owner.query(
    `insert into feature_flags (account_id, feature, enabled, changed_by, changed_at)
     select account_id, 'chat', true, min(id), now() from users group by account_id`,
  );
  await it.owner.query(`update users set wallet_feature_enabled = true, max_plus_plan = 'premium'`);
});
afterAll(() => it.close());

type Headers = Readonly<Record<string, string>>;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Headers;
  readonly payload?: string;
}

/** As a request arrives from the proxy before this server: over https, at the host that it names. */
async function send({ method, path, headers = {}, payload }: Sent) {
  const answer = await it.app.inject({
    method: method as 'POST',
    url: path,
    headers: { host: SITE, 'x-forwarded-proto': 'https', ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? (answer.json() as unknown) : null };
}

/** Headers that a signed-in browser sends on its own, and those that its page adds. */
const signedIn = (client: Client): Headers => ({
  cookie: `__Host-${client.cookie}`,
  'x-identity': `${client.person?.id}:0`,
});

const writes = (): readonly Endpoint[] => it.app.bound.filter(({ effect }) => effect === 'write');
const pathOf = ({ path }: Endpoint): string =>
  path.replace(':format', 'csv').replace(':jid', randomUUID()).replaceAll(/:\w+/g, '1');
const rowsOf = async (table: string): Promise<number> => (await it.owner.query(`select from ${table}`)).rowCount ?? 0;

const JSON_BODY = { type: 'application/json', payload: '{}' };
const MULTIPART = {
  type: 'multipart/form-data; boundary=x',
  payload: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
};
const NOT_OURS = "This request doesn't come from a page of this site.";

/** Answers of all writes to one kind of request, counted by status and sentence. */
async function ask(endpoints: readonly Endpoint[], body: { type: string; payload: string }, headers: Headers) {
  const counted: Record<string, number> = {};
  for (const endpoint of endpoints) {
    const { status, body: told } = await send({
      method: endpoint.method,
      path: pathOf(endpoint),
      headers: { ...signedIn(admin), 'content-type': body.type, ...headers },
      payload: body.payload,
    });
    const answer = `${status} ${(told as { error?: string } | null)?.error ?? endpoint.name}`;
    counted[answer] = (counted[answer] ?? 0) + 1;
  }
  return counted;
}

describe('no write is accepted', () => {
  const ORIGINS: readonly (readonly [string, Headers])[] = [
    ['without an origin', {}],
    ['from another site', { origin: 'https://evil.example' }],
    ['from a page without an origin', { origin: 'null' }],
    ['from an agent’s public page', { origin: `https://jane.${SITE}` }],
    ['from the host of the API', { origin: `https://api.${SITE}` }],
    ['from the host above', { origin: 'https://example.test' }],
    ['from a site whose name begins alike', { origin: `${OWN}.evil.example` }],
    ['from this host over http', { origin: `http://${SITE}` }],
    ['from another port', { origin: `${OWN}:8443` }],
    ['from a page that the browser calls another site’s', { origin: OWN, 'sec-fetch-site': 'cross-site' }],
    ['from a sibling that does not say its origin', { 'sec-fetch-site': 'same-site' }],
    ['from an address that somebody typed', { 'sec-fetch-site': 'none' }],
    ['from this machine', { origin: 'http://localhost:3000' }],
  ];

  test.each(ORIGINS)('%s', async (_, headers) => {
    const before = [await rowsOf('audit_log'), await rowsOf('sessions')];

    expect(await ask(writes(), JSON_BODY, headers)).toEqual({ [`403 ${NOT_OURS}`]: writes().length });
    expect([await rowsOf('audit_log'), await rowsOf('sessions')]).toEqual(before);
  });

  test('with a file from another site', async () => {
    const uploads = writes().filter(({ upload }) => upload !== null);

    expect(uploads.length).toBeGreaterThan(0);
    expect(await ask(uploads, MULTIPART, { origin: 'https://evil.example' })).toEqual({
      [`403 ${NOT_OURS}`]: uploads.length,
    });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded'])('as a form of %s', async (type) => {
    const answers = await ask(writes(), { type, payload: '{}' }, { origin: OWN });

    expect(answers).toEqual({ '400 Send the body as application/json or multipart/form-data.': writes().length });
  });

  test('as multipart where no file belongs', async () => {
    const plain = writes().filter(({ upload }) => upload === null);

    expect(await ask(plain, MULTIPART, { origin: OWN })).toEqual({
      '400 Send the body as application/json.': plain.length,
    });
  });
});

describe('a write is accepted', () => {
  test.each<[string, Headers]>([
    ['from a page of this origin', { origin: OWN }],
    ['from a page of this origin, as the browser says', { origin: OWN, 'sec-fetch-site': 'same-origin' }],
    ['when only the browser says so', { 'sec-fetch-site': 'same-origin' }],
    ['from the page whose API this is', { host: `api.${SITE}`, origin: OWN, 'sec-fetch-site': 'same-site' }],
  ])('%s', async (_, headers) => {
    const { status } = await send({
      ...updateTheme,
      headers: { ...signedIn(admin), 'content-type': 'application/json', ...headers },
      payload: '{}',
    });

    expect(status).toBe(200);
  });
});

describe('a program with a key', () => {
  beforeAll(async () => {
    const { id, accountId } = it.world.people.peer;
    await it.owner.query(
      `insert into api_keys (account_id, user_id, kind, prefix, token_hash, created_at)
       values ($1, $2, 'token', 'bw_kkkkk', $3, now())`,
      [accountId, id, hashOf(KEY)],
    );
  });
  const authorization = `Bearer ${KEY}`;

  test('needs no origin', async () => {
    const { status } = await send({
      ...createTag,
      headers: { authorization, 'content-type': 'application/json' },
      payload: '{"name":"by a program"}',
    });

    expect(status).toBe(200);
  });

  test('is who the key says, whatever cookie comes along', async () => {
    const { body } = await send({ ...readMe, headers: { ...signedIn(admin), authorization } });

    expect(body).toMatchObject({ data: { id: it.world.people.peer.id } });
  });

  test.each(['', 'Bearer', 'Basic YWRtaW46YWRtaW4=', `Bearer bw_${'x'.repeat(43)}`])(
    'is nobody with “%s”, and no cookie stands in for it',
    async (wrong) => {
      const closed = it.app.bound.filter(({ access }) => access !== 'public');
      const open: string[] = [];
      for (const endpoint of closed) {
        const headers = { ...signedIn(admin), origin: OWN, authorization: wrong };
        const { status } = await send({ method: endpoint.method, path: pathOf(endpoint), headers });
        if (status !== 401) open.push(`${endpoint.name}: ${status}`);
      }

      expect(open).toEqual([]);
    },
  );
});

describe('across origins', () => {
  const api = { host: `api.${SITE}` };
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
  const crossing = (headers: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(headers).filter(([name]) => name.startsWith('access-control') || name === 'vary'),
    );

  test.each(['/v1/sessions', '/v1/contacts/1/notes', '/auth/profile'])(
    'the page of the site may ask its API for leave at %s',
    async (path) => {
      const answer = await send({ method: 'OPTIONS', path, headers: { ...api, ...preflight, origin: OWN } });

      expect([answer.status, crossing(answer.headers)]).toEqual([
        204,
        {
          'access-control-allow-origin': OWN,
          'access-control-allow-credentials': 'true',
          'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
          'access-control-allow-headers': 'content-type, x-identity, idempotency-key, x-request-id',
          'access-control-expose-headers': 'x-request-id, idempotent-replayed, retry-after, content-disposition',
          'access-control-max-age': '7200',
          vary: 'origin',
        },
      ]);
    },
  );

  test.each([200, 401])('it may read an answer of %i', async (status) => {
    const headers = { ...api, origin: OWN, ...(status === 200 ? signedIn(admin) : {}) };
    const answer = await send({ ...listTags, path: '/v1/tags/list', headers: { ...headers } });
    const me = await send({ ...readMe, headers });

    expect([me.status, crossing(me.headers)]).toEqual([
      status,
      {
        'access-control-allow-origin': OWN,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'x-request-id, idempotent-replayed, retry-after, content-disposition',
        vary: 'origin',
      },
    ]);
    expect(crossing(answer.headers)).toEqual(crossing(me.headers));
  });

  test.each<[string, Headers]>([
    ['another site', { ...api, origin: 'https://evil.example' }],
    ['a page without an origin', { ...api, origin: 'null' }],
    ['an agent’s public page', { ...api, origin: `https://jane.${SITE}` }],
    ['the page over http', { ...api, origin: `http://${SITE}` }],
    ['another port', { ...api, origin: `${OWN}:8443` }],
    ['a site whose name ends alike', { ...api, origin: `https://evil${SITE}` }],
    ['an origin with a path', { ...api, origin: `${OWN}/` }],
    ['an origin with a name before it', { ...api, origin: `https://me@${SITE}` }],
    ['the host of the API, at the page’s', { origin: `https://api.${SITE}` }],
    ['the API of an API', { host: `api.api.${SITE}`, origin: OWN }],
    ['the page itself, of which it is no sibling', { origin: OWN }],
  ])('%s gets no leave', async (_, headers) => {
    const asked = await send({ method: 'OPTIONS', path: '/v1/sessions', headers: { ...preflight, ...headers } });
    const read = await send({ ...readMe, headers: { ...headers, ...signedIn(admin) } });

    expect([asked.status, crossing(asked.headers)]).toEqual([405, { vary: 'origin' }]);
    expect([read.status, crossing(read.headers)]).toEqual([200, { vary: 'origin' }]);
  });

  test('answers other requests as usual', async () => {
    const { status } = await send({ method: 'OPTIONS', path: '/v1/sessions', headers: { ...api, origin: OWN } });

    expect(status).toBe(405);
  });
});
