import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMemoryPubSub } from '../../server/adapters/pub-sub/memory-pub-sub.ts';
import { OUTBOX } from '../../server/cable/outbox-bell.ts';
import { startRelay } from '../../server/cable/relay.ts';
import { createPool } from '../../server/db/pool.ts';
import { withAccount } from '../../server/db/tx.ts';
import { emitEvents } from '../../server/events.ts';
import type { CableWorld } from './cable-world.ts';
import { openTestWorld } from './test-cable.ts';

let world: CableWorld;
let accountId: number;
let listener: pg.Client;
let heard = 0;

beforeAll(async () => {
  world = await openTestWorld();
  accountId = await world.addAccount();
  listener = new pg.Client({ connectionString: world.url });
  listener.on('notification', () => {
    heard += 1;
  });
  await listener.connect();
  await listener.query(`listen ${OUTBOX}`);
});
beforeEach(() => {
  heard = 0;
});
afterAll(async () => {
  await listener.end();
  await world.close();
});

const events = [{ stream: 'user:1', body: { type: 'told' } }];
const tell = () => world.emit(accountId, events);

/** Everything that was notified before has arrived then. */
async function arrived(): Promise<void> {
  await listener.query(`select pg_notify('${OUTBOX}', '')`);
  heard -= 1;
}

// In this order: what notifies comes last, so that nothing of it is heard by another test.
test('no transaction that writes events notifies by itself', async () => {
  const client = await world.owner.connect();
  try {
    await client.query(`begin; insert into events (account_id, stream, body) values (${accountId}, 's', '{}'); commit`);
    await arrived();
    expect(heard).toBe(0);
  } finally {
    client.release();
  }
});

test('work that is rolled back tells no one', async () => {
  const done = withAccount(world.pool, { accountId }, async (tx) => {
    await emitEvents(tx, accountId, events);
    throw new Error('a fault');
  });

  await expect(done).rejects.toThrow('a fault');
  await world.pool.query('select 1');
  await arrived();
  expect(heard).toBe(0);
});

test('a process that runs the relay wakes it without a notification, and before its next look', async () => {
  const pubSub = createMemoryPubSub();
  let published = 0;
  pubSub.subscribe((batch) => {
    published += batch.length;
  });
  const pool = createPool({ url: world.url, role: 'bellwether_app' });
  const relay = startRelay({ pool, pubSub, log: pino({ level: 'silent' }) });
  try {
    // Until it holds the lock and has numbered what is there.
    await expect.poll(() => published, { timeout: 5_000 }).toBeGreaterThan(0);
    published = 0;
    const asked = performance.now();
    for (let n = 1; n <= 3; n += 1) {
      await withAccount(pool, { accountId }, (tx) => emitEvents(tx, accountId, events));
      await expect.poll(() => published, { interval: 5, timeout: 5_000 }).toBe(n);
    }

    // Its looks would take 3 s.
    expect(performance.now() - asked).toBeLessThan(1_500);
    await arrived();
    expect(heard).toBe(0);
  } finally {
    await relay.close();
    await pool.end();
  }
});

test('commits with events are told to other processes, many together', async () => {
  await Promise.all(Array.from({ length: 200 }, tell));
  await expect.poll(() => heard, { timeout: 5_000 }).toBeGreaterThan(0);
  await arrived();

  expect(heard).toBeLessThan(100);
});
