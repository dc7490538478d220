import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PublishedEvent } from '../../server/adapters/pub-sub/pub-sub.ts';
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

/** Entries of the index of unnumbered events that `work` has read, dead ones included. */
async function entriesReadBy(work: () => Promise<unknown>): Promise<number> {
  const client = await world.owner.connect();
  const read = async () => {
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ read: number }>(
      `select idx_tup_read as read from pg_stat_user_indexes where indexrelname = 'events_unnumbered'`,
    );
    return rows[0]?.read ?? 0;
  };
  try {
    const before = await read();
    await work();
    return (await read()) - before;
  } finally {
    client.release();
  }
}

/** Transactions in databases of other tests count as well, and last as long as those tests want. */
const OTHERS_END = { timeout: 110_000 };

/** Numbers on one connection whose statistics show immediately. */
async function numberCounted(most: number): Promise<void> {
  const client = await world.owner.connect();
  try {
    await client.query('select * from number_events($1)', [most]);
    await client.query('select pg_stat_force_next_flush()');
  } finally {
    client.release();
  }
}

test('a snapshot that stays open does not make the search longer and longer', async () => {
  const reader = await world.owner.connect();
  try {
    await reader.query('begin isolation level repeatable read; select from events');
    for (let i = 0; i < 10; i += 1) {
      await tell(stream, 100);
      await number(200);
    }
    // Of the calls before whose ids were not known to be over yet. Transactions of other databases count as well.
    await expect
      .poll(async () => {
        await tell(stream, 1);
        return entriesReadBy(() => numberCounted(200));
      }, OTHERS_END)
      .toBeLessThanOrEqual(201);
  } finally {
    await reader.query('rollback');
    reader.release();
  }
});

test('nor does it for a backlog that is numbered page by page', async () => {
  const reader = await world.owner.connect();
  try {
    await reader.query('begin isolation level repeatable read; select from events');
    await tell(stream, 3_000);
    await number(100);
    // Until transactions of other databases that ran then are over.
    await expect.poll(() => entriesReadBy(() => numberCounted(100)), OTHERS_END).toBeLessThanOrEqual(201);
    expect(await number(5_000)).not.toEqual([]);
  } finally {
    await reader.query('rollback');
    reader.release();
  }
});

test('an event that is committed late is numbered, wherever the search has come to', async () => {
  const late = await world.owner.connect();
  const insert = `insert into events (account_id, stream, body) values (${accountId}, '${stream}:late', '{"type": "told"}')`;
  try {
    await late.query('begin; savepoint within');
    await late.query(insert);
    await late.query('release savepoint within');
    for (let i = 0; i < 10; i += 1) {
      await tell(stream, 3);
      await number(200);
    }
    await late.query('commit');

    expect((await number(200)).map((event) => event.stream)).toEqual([`${stream}:late`]);
    await tell(stream, 1);
    expect(await number(200)).toHaveLength(1);
  } finally {
    late.release();
  }
});

test('a head restored from another cluster searches on, and forgets the transactions of that one', async () => {
  await world.owner.query(
    `update event_head set next_low_xid = '4611686018427387904', next_low_id = 4611686018427387904`,
  );
  const behind = async (): Promise<number> => {
    await tell(stream, 1);
    expect(await number(200)).toHaveLength(1);
    const { rows } = await world.owner.query<{ behind: number }>(
      'select (select max(id) from events) - low_id as behind from event_head',
    );
    return rows[0]?.behind ?? Number.NaN;
  };

  await expect.poll(behind, OTHERS_END).toBeLessThan(4);
});
