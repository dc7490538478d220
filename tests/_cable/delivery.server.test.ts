import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { trimEvents } from '../../server/cable/trim-events.ts';
import {
  type CableClient,
  connect,
  importIdentifier,
  type Message,
  NOTIFICATIONS,
  OWN_IMPORTS,
} from './cable-client.ts';
import type { CableWorld, Person } from './cable-world.ts';
import type { Station } from './station.ts';
import { openTestCable } from './test-cable.ts';

let world: CableWorld;
let station: Station;
let person: Person;
let stream: string;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ world, station, close } = await openTestCable());
});
beforeEach(async () => {
  person = await world.addPerson(await world.addAccount(), 'agent');
  stream = `user:${person.id}`;
});
afterAll(() => close());

const enter = async (): Promise<CableClient> => connect(station.port, await world.signIn(person));

const tell = (text: string, to = stream) =>
  world.emit(person.accountId, [{ stream: to, body: { type: 'told', text } as { type: string } }]);

const offsetsOf = (messages: readonly Message[]) => messages.map(({ offset }) => offset);
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** Commits events past any relay's notice and waits until they are numbered. */
async function tellMany(count: number): Promise<void> {
  const bodies = upTo(count).map((n) => ({ stream, body: { type: 'told', text: String(n) } as { type: string } }));
  await world.emit(person.accountId, bodies);
  await expect.poll(() => headOf(stream), { timeout: 5_000 }).toBe(count);
}

async function headOf(name: string): Promise<number> {
  const { rows } = await world.owner.query<{ last_offset: number }>(
    'select last_offset from streams where stream = $1',
    [name],
  );
  return rows[0]?.last_offset ?? 0;
}

describe('a committed event', () => {
  test('reaches the socket with its place in the stream', async () => {
    const client = await enter();
    const { epoch } = await client.subscribe(NOTIFICATIONS);

    await tell('hello');
    const [message] = await client.until(() => client.messages('told').length > 0 && client.messages('told'));

    expect(message).toEqual({ type: 'told', text: 'hello', stream, epoch, offset: 1 });
    await client.close();
  });

  test('reaches each subscription of the socket under its own identifier', async () => {
    const client = await enter();
    await client.subscribe(NOTIFICATIONS);
    await client.subscribe(OWN_IMPORTS);

    await tell('hello');
    await client.until(() => client.messages('told').length === 2);

    const told = client.frames.filter(({ message }) => (message as Message | undefined)?.type === 'told');
    expect(told.map(({ identifier }) => identifier)).toEqual([NOTIFICATIONS, OWN_IMPORTS]);
    await client.close();
  });

  test('that was rolled back takes no offset', async () => {
    const client = await enter();
    await client.subscribe(NOTIFICATIONS);
    const line = await world.owner.connect();
    await line.query('begin');
    await line.query(`insert into events (account_id, stream, body) values ($1, $2, '{"type":"told"}')`, [
      person.accountId,
      stream,
    ]);

    await tell('kept');
    await line.query('rollback');
    line.release();
    await tell('after');
    await client.until(() => client.messages('told').length === 2);

    expect(client.messages('told').map(({ offset, text }) => [offset, text])).toEqual([
      [1, 'kept'],
      [2, 'after'],
    ]);
    await client.close();
  });

  test('that commits late comes after what committed before it', async () => {
    const client = await enter();
    await client.subscribe(NOTIFICATIONS);
    const line = await world.owner.connect();
    await line.query('begin');
    await line.query(`insert into events (account_id, stream, body) values ($1, $2, '{"type":"told","text":"late"}')`, [
      person.accountId,
      stream,
    ]);

    await tell('early');
    await client.until(() => client.messages('told').length === 1);
    await line.query('commit');
    line.release();
    await client.until(() => client.messages('told').length === 2);

    expect(client.messages('told').map(({ offset, text }) => [offset, text])).toEqual([
      [1, 'early'],
      [2, 'late'],
    ]);
    await client.close();
  });
});

test('twenty concurrent transactions into three streams arrive in order, once, without holes', async () => {
  const importIds = await Promise.all([world.addImport(person), world.addImport(person)]);
  const identifiers = [NOTIFICATIONS, ...importIds.map(importIdentifier)];
  const streams = [stream, ...importIds.map((id) => `import:${id}`)];
  const client = await enter();
  for (const identifier of identifiers) await client.subscribe(identifier);
  const PER_WRITER = 15;

  const write = async (writer: number) => {
    for (let i = 0; i < PER_WRITER; i += 1) {
      const targets = streams.filter((_, place) => (writer + i + place) % 3 !== 0 || place === 0);
      await world.emit(
        person.accountId,
        targets.map((to) => ({ stream: to, body: { type: 'told', text: `${writer}:${i}` } as { type: string } })),
      );
    }
  };
  await Promise.all(upTo(20).map(write));
  const { rows } = await world.owner.query<{ stream: string; count: number }>(
    'select stream, count(*) as count from events where stream = any($1) group by stream',
    [streams],
  );
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  await client.until(() => client.messages('told').length >= total);

  for (const name of streams) {
    const received = client.messages('told').filter((message) => message.stream === name);
    const stored = await world.owner.query<{ offset: number; text: string }>(
      `select "offset", body->>'text' as text from events where stream = $1 order by "offset"`,
      [name],
    );
    expect(received.map(({ offset, text }) => ({ offset, text }))).toEqual(stored.rows);
    expect(offsetsOf(received)).toEqual(upTo(stored.rows.length));
  }
  await client.close();
});

describe('catching up', () => {
  test('brings what was missed in order and then the position', async () => {
    const first = await enter();
    const { epoch } = await first.subscribe(NOTIFICATIONS);
    await first.close();
    await tellMany(5);

    const client = await enter();
    const at = await client.subscribe(NOTIFICATIONS);
    client.catchUp(NOTIFICATIONS, [{ stream, epoch, offset: 2 }]);
    await client.until(() => client.messages('stream.positioned').length === 2);

    expect(at.offset).toBe(5);
    expect(client.messages().slice(1)).toEqual([
      ...[3, 4, 5].map((offset) => ({ type: 'told', text: String(offset), stream, epoch, offset })),
      { type: 'stream.positioned', stream, epoch, offset: 5 },
    ]);
    await client.close();
  });

  test('delivers new events after the missed ones', async () => {
    await tellMany(2);
    const [client, other] = [await enter(), await enter()];
    const { epoch } = await client.subscribe(NOTIFICATIONS);
    await other.subscribe(NOTIFICATIONS);

    // With every connection of the pool taken, missed events can't be read before the next event has come.
    const taken = await Promise.all(Array.from({ length: 10 }, () => station.pool.connect()));
    client.catchUp(NOTIFICATIONS, [{ stream, epoch, offset: 0 }]);
    client.send({ command: 'subscribe', identifier: '{}' });
    await client.frame('reject_subscription');
    await tell('meanwhile');
    await other.until(() => other.messages('told').length > 0);
    for (const line of taken) line.release();
    await client.until(() => client.messages('stream.positioned').length === 2);
    await tell('after');
    await client.until(() => client.messages('told').at(-1)?.['text'] === 'after');

    expect(client.messages().map(({ type, offset }) => [type, offset])).toEqual([
      ['stream.positioned', 2],
      ['told', 1],
      ['told', 2],
      ['told', 3],
      ['stream.positioned', 3],
      ['told', 4],
    ]);
    await Promise.all([client.close(), other.close()]);
  });

  test.each([
    ['another epoch', () => ({ epoch: randomUUID(), offset: 1 })],
    ['an epoch that is no epoch', () => ({ epoch: 'x', offset: 1 })],
    ['an offset of the future', (epoch: string) => ({ epoch, offset: 9 })],
    ['a negative offset', (epoch: string) => ({ epoch, offset: -1 })],
  ])('calls the stream lost for %s', async (_what, position) => {
    await tellMany(2);
    const client = await enter();
    const { epoch } = await client.subscribe(NOTIFICATIONS);

    client.catchUp(NOTIFICATIONS, [{ stream, ...position(epoch) }]);
    const [lost] = await client.until(
      () => client.messages('stream.lost').length > 0 && client.messages('stream.lost'),
    );

    expect(lost).toEqual({ type: 'stream.lost', stream, epoch, offset: 2 });
    await client.close();
  });

  test('calls the stream lost above 1,000 messages and serves exactly 1,000', async () => {
    await tellMany(1_001);
    const client = await enter();
    const { epoch } = await client.subscribe(NOTIFICATIONS);

    client.catchUp(NOTIFICATIONS, [{ stream, epoch, offset: 0 }]);
    client.catchUp(NOTIFICATIONS, [{ stream, epoch, offset: 1 }]);
    await client.until(() => client.messages('stream.positioned').length === 2);

    expect(client.messages('stream.lost')).toEqual([{ type: 'stream.lost', stream, epoch, offset: 1_001 }]);
    expect(offsetsOf(client.messages('told'))).toEqual(upTo(1_001).slice(1));
    await client.close();
  });

  test('serves no stream of another subscription', async () => {
    const peer = await world.addPerson(person.accountId, 'agent');
    const client = await enter();
    const { epoch } = await client.subscribe(NOTIFICATIONS);

    client.catchUp(NOTIFICATIONS, [
      { stream: `user:${peer.id}`, epoch, offset: 0 },
      { stream, epoch, offset: 0 },
    ]);
    await client.until(() => client.messages('stream.positioned').length === 2);

    expect(new Set(client.messages().map((message) => message.stream))).toEqual(new Set([stream]));
    await client.close();
  });

  test('delivers large messages no faster than they are read, and cuts no one off', async () => {
    const text = 'x'.repeat(20_000);
    const bodies = upTo(400).map(() => ({ stream, body: { type: 'told', text } as { type: string } }));
    await world.emit(person.accountId, bodies);
    await expect.poll(() => headOf(stream), { timeout: 5_000 }).toBe(400);
    const client = await enter();
    const { epoch } = await client.subscribe(NOTIFICATIONS);

    client.catchUp(NOTIFICATIONS, [{ stream, epoch, offset: 0 }]);
    await client.until(() => client.messages('stream.positioned').length === 2);

    expect(offsetsOf(client.messages('told'))).toEqual(upTo(400));
    await client.close();
  });
});

describe('trimming', () => {
  const forget = (at: Date) => trimEvents({ pool: world.pool, now: () => at });

  test('removes events of more than a day and calls their stream lost', async () => {
    await tellMany(3);
    await forget(new Date(Date.now() + 24 * 3_600_000 + 60_000));
    const client = await enter();
    const { epoch, offset } = await client.subscribe(NOTIFICATIONS);

    client.catchUp(NOTIFICATIONS, [{ stream, epoch, offset: 1 }]);
    await client.until(() => client.messages('stream.lost').length > 0);
    await tell('next');
    await client.until(() => client.messages('told').length > 0);

    expect(offset).toBe(3);
    expect(offsetsOf(client.messages('told'))).toEqual([4]);
    await client.close();
  });

  test('keeps the last 10,000 of a stream', async () => {
    await tellMany(10_003);

    expect(await forget(new Date())).toBe(3);

    const { rows } = await world.owner.query(
      'select min("offset") as first, count(*) as count from events where stream = $1',
      [stream],
    );
    expect(rows).toEqual([{ first: 4, count: 10_000 }]);
  });
});

test("a reader that doesn't read is cut off, and the others continue", async () => {
  const [slow, other] = [await enter(), await enter()];
  await slow.subscribe(NOTIFICATIONS);
  await other.subscribe(NOTIFICATIONS);
  const text = 'x'.repeat(100_000);

  slow.socket.pause();
  for (let i = 0; i < 100; i += 1) await tell(text);
  await other.until(() => other.messages('told').length === 100);
  await expect.poll(() => station.cable.size(), { timeout: 15_000 }).toBe(1);
  slow.socket.resume();

  expect(offsetsOf(other.messages('told'))).toEqual(upTo(100));
  expect([1006, 1013]).toContain(await slow.closed);
  await other.close();
});

test('a stopping server disconnects its clients and asks them to reconnect', async () => {
  const own = await openTestCable();
  const someone = await own.world.addPerson(await own.world.addAccount(), 'agent');
  const client = await connect(own.station.port, await own.world.signIn(someone));

  await own.close();

  expect(await client.closed).toBe(1012);
  expect(client.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'server_restart', reconnect: true });
});
