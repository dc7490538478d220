import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CableClient, connect, type ConnectOptions, NOTIFICATIONS, OWN_IMPORTS, statusOf } from './cable-client.ts';
import type { CableWorld, Person } from './cable-world.ts';
import { openTestCable } from './test-cable.ts';
import type { Station } from './station.ts';

/** Milliseconds between pings, short enough for tests. */
const BEAT_MS = 50;

let world: CableWorld;
let station: Station;
let person: Person;
let close: () => Promise<void>;
const clients: CableClient[] = [];

beforeAll(async () => {
  ({ world, station, close } = await openTestCable({ beatMs: BEAT_MS }));
  person = await world.addPerson(await world.addAccount(), 'agent');
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.terminate();
  await expect.poll(() => station.cable.size()).toBe(0);
});
afterAll(() => close());

/** Not signed in unless a cookie is given. */
function open(options: ConnectOptions): CableClient {
  const client = new CableClient(station.port, options);
  clients.push(client);
  return client;
}

async function enter(): Promise<CableClient> {
  const { cookie } = await world.signIn(person);
  const client = await connect(station.port, { cookie });
  clients.push(client);
  return client;
}

describe('connecting', () => {
  test('is welcomed when signed in', async () => {
    const client = await enter();

    expect(client.socket.protocol).toBe('actioncable-v1-json');
    expect(client.frames).toEqual([{ type: 'welcome' }]);
  });

  test('is sent away without a welcome when not signed in', async () => {
    const client = open({});

    await client.closed;

    expect(client.frames).toEqual([{ type: 'disconnect', reason: 'unauthorized', reconnect: false }]);
  });

  test('is sent away without a welcome when it speaks another protocol', async () => {
    const { cookie } = await world.signIn(person);
    const client = open({ cookie, protocols: ['actioncable-v9-json', 'actioncable-unsupported'] });

    await client.closed;

    expect(client.socket.protocol).toBe('actioncable-unsupported');
    expect(client.frames).toEqual([{ type: 'disconnect', reason: 'invalid_request', reconnect: false }]);
  });

  test('is welcomed without any protocol, as Rails does it', async () => {
    const { cookie } = await world.signIn(person);
    const client = open({ cookie, protocols: [] });

    expect(await client.frame('welcome')).toEqual({ type: 'welcome' });
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port of this host', { origin: 'http://127.0.0.1:1' }],
    ['a sandboxed page', { origin: 'null' }],
    ['no page at all', { noOrigin: true }],
    ['another path', { path: '/cables' }],
  ])('answers 404 to %s', async (_who, options) => {
    const { cookie } = await world.signIn(person);

    expect(await statusOf(station.port, { cookie, ...options })).toBe(404);
  });

  test('refuses the eleventh connection of a user and lets it in when another has gone', async () => {
    const ten = await Promise.all(Array.from({ length: 10 }, enter));
    const { cookie } = await world.signIn(person);

    const eleventh = open({ cookie });
    await eleventh.closed;
    await ten[0]?.close();
    const again = open({ cookie });

    expect(eleventh.frames).toEqual([{ type: 'disconnect', reason: 'too_many_connections', reconnect: true }]);
    expect(await again.frame('welcome')).toEqual({ type: 'welcome' });
  });
});

describe('connected', () => {
  test('is pinged with the seconds of the epoch', async () => {
    const client = await enter();

    const ping = await new Promise<string>((done) => {
      client.socket.on('message', (data: Buffer) => data.includes('"ping"') && done(data.toString()));
    });

    const { type, message } = JSON.parse(ping) as { type: string; message: number };
    expect(type).toBe('ping');
    expect(Math.abs(message - Date.now() / 1_000)).toBeLessThan(5);
  });

  test('is dropped when it answers no ping', async () => {
    const client = open({ ...(await world.signIn(person)) });
    client.socket.pong = () => undefined;
    client.socket.on('open', () => client.socket.pause());

    await expect.poll(() => station.cable.size()).toBe(1);
    await expect.poll(() => station.cable.size(), { timeout: 20 * BEAT_MS }).toBe(0);
  });

  test('is disconnected when its session has ended', async () => {
    const { cookie, sessionId } = await world.signIn(person);
    const client = open({ cookie });
    await client.frame('welcome');

    await world.owner.query('update sessions set ended_at = now() where id = $1', [sessionId]);

    expect(await client.closed).toBe(1000);
    expect(client.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'remote', reconnect: true });
  });

  test("is disconnected when the user's roles have changed", async () => {
    const other = await world.addPerson(person.accountId, 'manager');
    const client = open(await world.signIn(other));
    await client.frame('welcome');

    await world.owner.query(`update users set roles = '{agent}' where id = $1`, [other.id]);
    await client.closed;

    expect(client.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'remote', reconnect: true });
  });

  test('is closed with 1009 for a message above 64 KB', async () => {
    const client = await enter();

    client.send('x'.repeat(64 * 1024 + 1));

    expect(await client.closed).toBe(1009);
  });

  test('is sent away for a flood of messages', async () => {
    const client = await enter();

    for (let i = 0; i < 120; i += 1) client.send({ command: 'none' });

    expect(await client.closed).toBe(1008);
    expect(client.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'too_many_messages', reconnect: true });
  });
});

describe('subscribing', () => {
  test('is confirmed and told the position of the stream', async () => {
    const client = await enter();

    const { epoch } = await client.subscribe(NOTIFICATIONS);

    expect(client.frames.slice(1)).toEqual([
      { identifier: NOTIFICATIONS, type: 'confirm_subscription' },
      {
        identifier: NOTIFICATIONS,
        message: { type: 'stream.positioned', stream: `user:${person.id}`, epoch, offset: 0 },
      },
    ]);
    expect(epoch).toMatch(/^[\da-f-]{36}$/);
  });

  test('gets no second confirmation for a second time', async () => {
    const client = await enter();

    client.send({ command: 'subscribe', identifier: NOTIFICATIONS });
    client.send({ command: 'subscribe', identifier: NOTIFICATIONS });
    await client.subscribe(OWN_IMPORTS);
    client.send({ command: 'subscribe', identifier: NOTIFICATIONS });
    client.send({ command: 'unsubscribe', identifier: OWN_IMPORTS });
    client.send({ command: 'subscribe', identifier: OWN_IMPORTS });
    await client.until(() => client.messages().length === 3);

    const confirmed = client.frames.filter(({ type }) => type === 'confirm_subscription');
    expect(confirmed.map(({ identifier }) => identifier)).toEqual([NOTIFICATIONS, OWN_IMPORTS, OWN_IMPORTS]);
  });

  test.each([
    ['an unknown channel', '{"channel":"AdminChannel"}'],
    ['an identifier that is no JSON', 'NotificationsChannel'],
    [
      'an identifier of more than 1,000 letters',
      JSON.stringify({ channel: 'NotificationsChannel', x: 'x'.repeat(999) }),
    ],
  ])('is rejected for %s', async (_what, identifier) => {
    const client = await enter();

    client.send({ command: 'subscribe', identifier });

    expect(await client.frame('reject_subscription')).toEqual({
      type: 'reject_subscription',
      identifier: identifier.slice(0, 1_000),
    });
  });

  test('continues after bad JSON and unknown commands', async () => {
    const client = await enter();

    for (const text of ['{', 'null', '[]', '7', '{"command":"subscribe"}', '{"command":"fly","identifier":"x"}']) {
      client.send(text);
    }
    client.send({ command: 'message', identifier: NOTIFICATIONS, data: '{"action":"catch_up"}' });
    client.send({ command: 'unsubscribe', identifier: NOTIFICATIONS });
    client.socket.send(Buffer.from('{}'), { binary: true });
    await client.subscribe(NOTIFICATIONS);

    expect(client.frames.map(({ type }) => type)).toEqual(['welcome', 'confirm_subscription', undefined]);
  });

  test('hears nothing more after unsubscribing', async () => {
    const client = await enter();
    await client.subscribe(NOTIFICATIONS);
    await client.subscribe(OWN_IMPORTS);

    client.send({ command: 'unsubscribe', identifier: NOTIFICATIONS });
    client.send({ command: 'subscribe', identifier: '{}' });
    await client.frame('reject_subscription');
    await world.emit(person.accountId, [{ stream: `user:${person.id}`, body: { type: 'told' } }]);
    await client.until(() => client.messages('told').length > 0);

    const told = client.frames.filter(({ message }) => (message as { type?: string } | undefined)?.type === 'told');
    expect(told.map(({ identifier }) => identifier)).toEqual([OWN_IMPORTS]);
  });
});
