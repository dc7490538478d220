import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { REQUEST_ID, REQUEST_ID_HEADER } from '../../src/api/contract/_wire.contract.ts';
import { createContact, readContact } from '../../src/api/contract/contacts.contract.ts';
import { listContacts } from '../../src/api/contract/contacts/contact-list.contract.ts';
import { EXPORT_ID_HEADER, exportContacts } from '../../src/api/contract/exports.contract.ts';
import { downloadProblemRows } from '../../src/api/contract/imports/problems.contract.ts';
import { readAccountInfo } from '../../src/api/contract/account.contract.ts';
import { readMe, signOut } from '../../src/api/contract/session.contract.ts';
import { signIn } from '../../src/api/contract/session/sign-in.contract.ts';
import { createTag, listTags } from '../../src/api/contract/tags.contract.ts';
import { type ApiClient, createApiClient, type ProofAnswer, REQUEST_TIMEOUT_MS } from '../../src/api/client.ts';
import type { ApiError } from '../../src/api/errors.ts';

interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
  /** Never answers. */
  hang?: true;
  /** Sends the header and no body. */
  stall?: true;
  /** The next response. */
  next?: Answer;
}

interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let origin: string;
let answer: Answer;
let received: Received[];
let identity: string | null;
let told: string[];
let askProof: () => Promise<ProofAnswer>;
let api: ApiClient;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const { hang, stall, status, headers, body: said, next } = answer;
      if (next) answer = next;
      if (hang) return;
      response.writeHead(status, headers);
      if (stall) {
        response.flushHeaders();
        return;
      }
      response.end(said);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = [];
  told = [];
  identity = '1003:0';
  askProof = () => Promise.reject(new Error('nobody should be asked'));
  api = createApiClient({
    origin,
    identity: () => identity,
    onUnauthorized: () => told.push('unauthorized'),
    onIdentityChanged: () => told.push('identityChanged'),
    onForbidden: (code) => told.push(code),
    onProofDue: () => {
      told.push('proofDue');
      return askProof();
    },
  });
});

const DEPS = {
  identity: () => null,
  onUnauthorized: () => undefined,
  onIdentityChanged: () => undefined,
  onForbidden: () => undefined,
  onProofDue: () => Promise.reject(new Error('nobody should be asked')),
};

const tag = { id: 1, name: 'Hot', color: 'red' };
const say = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers,
});
const refusal = (code: string, errors: object = {}) => ({ code, error: `it is ${code}`, errors, request_id: 'req-1' });
const failing = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ kind, code, message, fields, requestId, retryAfter }: ApiError) => ({
      kind,
      code,
      message,
      fields,
      requestId,
      retryAfter,
    }),
  );

describe('a request', () => {
  test('carries its parts as the contract names them', async () => {
    answer = say(200, { data: {} });

    await failing(api.call(readContact, { params: { id: 12 }, query: { by: 'number' } }));

    expect(received).toMatchObject([{ method: 'GET', url: '/v1/contacts/12?by=number', body: '' }]);
    expect(received[0]?.headers).toMatchObject({ 'x-identity': '1003:0' });
    expect(received[0]?.headers['content-type']).toBe(undefined);
  });

  test('tells of every answer by which number the log has it, and nothing of what it says', async () => {
    const replies: unknown[] = [];
    const watched = createApiClient({ ...DEPS, origin, onReply: (reply) => replies.push(reply) });
    answer = { ...say(200, { data: {} }, { 'x-request-id': 'req-7' }), next: say(500, refusal('server_error')) };

    await failing(watched.call(readContact, { params: { id: 12 } }));
    await failing(watched.call(readContact, { params: { id: 12 } }));

    expect(replies).toEqual([
      { endpoint: 'readContact', status: 200, requestId: 'req-7' },
      { endpoint: 'readContact', status: 500, requestId: null },
    ]);
  });

  test('sends JSON and answers the parsed reply', async () => {
    answer = say(200, { data: tag });

    const reply = await api.call(createTag, { body: { name: 'Hot' } });

    expect(reply).toEqual({ data: tag });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ name: 'Hot' });
  });

  test('sends no identity while signed out', async () => {
    identity = null;
    answer = say(204, '');

    await failing(api.call(signIn, { body: { username: 'a', password: 'b' } }));

    expect(received[0]?.headers['x-identity']).toBe(undefined);
  });

  test('has an id of its own, in a form that the server takes', async () => {
    answer = say(200, { data: [] });

    await failing(api.call(listTags, {}));
    await failing(api.call(listTags, {}));

    const [first, second] = received.map(({ headers }) => String(headers[REQUEST_ID_HEADER]));
    expect(first).toMatch(REQUEST_ID);
    expect(second).not.toBe(first);
  });

  test('has a fresh idempotency key when it writes, the caller’s when there is one', async () => {
    answer = say(200, { data: tag });

    await api.call(createTag, { body: { name: 'Hot' } });
    await api.call(createTag, { body: { name: 'Hot' } });
    await api.call(createTag, { body: { name: 'Hot' }, idempotencyKey: 'mine' });

    const keys = received.map(({ headers }) => String(headers['idempotency-key']));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/u);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe('mine');
  });

  test('has no key when the endpoint honours none or reads', async () => {
    answer = say(204, '');

    await api.call(signOut, {});
    await failing(api.call(listContacts, { body: { contacts_scope: {} } }));

    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined]);
  });

  test('answers text where the contract says text, nothing for 204', async () => {
    answer = say(200, '"a","reason"\r\n');
    expect(await api.call(downloadProblemRows, { params: { id: 1 } })).toBe('"a","reason"\r\n');

    answer = say(204, '');
    expect(await api.call(signOut, {})).toBe(undefined);
  });
});

describe('a file that comes down', () => {
  const ask = (taken: unknown[]) => {
    const sink = {
      open: (header: (name: string) => string | null) => taken.push(header(EXPORT_ID_HEADER)),
      write: (bytes: Uint8Array) => taken.push(Buffer.from(bytes).toString()),
    };
    const body = { selection: { ids: [1] }, columns: ['first_name' as const], confirmed: 1 };
    return api.call(exportContacts, { params: { format: 'csv' }, body }, { sink, onProofDue: () => taken.push('due') });
  };

  test('goes to its sink, with what its headers say', async () => {
    answer = say(200, 'First name\nAna\n', { [EXPORT_ID_HEADER]: '7' });
    const taken: unknown[] = [];

    expect([await ask(taken), taken]).toEqual(['', ['7', 'First name\nAna\n']]);
  });

  test('is no refusal, which says its status in words', async () => {
    answer = say(409, refusal('conflict'));
    const taken: unknown[] = [];

    expect([await ask(taken).catch(({ statusText }: ApiError) => statusText), taken]).toEqual(['Conflict', []]);
  });

  test('reports a request for re-authentication, and resolves after it', async () => {
    answer = { ...say(403, refusal('sudo_required')), next: say(200, 'x', { [EXPORT_ID_HEADER]: '8' }) };
    askProof = () => Promise.resolve({ given: true });
    const taken: unknown[] = [];
    await ask(taken);

    expect(taken).toEqual(['due', '8', 'x']);
  });
});

describe('a refusal', () => {
  test.each([
    [401, 'no_session', 'unauthorized'],
    [403, 'access_denied', 'forbidden'],
    [404, 'not_found', 'notFound'],
    [409, 'contact_changed', 'conflict'],
    [422, 'refused', 'rejected'],
    [429, 'too_many', 'rejected'],
    [500, 'internal', 'server'],
    [503, 'unavailable', 'server'],
  ])('%i %s is %s, with the words of the server', async (status, code, kind) => {
    answer = say(status, refusal(code, { name: ['Too long.'] }), { 'retry-after': '7' });

    expect(await failing(api.call(listTags, {}))).toEqual({
      kind,
      code,
      message: `it is ${code}`,
      fields: { name: ['Too long.'] },
      requestId: 'req-1',
      retryAfter: 7,
    });
  });

  test('makes a list of the one text that 403 has', async () => {
    answer = say(403, refusal('access_denied', { user: 'Access denied!' }));

    expect((await failing(api.call(listTags, {})))?.fields).toEqual({ user: ['Access denied!'] });
  });

  test.each([
    [403, 'Access denied!'],
    [502, 'Request failed'],
  ])('%i without a readable body says so in the spec’s words', async (status, message) => {
    answer = say(status, '<html>', { 'x-request-id': 'req-2' });

    expect(await failing(api.call(listTags, {}))).toMatchObject({ message, requestId: 'req-2', retryAfter: null });
  });

  test('reports 401 and a changed identity once per call', async () => {
    answer = say(401, refusal('no_session'));
    await failing(api.call(readMe, {}));
    answer = say(409, refusal('identity_changed'));
    await failing(api.call(readMe, {}));

    expect(told).toEqual(['unauthorized', 'identityChanged']);
  });

  test('reports the code of a refusal for an obligation', async () => {
    answer = say(403, refusal('two_factor_due'));

    expect(await failing(api.call(listTags, {}))).toMatchObject({ kind: 'forbidden', code: 'two_factor_due' });
    expect(told).toEqual(['two_factor_due']);
  });

  test('of a request made as another identity says nothing about the current one', async () => {
    answer = say(401, refusal('no_session'));
    const late = failing(api.call(readMe, {}));
    identity = '1004:0';
    await late;

    expect(told).toEqual([]);
  });
});

describe('an answer out of contract', () => {
  test('is a fault of one side, with the request to look for', async () => {
    answer = say(200, { data: { id: 'one' } }, { 'x-request-id': 'req-3' });

    expect(await failing(api.call(createTag, { body: { name: 'Hot' } }))).toMatchObject({
      kind: 'contract',
      message: 'Request failed',
      requestId: 'req-3',
    });
  });

  test('and unreadable leaves the outcome of a write open', async () => {
    answer = say(200, 'oops');

    const error = await api.call(createContact, { body: { contact: {} } }).catch((thrown: ApiError) => thrown);

    expect(error).toMatchObject({ kind: 'contract', outcomeOpen: true });
  });
});

describe('no answer', () => {
  test('is offline', async () => {
    const away = createApiClient({
      origin: 'http://127.0.0.1:1',
      identity: () => null,
      onUnauthorized: () => undefined,
      onIdentityChanged: () => undefined,
      onForbidden: () => undefined,
      onProofDue: () => Promise.reject(new Error('nobody should be asked')),
    });

    expect(await failing(away.call(listTags, {}))).toMatchObject({
      kind: 'offline',
      code: 'unreachable',
      requestId: expect.stringMatching(REQUEST_ID),
    });
  });

  test.each([
    ['while nothing has come', { status: 200, hang: true }],
    ['while the body is on its way', { status: 200, stall: true }],
  ] as const)('is a timeout %s', async (_, stalled) => {
    using limit = limitOfRequests();
    answer = stalled;
    const end = failing(api.call(listTags, {}));
    await expect.poll(() => received.length).toBe(1);

    limit.pass();

    expect(await end).toMatchObject({ kind: 'offline', code: 'timeout' });
  });

  test('of a file that comes down has no limit once it has begun', async () => {
    using limit = limitOfRequests();
    answer = { status: 200, stall: true };
    const owner = new AbortController();
    const sink = { open: vi.fn(), write: vi.fn() };
    const body = { selection: { ids: [1] }, columns: ['first_name' as const], confirmed: 1 };
    const args = { params: { format: 'csv' as const }, body, signal: owner.signal };
    const end = failing(api.call(exportContacts, args, { sink }));
    await expect.poll(() => sink.open.mock.calls.length).toBe(1);

    limit.pass();

    expect(await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 30, 'goes on'))])).toBe('goes on');
    owner.abort();
    expect(await end).toMatchObject({ code: 'aborted' });
  });
});

/** The time limit of requests, which passes when the test says so. */
function limitOfRequests() {
  const real = globalThis.setTimeout;
  let pass = () => undefined as void;
  const cleared = new Set<unknown>();
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...rest: []) => {
    const timer = real(run, ms, ...rest);
    if (ms === REQUEST_TIMEOUT_MS) pass = () => void (cleared.has(timer) || run());
    return timer;
  }) as typeof setTimeout);
  const realClear = globalThis.clearTimeout;
  const clears = vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    cleared.add(timer);
    realClear(timer);
  });
  return {
    pass: () => pass(),
    [Symbol.dispose]: () => {
      timers.mockRestore();
      clears.mockRestore();
    },
  };
}

describe('leaving a page', () => {
  test('cancels reads', async () => {
    answer = { status: 200, hang: true };
    const end = failing(api.call(listContacts, { body: { contacts_scope: {} } }));
    await expect.poll(() => received.length).toBe(1);

    api.leavePage();

    expect(await end).toMatchObject({ code: 'aborted', requestId: null });
  });

  test('spares the user, the account, writes and reads with an owner of their own', async () => {
    answer = { status: 200, hang: true };
    const owner = new AbortController();
    const ends = [
      api.call(readMe, {}),
      api.call(readAccountInfo, {}),
      api.call(createTag, { body: { name: 'Hot' } }),
      api.call(listTags, { signal: owner.signal }),
    ].map((call) => failing(call).then((error) => error?.code ?? 'answered'));
    await expect.poll(() => received.length).toBe(4);

    api.leavePage();
    const first = await Promise.race([...ends, new Promise((resolve) => setTimeout(resolve, 30, 'all go on'))]);

    expect(first).toBe('all go on');
    owner.abort();
    expect(await ends[3]).toBe('aborted');
  });
});

describe('a token that has since been exchanged', () => {
  test("costs one retry, with the same key, and isn't reported", async () => {
    answer = { ...say(409, refusal('identity_changed')), next: say(200, { data: tag }) };

    expect(await api.call(createTag, { body: { name: 'Hot' } })).toEqual({ data: tag });

    const keys = received.map(({ headers }) => headers['idempotency-key']);
    const ids = received.map(({ headers }) => headers[REQUEST_ID_HEADER]);
    expect({ told, keys, ids }).toEqual({ told: [], keys: [keys[0], keys[0]], ids: [ids[0], ids[0]] });
  });

  test('is reported when the cookie now has another identity', async () => {
    answer = say(409, refusal('identity_changed'));

    expect(await failing(api.call(createTag, { body: { name: 'Hot' } }))).toMatchObject({ kind: 'conflict' });
    expect({ told, sent: received.length }).toEqual({ told: ['identityChanged'], sent: 2 });
  });
});

describe('a call that wants a proof of identity', () => {
  const due = () => say(403, refusal('sudo_required'));

  test('goes out once more with the same key when it is given', async () => {
    answer = due();
    askProof = () => {
      answer = say(200, { data: tag });
      return Promise.resolve({ given: true });
    };

    expect(await api.call(createTag, { body: { name: 'Hot' } })).toEqual({ data: tag });

    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(received.map(({ body }) => body)).toEqual(['{"name":"Hot"}', '{"name":"Hot"}']);
  });

  test('fails with the words of who did not give it, and goes out once only', async () => {
    answer = due();
    askProof = () => Promise.resolve({ given: false, why: 'Leave first.' });

    expect(await failing(api.call(createTag, { body: { name: 'Hot' } }))).toMatchObject({
      kind: 'proof_due',
      code: 'sudo_required',
      message: 'Leave first.',
      requestId: 'req-1',
    });
    expect(received.length).toBe(1);
  });

  test('does not ask again and again when the server is not content', async () => {
    answer = due();
    askProof = () => Promise.resolve({ given: true });

    expect(await failing(api.call(createTag, { body: { name: 'Hot' } }))).toMatchObject({
      kind: 'proof_due',
      message: 'it is sudo_required',
    });
    expect({ told, sent: received.length }).toEqual({ told: ['proofDue'], sent: 2 });
  });

  test('is not mixed up with a right that is missing', async () => {
    answer = say(403, refusal('access_denied'));

    expect(await failing(api.call(createTag, { body: { name: 'Hot' } }))).toMatchObject({ kind: 'forbidden' });
    expect(told).toEqual(['access_denied']);
  });
});
