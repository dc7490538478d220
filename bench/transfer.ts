// 250,000 contacts given to another owner by a job, from the call to complete, against one bare UPDATE of the same rows; how
// long the preview before it takes, and taking it back.
import { openJobWorld, timed } from './job-world.ts';
import { median, printRatios, printTable } from './measure.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const CONTACTS = Number(process.argv[3] ?? 250_000);

/** One business unit with 10 agents, who have all contacts. */
const SHAPE = { accounts: 1, units: 1, agents: 10, manyNames: false };

/** Against the bare UPDATE. Source: the promise of transfers. */
const LIMIT_RATIO = 1.3;
/** Seconds of a preview of all. Ours: below the 12 s that a call waits for its answer. */
const LIMIT_PREVIEW_S = 8;
/**
 * Megabytes that the jobs process may grow by. Our choice: memory V8 hasn't released yet, for any number of contacts.
 */
const LIMIT_GROWTH_MB = 80;

const { world, owner, call, until, settle, close } = await openJobWorld('bench-transfer', CONTACTS, SHAPE);
const EMPTIED = 'events, transfer_attempts, transfer_chunks, transfer_rows, transfer_logs, duplicate_checks';
const [admin, manager] = [world.admins[0], world.managers[0]];
if (!admin || !manager) throw new Error('nobody is there');

interface Told {
  readonly data: {
    readonly id: number;
    readonly status: string;
    readonly revert: boolean;
    readonly counts: { readonly moved: number };
    readonly put_back: { readonly put_back: number } | null;
  };
}

const EVERYBODY = { contacts_scope: { contact_group: 'all' } };
const asked = (to: number) => ({ selection: EVERYBODY, to_user_ids: [to] });

/** Baseline of a transfer: the rows change, without judging, records or events. */
const giveBare = (to: number) =>
  owner.query(
    `update contacts c set owner_id = u.id, business_unit_id = u.business_unit_id, updated_at = now(), version = version + 1
     from users u where u.id = $1 and c.account_id = $2 and c.deleted_at is null`,
    [to, admin.accountId],
  );

const transferOf = (id: number) => call<Told>(admin, 'GET', `/v1/contacts/transfer_attempts/${id}/status`);

const give = async (to: number): Promise<{ id: number; moved: number; growthMb: number }> => {
  const body = { ...asked(to), confirmed: CONTACTS };
  const { data } = await call<Told>(admin, 'PATCH', '/v1/contacts/update_transfer_group', body);
  let moved = 0;
  const growthMb = await until(async () => {
    const { data: now } = await transferOf(data.id);
    if (now.status === 'failed') throw new Error(JSON.stringify(now));
    moved = now.counts.moved;
    return now.status === 'complete';
  });
  return { id: data.id, moved, growthMb };
};

const takeBack = async (id: number): Promise<{ putBack: number; growthMb: number }> => {
  await call(admin, 'PATCH', `/v1/contacts/transfer_attempts/${id}`, {});
  let putBack = 0;
  const growthMb = await until(async () => {
    const { data: now } = await transferOf(id);
    putBack = now.put_back?.put_back ?? 0;
    return !now.revert;
  });
  return { putBack, growthMb };
};

type Round = {
  readonly round: string;
  readonly contacts: number;
  readonly 'bare UPDATE ms': number;
  readonly 'transfer ms': number;
  readonly ratio: number;
  readonly 'revert ms': number;
  readonly 'revert ratio': number;
  readonly 'preview ms': number;
  readonly 'growth MB': number;
};

try {
  // The first change of all rows grows the table, no matter who makes it.
  await giveBare(manager.userId);
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await settle(EMPTIED);
    const bare = await timed(() => giveBare(admin.userId));
    await settle(EMPTIED);
    const preview = await timed(() => call(admin, 'PATCH', '/v1/contacts/transfer_group', asked(manager.userId)));
    const given = await timed(() => give(manager.userId));
    await owner.query('vacuum (analyze) contacts');
    await owner.query('checkpoint');
    const back = await timed(() => takeBack(given.answer.id));
    await giveBare(manager.userId);
    const all = [bare.answer.rowCount, given.answer.moved, back.answer.putBack];
    if (all.some((contacts) => contacts !== CONTACTS)) throw new Error(`They took other contacts: ${all.join(', ')}.`);
    process.stderr.write(`round ${round}: bare ${bare.ms.toFixed(0)} ms, transfer ${given.ms.toFixed(0)} ms\n`);
    rounds.push({
      round: String(round),
      contacts: given.answer.moved,
      'bare UPDATE ms': bare.ms,
      'transfer ms': given.ms,
      ratio: given.ms / bare.ms,
      'revert ms': back.ms,
      'revert ratio': back.ms / bare.ms,
      'preview ms': preview.ms,
      'growth MB': Math.max(given.answer.growthMb, back.answer.growthMb),
    });
  }
  printTable(rounds);
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  printRatios([
    { name: 'transfer to bare UPDATE', value: middle(({ ratio }) => ratio), limit: LIMIT_RATIO, better: 'lower' },
    {
      name: 'preview in s',
      value: middle((round) => round['preview ms']) / 1000,
      limit: LIMIT_PREVIEW_S,
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
