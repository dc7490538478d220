import type { lookup } from 'node:dns';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Post, postOutside } from '../../server/adapters/outbound/post-outside.ts';
import { isPublicAddress } from '../../server/adapters/outbound/public-address.ts';
import { openReceiver, type Receiver, status } from './receiver.ts';

let receiver: Receiver;

beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer(status(200, 'Thanks'));
});

const post = (more: Partial<Post> = {}) =>
  postOutside({
    url: receiver.url,
    headers: { 'webhook-id': 'evt_1' },
    body: '{}',
    timeoutMs: 2_000,
    most: 10,
    toPrivate: false,
    ...more,
  });

const answering = (...addresses: string[]): typeof lookup =>
  ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as never;

describe('an address', () => {
  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
    '%s is public',
    (one) => {
      expect(isPublicAddress(one)).toBe(true);
    },
  );

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not', (one) => {
    expect(isPublicAddress(one)).toBe(false);
  });
});

describe('nothing is sent to', () => {
  const port = () => new URL(receiver.url).port;

  test.each(['127.0.0.1', '127.1', '0x7f.1', '2130706433', '017700000001', '[::ffff:127.0.0.1]', '0', '127.0.0.1.'])(
    'this machine as %s',
    async (host) => {
      expect(await post({ url: `http://${host}:${port()}/` })).toEqual({
        status: null,
        fault: 'private_address',
        answer: '',
      });
      expect(receiver.received).toHaveLength(0);
    },
  );

  test.each([[['127.0.0.1']], [['::1']], [['8.8.8.8', '127.0.0.1']], [['169.254.169.254']]])(
    'a name that leads to %s',
    async (addresses) => {
      const posted = await post({ url: `http://hooks.agency.test:${port()}/`, resolve: answering(...addresses) });

      expect(posted.fault).toBe('private_address');
      expect(receiver.received).toHaveLength(0);
    },
  );
});

test('a name is asked once, and its answer is where the connection goes', async () => {
  let asked = 0;
  const rebinding = ((...args: Parameters<ReturnType<typeof answering>>) => {
    asked += 1;
    (asked === 1 ? answering('8.8.8.8') : answering('127.0.0.1'))(...args);
  }) as never;
  const signal = AbortSignal.timeout(300);
  const url = `http://hooks.agency.test:${new URL(receiver.url).port}/`;
  const posted = await post({ url, resolve: rebinding, timeoutMs: 200, signal });

  expect(asked).toBe(1);
  expect(['timeout', 'unreachable']).toContain(posted.fault);
  expect(receiver.received).toHaveLength(0);
});

describe('with private addresses allowed', () => {
  test('the answer comes with its beginning', async () => {
    receiver.answer(status(503, 'x'.repeat(100_000)));
    expect(await post({ toPrivate: true })).toEqual({ status: 503, fault: '', answer: 'x'.repeat(10) });
    expect(receiver.received).toMatchObject([{ id: 'evt_1', raw: '{}' }]);
  });

  test('a redirect is an answer', async () => {
    receiver.answer(status(302, '', { location: receiver.url }));
    expect((await post({ toPrivate: true })).status).toBe(302);
    expect(receiver.received).toHaveLength(1);
  });

  test.each([
    ['never answers', () => undefined],
    ['stops in its answer', (answer: ServerResponse) => void answer.writeHead(200).write('x')],
  ])('one that %s is given up', async (_what, manner) => {
    receiver.answer(manner);
    expect(await post({ toPrivate: true, timeoutMs: 150 })).toMatchObject({ status: null, fault: 'timeout' });
  });

  test('one that hangs up is unreachable', async () => {
    receiver.answer((answer) => void answer.destroy());
    expect(await post({ toPrivate: true })).toMatchObject({ status: null, fault: 'unreachable' });
  });

  test('one without TLS is told from one that is away', async () => {
    const posted = await post({ toPrivate: true, url: receiver.url.replace('http:', 'https:') });
    expect(posted).toMatchObject({ status: null, fault: 'certificate' });
  });
});
