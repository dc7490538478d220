// Kills every worker and PostgreSQL ten times during an import of 20,000 rows; the contacts must come out the same.
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { diskStorage } from '../server/adapters/disk-storage.ts';
import { createMemoryPubSub } from '../server/adapters/memory-pub-sub.ts';
import { embeddedPayments } from '../server/adapters/embedded-payments.ts';
import { outboxMailer } from '../server/adapters/outbox-mail.ts';
import { outboxTexter } from '../server/adapters/outbox-texts.ts';
import { loadConfig } from '../server/config.ts';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { createPool } from '../server/db/pool.ts';
import { withAccount } from '../server/db/tx.ts';
import type { Deps } from '../server/deps.ts';
import { contactFile } from '../server/features/demo/contact-file.ts';
import { seededRandom } from '../server/features/demo/seeded-random.ts';
import { importsJobs } from '../server/features/imports/imports.jobs.ts';
import { start, validate } from '../server/features/imports/imports.service.ts';
import { startSendingQueue } from '../server/jobs/pg-boss-queue.ts';
import { createSeal } from '../server/seal.ts';
import { signedInAs } from '../tests/_db/identity.ts';
import { makeWorld } from '../tests/_db/world.ts';
import { contactsHash } from '../tests/imports/contacts-hash.ts';
import { runUnderKills } from '../tests/imports/worker-kills.ts';

const ROWS = 20_000;
const KILLS = Number(process.argv[2] ?? 10);
const SEED = Number(process.argv[3] ?? Date.now() % 100_000);

const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-faults-'));
mkdirSync(join(dataDir, 'logs'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate({ url: postgres.url, log: () => undefined });
const log = pino({ level: 'silent' });
const ignore = () => undefined;
const owner = createPool({ url: postgres.url, max: 2, onError: ignore });
const { people } = await makeWorld(owner);
const { agent } = people;
const jobs = await startSendingQueue(postgres.url, log);
const deps: Deps = {
  config: loadConfig({ APP_ENV: 'development', DATA_DIR: dataDir, DATABASE_URL: postgres.url }),
  pool: createPool({ url: postgres.url, role: 'bellwether_app', onError: ignore }),
  storage: diskStorage(join(dataDir, 'files')),
  mailer: outboxMailer,
  texter: outboxTexter,
  payments: embeddedPayments({ now: () => new Date(), open: false }),
  seal: createSeal([Buffer.alloc(32, 7)]),
  jobs,
  pubSub: createMemoryPubSub(),
  log,
  now: () => new Date(),
};
const asked = {
  identity: signedInAs(agent, [agent.role]),
  requestId: 'faults',
};

/** The postmaster's process, as its lock file names it. */
function postmaster(): number {
  const file = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('postmaster.pid'),
  );
  if (file === undefined) throw new Error('PostgreSQL does not run in the data folder.');
  return Number(readFileSync(join(dataDir, file), 'utf8').split('\n')[0]);
}

async function killDatabase(): Promise<void> {
  process.kill(postmaster(), 'SIGKILL');
  while (postgres.isRunning()) await sleep(20);
  await postgres.revive();
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries > 20) throw error;
      await sleep(250);
    }
  }
}

async function upload(): Promise<number> {
  const path = join(dataDir, 'faults.csv');
  writeFileSync(path, [...contactFile({ rows: ROWS, seed: SEED })].join(''));
  const stream = createReadStream(path);
  const draft = await validate(deps, asked, {}, { fileName: 'faults.csv', stream, truncated: () => false });
  await start(deps, asked, { import_id: draft.id }, null);
  return draft.id;
}

const statusOf = (id: number) =>
  again(async () => {
    const { rows } = await owner.query<{ status: string; sum: number; counts: string }>(
      `select status, created + updated + skipped + problems as sum,
         concat_ws('/', created, updated, skipped, problems) as counts from imports where id = $1`,
      [id],
    );
    return rows[0];
  });

try {
  const calm = await upload();
  await importsJobs(deps)['imports.run']({ accountId: agent.accountId, importId: calm }, new AbortController().signal);
  const wanted = [await contactsHash(owner, agent.accountId), (await statusOf(calm))?.counts];
  await owner.query('truncate contacts, notes, import_rows, import_kept_rows cascade; delete from pgboss.job');
  await withAccount(deps.pool, agent, (tx) => tx.raw(`update imports set status = 'undone'`));

  const id = await upload();
  const from = Date.now();
  const hits = await runUnderKills({
    databaseUrl: postgres.url,
    dataDir,
    kills: KILLS,
    random: seededRandom(SEED).next,
    begunAt: () =>
      again(async () => {
        const { rows } = await owner.query<{ at: string }>(
          `select started_on::text as at from pgboss.job where state = 'active' and data ->> 'importId' = $1`,
          [String(id)],
        );
        return rows[0]?.at ?? null;
      }),
    isDone: async () => (await statusOf(id))?.status === 'done',
    killDatabase,
  });
  const found = await again(async () => [await contactsHash(owner, agent.accountId), (await statusOf(id))?.counts]);
  const same = JSON.stringify(found) === JSON.stringify(wanted);
  console.log(`seed ${SEED}, ${hits} kills, ${Math.round((Date.now() - from) / 1000)} s`);
  console.log(`undisturbed ${wanted.join(' ')}\nkilled      ${found.join(' ')}`);
  console.log(same ? 'faults: same contacts PASS' : 'faults: other contacts FAIL');
  if (!same || hits < KILLS) process.exitCode = 1;
} finally {
  await jobs.close().catch(ignore);
  await Promise.all([deps.pool.end(), owner.end()]);
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
