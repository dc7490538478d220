import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PublishedEvent } from '../../server/adapters/pub-sub.ts';
import type { CableWorld } from './cable-world.ts';
import { openTestWorld } from './test-cable.ts';

let world: CableWorld;
let accountId: number;
let stream: string;
let streams = 0;

beforeAll(async () => {
  world = await openTestWorld();
  accountId = await world.addAccount();
});
beforeEach(async () => {
  await number(1_000);
  streams += 1;
  stream = `user:${streams}`;
});
afterAll(() => world.close());

async function number(most: number): Promise<PublishedEvent[]> {
  const { rows } = await world.pool.query<PublishedEvent>('select * from number_events($1)', [most]);
  return rows;
}

const tell = (to: string, count: number, account = accountId) =>
  world.emit(
    account,
    Array.from({ length: count }, () => ({ stream: to, body: { type: 'told' } })),
  );

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

test('offsets continue from the previous call', async () => {
  await tell(stream, 5);

  const calls = [await number(2), await number(2), await number(2), await number(2)];

  expect(calls.map((events) => events.map(({ offset }) => offset))).toEqual([[1, 2], [3, 4], [5], []]);
});

test('calls at the same time number every event once and without holes', async () => {
  const { rows: heads } = await world.pool.query<{ head: number }>('select last_event_sequence() as head');
  const head = heads[0]?.head ?? 0;
  const other = `${stream}:other`;
  const numbered: PublishedEvent[] = [];

  const write = async () => {
    for (let i = 0; i < 25; i += 1) await tell(i % 2 === 0 ? stream : other, 3);
  };
  const relay = async () => {
    for (let i = 0; i < 40; i += 1) numbered.push(...(await number(7)));
  };
  await Promise.all([write(), write(), write(), write(), relay(), relay(), relay()]);
  numbered.push(...(await number(1_000)));

  const inOrder = numbered.toSorted((a, b) => a.sequence - b.sequence);
  expect(inOrder.map(({ sequence }) => sequence - head)).toEqual(upTo(300));
  for (const name of [stream, other]) {
    const offsets = inOrder.filter((event) => event.stream === name).map(({ offset }) => offset);
    expect(offsets).toEqual(upTo(name === stream ? 156 : 144));
  }
});

test('two accounts in one stream do not stop the relay', async () => {
  await tell(stream, 1);
  await tell(stream, 1, await world.addAccount());

  expect((await number(10)).map(({ offset }) => offset)).toEqual([1, 2]);
});

test('the application cannot set the head', async () => {
  await expect(world.pool.query('update event_head set sequence = 0')).rejects.toThrow('permission denied');
});
