import { expect, test } from 'vitest';
import { methodOf, type ClientOptions, type Operation } from '../../client/call.ts';
import { BellwetherError, ERROR_CODES } from '../../client/error.ts';
import { STATUS } from '../../server/http/error-reply.ts';

const LIST: Operation = {
  method: 'GET',
  path: '/v1/rows',
  repeatable: 'read',
  query: ['page'],
  body: false,
  pages: ['page'],
};
const CREATE: Operation = { ...LIST, method: 'POST', repeatable: 'key', query: [], body: true, pages: null };
const CHANGE: Operation = { ...CREATE, method: 'PATCH', path: '/v1/rows/{id}', query: ['quiet'] };
const REVEAL: Operation = { ...CREATE, path: '/v1/reveal', repeatable: 'no' };

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const busy = (headers: Record<string, string> = {}) =>
  json(503, { code: 'unavailable', error: 'Busy.', errors: {}, request_id: 'ab12' }, headers);
const lost = new TypeError('fetch failed');

interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A client whose server gives these answers, one after the other. */
function clientOf(answers: readonly (Response | Error)[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const client: ClientOptions = {
    apiKey: 'bw_1',
    baseUrl: 'https://crm.test/',
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    fetch: (url, { method, headers, body, signal }) => {
      signal?.throwIfAborted();
      sent.push({ url, method, headers: headers as Record<string, string>, body });
      const answer = answers[sent.length - 1];
      return answer instanceof Response
        ? Promise.resolve(answer)
        : Promise.reject(answer ?? new Error('No answer left.'));
    },
    ...options,
  };
  return { client, sent, waits };
}

const failureOf = (call: Promise<unknown>): Promise<BellwetherError> =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => {
      expect(error).toBeInstanceOf(BellwetherError);
      return error as BellwetherError;
    },
  );

test('codes are those of the server, and those of a call without a readable answer', () => {
  const own = ['failed', 'wrong_method', 'unreachable', 'timeout', 'unknown'];
  expect(ERROR_CODES.toSorted()).toEqual([...Object.keys(STATUS), ...own].toSorted());
});

test('parameters of the path come first, then fields for the address and the body', async () => {
  const { client, sent } = clientOf([json(200, { data: 1 })]);

  const answer = await methodOf(CHANGE, client)('a/b', { name: 'Ann', quiet: 'true', gone: undefined });

  expect(answer).toEqual({ data: 1 });
  expect(sent).toMatchObject([
    {
      url: 'https://crm.test/v1/rows/a%2Fb?quiet=true',
      method: 'PATCH',
      headers: { authorization: 'Bearer bw_1', 'content-type': 'application/json' },
      body: '{"name":"Ann"}',
    },
  ]);
});

test('a file goes in a form, after the fields', async () => {
  const { client, sent } = clientOf([new Response(null, { status: 204 })]);

  const answer = await methodOf(CREATE, client)({ file: new Blob(['a']), kind: 'leads', ids: [1, 2] });

  expect(answer).toBeUndefined();
  const form = sent[0]?.body;
  if (!(form instanceof FormData)) return expect.unreachable();
  expect([[...form.keys()], form.get('ids')]).toEqual([['kind', 'ids', 'file'], '[1,2]']);
  expect(sent[0]?.headers).not.toHaveProperty('content-type');
});

test('anything but JSON comes as it is', async () => {
  const { client } = clientOf([new Response('a,b', { headers: { 'content-type': 'text/csv' } })]);

  expect(await ((await methodOf(LIST, client)()) as Blob).text()).toBe('a,b');
});

test('a write is repeated with its key, a read without one, each attempt with an id of its own', async () => {
  const { client, sent, waits } = clientOf([lost, busy({ 'retry-after': '7' }), json(200, {}), busy(), json(200, {})]);

  await methodOf(CREATE, client)({});
  await methodOf({ ...LIST, pages: null }, client)();

  const keys = sent.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[\da-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0], keys[0], undefined, undefined]);
  expect(new Set(sent.map(({ headers }) => headers['x-request-id'])).size).toBe(5);
  expect(waits).toEqual([expect.any(Number), 7_000, expect.any(Number)]);
  expect(waits[0]).toBeGreaterThanOrEqual(250);
  expect(waits[0]).toBeLessThanOrEqual(500);
});

test('a write with a key of the caller keeps it', async () => {
  const { client, sent } = clientOf([json(200, {})]);

  await methodOf(CREATE, client)({}, { idempotencyKey: 'order-17' });

  expect(sent[0]?.headers['idempotency-key']).toBe('order-17');
});

test.each([
  ['a read', LIST, lost, 3],
  ['a write with a key while its first attempt runs', CREATE, json(409, { code: 'in_progress' }), 2],
  ['a write without a key after too many calls', REVEAL, json(429, { code: 'too_many' }), 2],
  ['a write without a key whose outcome is unknown', REVEAL, lost, 1],
  ['a write without a key on a full server', REVEAL, busy(), 1],
  ['a read that is refused', LIST, json(404, { code: 'not_found' }), 1],
  ['a write whose state changed', CREATE, json(409, { code: 'conflict' }), 1],
  ['a read that fails', LIST, json(500, { code: 'failed' }), 1],
  ['a read that should wait for minutes', LIST, busy({ 'retry-after': '61' }), 1],
])('attempts of %s', async (_, operation, failure, attempts) => {
  const answers = failure instanceof Error ? [failure, failure, failure] : [failure];
  const { client, sent } = clientOf([...answers, json(200, { data: [], meta: {} })]);

  await methodOf({ ...operation, pages: null }, client)().catch(() => undefined);

  expect(sent.length).toBe(attempts);
});

test('no more attempts than asked for', async () => {
  const { client, sent } = clientOf([busy(), busy()], { maxRetries: 0 });

  const error = await failureOf(methodOf(CREATE, client)({}));
  await failureOf(methodOf(CREATE, client)({}, { maxRetries: 0 }));

  expect([error.code, error.status, error.message, error.requestId]).toEqual(['unavailable', 503, 'Busy.', 'ab12']);
  expect(sent.length).toBe(2);
});

test('a refusal names fields, and something in between answers in its own words', async () => {
  const refused = { code: 'refused', error: 'Check.', errors: { email: ['Wrong.'], user: 'No.' }, request_id: 'ef56' };
  const { client, sent } = clientOf([json(422, refused), new Response('<html>', { status: 413 })]);

  const error = await failureOf(methodOf(CREATE, client)({}));
  const other = await failureOf(methodOf(CREATE, client)({}));

  expect(error).toMatchObject({ code: 'refused', fields: { email: ['Wrong.'], user: ['No.'] }, requestId: 'ef56' });
  expect(other).toMatchObject({ code: 'unknown', status: 413, requestId: sent[1]?.headers['x-request-id'] });
});

test('a call ends when its signal says so, also while it waits', async () => {
  const ended = new AbortController();
  const { client, sent } = clientOf([busy()]);
  const waiting = methodOf(CREATE, {
    ...client,
    wait: (_, signal) => client.wait!(0, signal).then(() => ended.abort('enough')),
  });

  await expect(waiting({}, { signal: ended.signal })).rejects.toBe('enough');
  expect(sent.length).toBe(1);
});

test('the wait with a timer ends with the signal', async () => {
  const ended = new AbortController();
  const { client, sent } = clientOf([busy({ 'retry-after': '60' })]);
  const { wait: _, ...timed } = client;
  const call = methodOf(CREATE, timed)({}, { signal: ended.signal });

  await expect.poll(() => sent.length).toBe(1);
  ended.abort('enough');

  await expect(call).rejects.toBe('enough');
});

test('an attempt that takes too long is a failure of its own', async () => {
  const { client } = clientOf([], {
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
  });

  const error = await failureOf(methodOf(REVEAL, client)({}, { timeoutMs: 1 }));

  expect([error.code, error.status]).toEqual(['timeout', null]);
});

const page = (rows: number[], meta: unknown) => json(200, { data: rows, meta });

async function rowsOf(list: Promise<unknown>): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of list as unknown as AsyncIterable<unknown>) rows.push(row);
  return rows;
}

test('rows come page after page, and the first page when it is awaited', async () => {
  const { client, sent } = clientOf([
    page([1, 2], { current_page: 1, total_pages: 2 }),
    page([3], { current_page: 2, total_pages: 2 }),
    page([4], { current_page: 1, total_pages: 1 }),
  ]);
  const list = methodOf(LIST, client);

  const rows = await rowsOf(list());
  const first = await list();

  expect(rows).toEqual([1, 2, 3]);
  expect(first).toMatchObject({ data: [4] });
  expect(sent.map(({ url }) => url.slice('https://crm.test/v1/rows'.length))).toEqual(['', '?page=2', '']);
});

test('a cursor is placed where the input has it', async () => {
  const { client, sent } = clientOf([page([1], { next_cursor: 'x' }), page([2], { next_cursor: null })]);
  const list = methodOf({ ...CREATE, repeatable: 'read', pages: ['scope', 'cursor'] }, client);

  const rows = await rowsOf(list({ scope: { q: 'a' } }));

  expect(rows).toEqual([1, 2]);
  expect(sent.map(({ body }) => body)).toEqual(['{"scope":{"q":"a"}}', '{"scope":{"q":"a","cursor":"x"}}']);
});
