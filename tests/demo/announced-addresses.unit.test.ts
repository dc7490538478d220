import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BEHIND_LINE, readAnnouncedAddresses, isBehindLine } from '../../server/http/announced-addresses.ts';

const ANNOUNCED = 'PROXY TCP4 203.0.113.9 192.0.2.1 51000 3000\r\n';
const request = (path: string, connection: string) =>
  `POST ${path} HTTP/1.1\r\nHost: crm.example.com\r\nConnection: ${connection}\r\nContent-Length: 3\r\n\r\nabc`;

/** Longer than a test takes between two pieces. */
const ANNOUNCED_MS = 400;

let server: Server;
beforeEach(async () => {
  server = createServer((asked, answer) => {
    let body = '';
    asked.on('data', (bytes) => (body += String(bytes)));
    asked.on('end', () => answer.end(`[${asked.socket.remoteAddress} ${asked.url} ${body}]`));
  });
  readAnnouncedAddresses(server, ANNOUNCED_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

/** Sends the pieces one after the other; answers what the server says. */
async function say(pieces: readonly string[]): Promise<string[]> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => (heard += String(bytes)));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.setNoDelay();
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(5);
  }
  await closed;
  return heard.match(/\[.*?\]/g) ?? [];
}

test('a request has the address that its connection announces, and so has the next one', async () => {
  const said = await say([ANNOUNCED + request('/one', 'keep-alive'), request('/two', 'close')]);

  expect(said).toEqual(['[203.0.113.9 /one abc]', '[203.0.113.9 /two abc]']);
});

test('an announcement may come in pieces, and before its request', async () => {
  const said = await say([ANNOUNCED.slice(0, 9), ANNOUNCED.slice(9), request('/', 'close')]);

  expect(said).toEqual(['[203.0.113.9 / abc]']);
});

test('a connection without an announcement is closed unread', async () => {
  expect(await say([request('/', 'close').padEnd(200, ' ')])).toEqual([]);
});

test('a connection that announces nothing in time is closed', async () => {
  expect(await say(['PROXY'])).toEqual([]);
});

test('one that has announced itself may then be silent', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(ANNOUNCED);
  await sleep(2 * ANNOUNCED_MS);

  socket.write(request('/', 'close'));

  expect(String(await once(socket, 'data'))).toContain('[203.0.113.9 / abc]');
});

test('only a web of demo and development hears them', () => {
  vi.stubEnv(BEHIND_LINE, '1');
  const heard = (['development', 'demo', 'stage', 'production'] as const).filter((appEnv) => isBehindLine({ appEnv }));
  vi.unstubAllEnvs();

  expect([heard, isBehindLine({ appEnv: 'demo' })]).toEqual([['development', 'demo'], false]);
});
