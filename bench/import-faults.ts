// Kills every worker and PostgreSQL ten times during an import of 20,000 rows; the contacts must come out the same.
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withAccount } from '../server/db/tx.ts';
import { contactFile } from '../server/features/demo/contact-file.ts';
import { seededRandom } from '../server/features/demo/seeded-random.ts';
import { importsJobs } from '../server/features/imports/imports.jobs.ts';
import { start, validate } from '../server/features/imports/imports.service.ts';
import { signedInAs } from '../tests/_db/identity.ts';
import { contactsHash } from '../tests/imports/contacts-hash.ts';
import { runUnderKills } from '../tests/imports/worker-kills.ts';
import { openFaultsGround } from './faults-ground.ts';

const ROWS = 20_000;
const KILLS = Number(process.argv[2] ?? 10);
const SEED = Number(process.argv[3] ?? Date.now() % 100_000);

const { dataDir, postgres, owner, world, deps, close } = await openFaultsGround();
const { agent } = world.people;
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
  await close();
}
