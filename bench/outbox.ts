// Measures commits with events by 16 writers, compared with the same writes that each send a NOTIFY in their
// transaction, as a trigger once did; and how soon a process that writes nothing hears of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OUTBOX } from '../server/cable/outbox-bell.ts';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { APP_ROLE, createPool, type Pool } from '../server/db/pool.ts';
import { withAccount } from '../server/db/tx.ts';
import { emitEvents } from '../server/events.ts';
import { median, percentile, printRatios, printTable } from './measure.ts';

const WRITERS = 16;
const ROUNDS = 5;
const ROUND_MS = 3_000;
/** Commits whose notification is timed, each alone. */
const ALONE = 100;
/** Ours: without the cluster's lock, commits may share a flush of the disk. */
const LIMIT = 1.2;
/** Ours: no one hears of an event later than before. */
const LIMIT_HEARD = 1.25;

const WITH_NOTIFY = `
  create function bench_announce() returns trigger language plpgsql as $$
  begin perform pg_notify('${OUTBOX}', ''); return null; end $$;
  create trigger bench_announce after insert on events for each statement execute function bench_announce()`;
const WITHOUT_NOTIFY = 'drop function if exists bench_announce cascade';

const write = (pool: Pool, accountId: number, writer: number) =>
  withAccount(pool, { accountId }, (tx) =>
    emitEvents(tx, accountId, [{ stream: `user:${writer}`, body: { type: 'told' } }]),
  );

async function commitsPerSecond(pool: Pool, accountId: number): Promise<number> {
  const began = performance.now();
  let commits = 0;
  const writer = async (_: unknown, n: number) => {
    for (; performance.now() - began < ROUND_MS; commits += 1) await write(pool, accountId, n);
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return (commits * 1_000) / (performance.now() - began);
}

/** Milliseconds from the begin of a write to its notification in another connection. */
async function timeNotifications(url: string, pool: Pool, accountId: number): Promise<number[]> {
  const listener = new pg.Client({ connectionString: url });
  await listener.connect();
  await listener.query(`listen ${OUTBOX}`);
  const times: number[] = [];
  for (let i = 0; i < ALONE; i += 1) {
    const heard = new Promise((done) => listener.once('notification', done));
    const began = performance.now();
    await write(pool, accountId, i);
    await heard;
    times.push(performance.now() - began);
    await sleep(20);
  }
  await listener.end();
  return times;
}

const dataDir = mkdtempSync(join(tmpdir(), 'bench-outbox-'));
const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
try {
  await migrate({ url: database.url, log: () => undefined });
  const owner = createPool({ url: database.url, max: 2 });
  const pool = createPool({ url: database.url, role: APP_ROLE, max: WRITERS + 1 });
  const { rows } = await owner.query<{ id: number }>(
    `insert into accounts (name, number, domain_name) values ('Agency', '1', 'agency') returning id`,
  );
  const accountId = rows[0]?.id ?? 0;
  await commitsPerSecond(pool, accountId);
  const rounds: { 'with NOTIFY /s': number; 'without /s': number; ratio: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await owner.query(WITH_NOTIFY);
    const slow = await commitsPerSecond(pool, accountId);
    await owner.query(WITHOUT_NOTIFY);
    const fast = await commitsPerSecond(pool, accountId);
    rounds.push({ 'with NOTIFY /s': slow, 'without /s': fast, ratio: fast / slow });
  }
  const heard = await timeNotifications(database.url, pool, accountId);
  await owner.query(WITH_NOTIFY);
  const heardBefore = await timeNotifications(database.url, pool, accountId);
  printTable(rounds);
  printTable(
    [heardBefore, heard].map((times, turn) => ({
      'write to notification': turn === 0 ? 'with NOTIFY' : 'without',
      'p50 ms': percentile(times, 50),
      'p99 ms': percentile(times, 99),
    })),
  );
  printRatios([
    { name: 'commits without / with', value: median(rounds.map(({ ratio }) => ratio)), limit: LIMIT, better: 'higher' },
    {
      name: 'heard p50 without / with',
      value: percentile(heard, 50) / percentile(heardBefore, 50),
      limit: LIMIT_HEARD,
      better: 'lower',
    },
  ]);
  await Promise.all([owner.end(), pool.end()]);
} finally {
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
