// About 100,000 contacts tagged by a job, from the call to done, against one bare UPDATE of the same contacts; and how long
// the count before it takes, of these and of a whole account.
import { openJobWorld, timed } from './job-world.ts';
import type { BenchUser } from './list-world.ts';
import { median, printRatios, printTable } from './measure.ts';

const ROUNDS = Number(process.argv[2] ?? 3);

/** One account: 3 managers with 10 agents each, each with about 10,000 contacts. */
const SHAPE = { accounts: 1, units: 3, agents: 10, manyNames: false };
const CONTACTS = 300_000;

/** Against the bare UPDATE. Ours: a job locks, judges, keeps what was before, tells and commits 50 times. */
const LIMIT_RATIO = 4;
/** Seconds of a count of the whole account. Ours: below the 12 s that a call waits for its answer. */
const LIMIT_COUNT_S = 6;
/** Megabytes that the jobs process may grow by. Our choice: one chunk of 2,000, and memory V8 hasn't released yet. */
const LIMIT_GROWTH_MB = 80;

const { world, owner, call, until, settle, close } = await openJobWorld('bench-bulk', CONTACTS, SHAPE);
const EMPTIED = 'events, bulk_rows';
const [admin, manager] = [world.admins[0], world.managers[0]];
if (!admin || !manager) throw new Error('nobody is there');

interface Told {
  readonly data: {
    readonly job: { readonly id: number } | null;
    readonly check: { readonly total: number; readonly counts: { readonly changed: number } } | null;
  };
}
interface Job {
  readonly data: { readonly status: string; readonly counts: { readonly changed: number } };
}

type Round = {
  readonly round: string;
  readonly contacts: number;
  readonly 'bare UPDATE ms': number;
  readonly 'job ms': number;
  readonly ratio: number;
  readonly 'growth MB': number;
  readonly 'count of 100,000 ms': number;
  readonly 'count of 300,000 ms': number;
};

/** All users visible to them. */
const EVERYBODY = { contacts_scope: { contact_group: 'all' } };
const tag = async (): Promise<number> => {
  const { rows } = await owner.query<{ id: number }>(
    `insert into tags (account_id, name) select $1, 'round ' || count(*) from tags returning id`,
    [manager.accountId],
  );
  return rows[0]?.id ?? 0;
};
const askToTag = (by: BenchUser, id: number, dryRun: boolean) =>
  call<Told>(by, 'PATCH', '/v1/contacts/update_tags_group', { ...EVERYBODY, tag_ids: [id], dry_run: dryRun });

/** The limit that a job is held against: the rows change, and nothing is judged, kept or told. */
const tagBare = (id: number) =>
  owner.query(
    `update contacts set tag_ids = array(select distinct tag from unnest(tag_ids || $1::bigint[]) tag order by tag),
       updated_at = now(), version = version + 1
     where owner_id in (select descendant_id from user_tree where ancestor_id = $2) and deleted_at is null`,
    [[id], manager.userId],
  );

async function tagByJob(by: BenchUser, id: number): Promise<{ changed: number; growthMb: number }> {
  const { data } = await askToTag(by, id, false);
  let changed = 0;
  const growthMb = await until(async () => {
    const { data: job } = await call<Job>(by, 'GET', `/v1/contacts/bulk_jobs/${data.job?.id}/read`);
    if (job.status === 'failed') throw new Error(JSON.stringify(job));
    changed = job.counts.changed;
    return job.status === 'done';
  });
  return { changed, growthMb };
}

try {
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await settle(EMPTIED);
    const bare = await timed(async () => tagBare(await tag()));
    await settle(EMPTIED);
    const byJob = await timed(async () => tagByJob(manager, await tag()));
    if (byJob.answer.changed !== bare.answer.rowCount) throw new Error('The job and the UPDATE took other contacts.');
    const count = await timed(async () => askToTag(manager, await tag(), true));
    const countAll = await timed(async () => askToTag(admin, await tag(), true));
    if (countAll.answer.data.check?.counts.changed !== CONTACTS) throw new Error('The count is not that of everybody.');
    rounds.push({
      round: String(round),
      contacts: byJob.answer.changed,
      'bare UPDATE ms': bare.ms,
      'job ms': byJob.ms,
      ratio: byJob.ms / bare.ms,
      'growth MB': byJob.answer.growthMb,
      'count of 100,000 ms': count.ms,
      'count of 300,000 ms': countAll.ms,
    });
  }
  printTable(rounds);
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  printRatios([
    { name: 'job to bare UPDATE', value: middle(({ ratio }) => ratio), limit: LIMIT_RATIO, better: 'lower' },
    {
      name: 'count of 300,000 in s',
      value: middle((round) => round['count of 300,000 ms']) / 1000,
      limit: LIMIT_COUNT_S,
      better: 'lower',
    },
    {
      name: 'growth in MB',
      value: Math.max(...rounds.map((round) => round['growth MB'])),
      limit: LIMIT_GROWTH_MB,
      better: 'lower',
    },
  ]);
} finally {
  await close();
}
