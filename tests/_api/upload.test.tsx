import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { validateImport } from '../../src/api/contract/imports.contract.ts';
import { type ApiClient, createApiClient } from '../../src/api/client.ts';
import type { ApiError } from '../../src/api/errors.ts';

const CORS = {
  'access-control-allow-origin': 'http://localhost:3000',
  'access-control-allow-credentials': 'true',
  'access-control-allow-headers': 'accept, idempotency-key, x-identity, x-request-id',
  'access-control-expose-headers': 'x-request-id',
};

let server: Server;
let api: ApiClient;
let bodies: string[];
let answer: { status: number; body: object } | 'never';

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.method !== 'OPTIONS') bodies.push(body);
      if (request.method !== 'OPTIONS' && answer === 'never') return;
      const { status, body: reply } = answer === 'never' ? { status: 200, body: {} } : answer;
      response.writeHead(request.method === 'OPTIONS' ? 204 : status, { ...CORS, 'x-request-id': 'req-1' });
      response.end(request.method === 'OPTIONS' ? undefined : JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api = createApiClient({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    identity: () => '1003:0',
    onUnauthorized: () => undefined,
    onIdentityChanged: () => undefined,
    onForbidden: () => undefined,
    onProofDue: () => Promise.reject(new Error('nobody should be asked')),
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  bodies = [];
});

const file = new File(['name\r\nAda\r\n'], 'leads.csv', { type: 'text/csv' });
const thrown = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: ApiError) => error,
  );

describe('a file', () => {
  test('goes up after the fields, which are JSON unless they are text', async () => {
    answer = { status: 422, body: {} };

    await thrown(api.call(validateImport, { body: { when_known: 'skip', fields: { '0': 'full_name' } }, file }));

    const parts = [...(bodies[0] ?? '').matchAll(/name="(\w+)"(?:; filename="([^"]+)")?[^]*?\r\n\r\n([^]*?)\r\n--/gu)];
    expect(parts.map(([, name, fileName, value]) => [name, fileName, value])).toEqual([
      ['when_known', undefined, 'skip'],
      ['fields', undefined, '{"0":"full_name"}'],
      ['file', 'leads.csv', 'name\r\nAda\r\n'],
    ]);
  });

  test('tells how much of it is out', async () => {
    answer = { status: 422, body: {} };
    const told: { sentBytes: number; totalBytes: number }[] = [];

    await thrown(api.call(validateImport, { body: {}, file }, { onProgress: (progress) => told.push(progress) }));

    const last = told.at(-1);
    expect(last?.sentBytes).toBe(last?.totalBytes);
    expect(last?.totalBytes).toBeGreaterThan(file.size);
  });

  test('is refused in the words of the server', async () => {
    const errors = { file: ['The file is empty.'] };
    answer = { status: 422, body: { code: 'refused', error: 'The file is empty.', errors, request_id: 'req-1' } };

    const error = await thrown(api.call(validateImport, { body: {}, file }));

    expect(error).toMatchObject({ kind: 'rejected', code: 'refused', message: 'The file is empty.', fields: errors });
  });

  test('stops when its owner says so', async () => {
    answer = 'never';
    const owner = new AbortController();
    const end = thrown(api.call(validateImport, { body: {}, file, signal: owner.signal }));
    await expect.poll(() => bodies.length).toBe(1);

    owner.abort();

    expect(await end).toMatchObject({ kind: 'offline', code: 'aborted' });
  });
});
