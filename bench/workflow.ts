// Measures steps of workflows per second by one process, compared with a bare queue in the same database, whose every item is
// one UPDATE … RETURNING of its own; and with many contacts that wait: memory, and how soon those due in one minute have begun.
// `npm run bench:workflow -- 1000000 10000` sets how many wait, and how many of them are due.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { APP_ROLE, createPool, type Pool } from '../server/db/pool.ts';
import type { Deps } from '../server/deps.ts';
import { takeDueRuns } from '../server/features/workflows/workflows.jobs.ts';
import { median, printRatios, printTable } from './measure.ts';

const [WAITING = 100_000, DUE = 10_000] = process.argv.slice(2).map(Number);
const ROUNDS = 5;
/** Steps of a round. */
const STEPS = 1_000;
/** Of the issue. */
const LIMIT = 0.3;
const LIMIT_S = 60;
/** Megabytes that the process may keep of contacts that have begun. Ours: none are kept, however many wait. */
const LIMIT_MB = 16;

const DEFINITION = JSON.stringify({
  trigger: { kind: 'manual', ids: [], imported: false, days: 90 },
  goal: { kind: 'none', ids: [] },
  steps: [
    { kind: 'wait', id: 's1', under: '', count: 1, unit: 'day' },
    { kind: 'split', id: 's2', under: '', percent: 50 },
  ],
});

/** An agency with one workflow in which all its contacts wait, none of them due. */
async function seed(owner: Pool): Promise<void> {
  await owner.query(`
    insert into accounts (name, number, domain_name) values ('Agency', '1', 'agency');
    insert into business_units (account_id, name, number) select id, 'Unit', '1' from accounts;
    insert into users (account_id, business_unit_id, username, email, first_name, last_name, roles, password_hash, timezone)
      select account_id, id, 'agent', 'agent@agency.test', 'Dana', 'Whitfield', '{agent}', '', 'cst' from business_units;
    insert into contacts (account_id, business_unit_id, owner_id, number, last_name, phone, state)
      select u.account_id, u.business_unit_id, u.id, n, 'Person ' || n, '+1512' || lpad(n::text, 7, '0'), 'TX'
      from users u, generate_series(1, ${WAITING}) n;
    insert into wf_flows (account_id, user_id, shared, name, definition, status, live_since)
      select account_id, id, true, 'Flow', '${DEFINITION}', 'on', now() from users;
    insert into wf_versions (account_id, flow_id, number, definition, created_at)
      select account_id, id, 1, definition, now() from wf_flows;
    update wf_flows f set live_version_id = v.id, live_trigger = definition -> 'trigger'
      from (select id, flow_id from wf_versions) v where v.flow_id = f.id;
    insert into wf_runs (account_id, flow_id, version_id, contact_id, entered_contact_id, occasion, status, step, due_at, since, created_at)
      select c.account_id, f.id, f.live_version_id, c.id, c.id, 'manual', 'waiting', 's1', now() + interval '30 days', now(), now()
      from contacts c, wf_flows f;
    create table bench_queue (id bigint primary key, due_at timestamptz, done_at timestamptz);
    create index on bench_queue (due_at) where done_at is null;
    insert into bench_queue select id, due_at from wf_runs;
    grant select, update on bench_queue to ${APP_ROLE}`);
  await owner.query('vacuum (analyze)');
}

const hurry = (owner: Pool, table: string, key: string, count: number) =>
  owner.query(`update ${table} set due_at = now() - interval '1 second' where id in (
    select id from ${table} where due_at > now() + interval '10 days' and ${key} order by id limit ${count})`);

async function timedPerSecond(work: () => Promise<number>): Promise<number> {
  const began = performance.now();
  return ((await work()) * 1_000) / (performance.now() - began);
}

async function bareQueue(pool: Pool): Promise<number> {
  for (let taken = 0; ; taken += 1) {
    const { rowCount } = await pool.query(`update bench_queue set done_at = now() where id = (
      select id from bench_queue where done_at is null and due_at <= now() order by due_at limit 1 for update skip locked) returning id`);
    if (rowCount === 0) return taken;
  }
}

const residentMb = () => process.memoryUsage().rss / 2 ** 20;

/** What is held when nothing is left to collect: the script runs with `--expose-gc`. */
function heldMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const dataDir = mkdtempSync(join(tmpdir(), 'bench-workflow-'));
const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
try {
  await migrate({ url: database.url, log: () => undefined });
  const owner = createPool({ url: database.url, max: 2 });
  const pool = createPool({ url: database.url, role: APP_ROLE, max: 8 });
  await seed(owner);
  const use = { pool, now: () => new Date(), log: pino({ level: 'warn' }) } as unknown as Deps;
  const countSteps = async () => Number((await owner.query('select count(*) from wf_steps')).rows[0].count);
  const engine = async () => {
    const before = await countSteps();
    await takeDueRuns(use);
    return (await countSteps()) - before;
  };
  const rounds: { 'queue /s': number; 'steps /s': number; ratio: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await hurry(owner, 'bench_queue', 'done_at is null', STEPS);
    const queue = await timedPerSecond(() => bareQueue(pool));
    await hurry(owner, 'wf_runs', `status = 'waiting'`, STEPS / 2);
    const steps = await timedPerSecond(engine);
    // The first one warms up.
    if (round > 0) rounds.push({ 'queue /s': queue, 'steps /s': steps, ratio: steps / queue });
  }
  await hurry(owner, 'wf_runs', `status = 'waiting'`, DUE);
  const open = async () =>
    Number(
      (await owner.query(`select count(*) from wf_runs where status = 'waiting' and due_at <= now()`)).rows[0].count,
    );
  const [held, before, began] = [heldMb(), residentMb(), performance.now()];
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMb());
  }, 100);
  while ((await open()) > 0) await takeDueRuns(use);
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1_000;
  const kept = heldMb() - held;
  printTable(rounds);
  printTable([
    { waiting: WAITING, due: DUE, 'all begun s': seconds, 'kept MB': kept, 'process grew MB': most - before },
  ]);
  printRatios([
    { name: 'steps / bare queue', value: median(rounds.map(({ ratio }) => ratio)), limit: LIMIT, better: 'higher' },
    { name: 'due contacts begun, s', value: seconds, limit: LIMIT_S, better: 'lower' },
    { name: 'memory kept, MB', value: kept, limit: LIMIT_MB, better: 'lower' },
  ]);
  await Promise.all([owner.end(), pool.end()]);
} finally {
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
