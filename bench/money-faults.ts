// 50 workers make 100,000 random operations on one ledger, while their connections are killed at random moments, also in the
// middle of a transaction: the books stay sound. Writes the result to the report.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../server/config.ts';
import { APP_ROLE } from '../server/db/pool.ts';
import { seededRandom } from '../server/features/demo/seeded-random.ts';
import { booksOf, OPERATIONS, SOUND, take, workerOf } from '../tests/ledger/ledger-desk.ts';
import { openFaultsGround } from './faults-ground.ts';

const STEPS = Number(process.argv[2] ?? 100_000);
const WORKERS = Number(process.argv[3] ?? 50);
const SEED = Number(process.argv[4] ?? Date.now() % 100_000);
const REPORT = join(ROOT, 'docs', 'reports', '2026-11-ledger.md');
/** Milliseconds between two killed connections. */
const KILL_MS = 100;

const ground = await openFaultsGround();
const { owner, postgres, world, close } = ground;
const { accountId, people } = world;
const users = [people.agent.id, people.peer.id, people.manager.id, people.admin.id];
const random = seededRandom(SEED).next;
const below = (count: number) => Math.floor(random() * count);

const outcomes = new Map<string, number>();
const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

/** A lost connection is the death of a worker's process: it starts over with a new one. */
const isLost = (error: unknown) =>
  error instanceof Error &&
  /terminat|connection|ECONNRESET|EPIPE/i.test(`${error.message} ${'code' in error ? String(error.code) : ''}`);

let left = STEPS;
async function work(index: number): Promise<void> {
  const worker = workerOf(`w${index}`, postgres.url, APP_ROLE);
  while (left > 0) {
    left -= 1;
    const step = {
      operation: OPERATIONS[below(OPERATIONS.length)] ?? 'spend',
      one: below(100),
      other: below(100),
      amount: below(4) === 0 ? 1 + below(9) : 1 + below(50_000_000),
      dies: below(20) === 0,
    };
    try {
      note(await take(worker, accountId, users, step));
    } catch (error) {
      if (!isLost(error)) throw error;
      note('connection lost');
    }
  }
  await worker.pool.end();
}

let kills = 0;
async function kill(over: AbortSignal): Promise<void> {
  for (; !over.aborted; await sleep(KILL_MS)) {
    const { rows } = await owner.query(
      `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and (state like '%transaction%' or wait_event_type = 'Lock')
         order by random() limit 1) x`,
    );
    kills += rows.length;
  }
}

try {
  const from = Date.now();
  const over = new AbortController();
  const killing = kill(over.signal);
  await Promise.all(Array.from({ length: WORKERS }, (_, index) => work(index)));
  over.abort();
  await killing;
  const seconds = Math.round((Date.now() - from) / 1000);
  const books = await booksOf(owner);
  const isSound = Object.entries(SOUND).every(([name, value]) => books[name as keyof typeof SOUND] === value);
  const lines = [
    `seed ${SEED}, ${STEPS} operations by ${WORKERS} workers, ${seconds} s, ${kills} connections killed in a transaction`,
    [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', '),
    `transfers ${books.transfers}; sum of entries ${books.sum}, transfers that don't sum to zero ${books.unequal}`,
    `negative balances ${books.negative}, balances without proof ${books.unproven}, running balances ${books.broken}, holds ${books.unheld}`,
    `money: ${isSound ? 'the books are sound PASS' : 'FAIL'}`,
  ];
  console.log(lines.join('\n'));
  writeFileSync(
    REPORT,
    `# The ledger under load and kills

\`npm run faults:money\` lets ${WORKERS} workers top up, spend, hold, capture, release, allocate, reclaim, refund and retry at random, on the
wallets of four people and their agency. Some workers die before their commit; every ${KILL_MS} ms the connection of one is
ended in the middle of a transaction. Then all entries are read.

\`\`\`
${lines.join('\n')}
\`\`\`
`,
  );
  if (!isSound) process.exitCode = 1;
} finally {
  await close();
}
