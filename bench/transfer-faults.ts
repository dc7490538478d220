// Kills the worker of a transfer of 20,000 contacts at random moments, and of its revert: the contacts must end up as
// after an undisturbed one. Writes the result to the report.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { ROOT } from '../server/config.ts';
import { seededRandom } from '../server/features/demo/seeded-random.ts';
import { revert } from '../server/features/transfers/transfer-changes.service.ts';
import { startTransfer } from '../server/features/transfers/transfers.service.ts';
import { transfersJobs } from '../server/features/transfers/transfers.jobs.ts';
import { signedInAs } from '../tests/_db/identity.ts';
import { workUnderKills } from '../tests/bulk/bulk-kills.ts';
import { openFaultsGround } from './faults-ground.ts';

const CONTACTS = 20_000;
const KILLS = Number(process.argv[2] ?? 20);
const SEED = Number(process.argv[3] ?? Date.now() % 100_000);
const REPORT = join(ROOT, 'docs', 'reports', '2026-11-transfers.md');

/** Milliseconds into its work at which a worker is killed at the latest. Ours: about one chunk, so that none is through before the last kill. */
const WITHIN_MS = 250;

const { owner, postgres, world, deps, close } = await openFaultsGround();
const { agent, manager, peer } = world.people;
const caller = { identity: signedInAs(manager, [manager.role]), requestId: 'faults' };
const jobs = transfersJobs(deps);
const random = seededRandom(SEED).next;

await owner.query(
  `insert into contacts (account_id, business_unit_id, owner_id, number, first_name, last_name)
   select $1, $2, $3, n, 'Many', lpad(n::text, 7, '0')
   from generate_series(1, $4) n`,
  [agent.accountId, agent.businessUnitId, agent.id, CONTACTS],
);
/** Everything of the contacts and of their rows but ids of transfers, times and versions of the past. */
async function hash(transferId: number): Promise<string> {
  const { rows } = await owner.query<{ line: string }>(
    `select concat_ws('|', c.id, c.owner_id, c.business_unit_id, c.deleted_at, r.position, r.outcome, r.reason,
       r.from_owner_id, r.to_owner_id, r.put_back_at is not null, r.kept, c.version - r.version_after) as line
     from contacts c left join transfer_rows r on r.contact_id = c.id and r.transfer_id = $1 order by c.id, r.position`,
    [transferId],
  );
  const sum = createHash('sha256');
  for (const { line } of rows) sum.update(`${line}\n`);
  return `${rows.length}:${sum.digest('hex').slice(0, 16)}`;
}

const countsOf = async (id: number): Promise<string> => {
  const { rows } = await owner.query<{ counts: string }>(
    `select concat_ws('/', status, reverting, reverted, total, done, moved, unchanged, left_alone, put_back, kept) as counts
     from transfer_attempts where id = $1`,
    [id],
  );
  return rows[0]?.counts ?? '';
};

/** A transfer of all of them, of which some are deleted before it begins. */
async function ask(): Promise<number> {
  await owner.query('update contacts set deleted_at = null');
  const { id } = await startTransfer(deps, caller, {
    selection: { contacts_scope: ContactsScope.parse({ contact_group: 'all' }) },
    to_user_ids: [peer.id, manager.id],
    confirmed: CONTACTS,
    note: '',
  });
  await owner.query(`update contacts set deleted_at = '2026-01-01T00:00:00Z' where number % 11 = 0`);
  return id;
}

const { signal } = new AbortController();
const data = (transferId: number) => ({ accountId: agent.accountId, transferId });
const stateOf = async (id: number) => `${await hash(id)} ${await countsOf(id)}`;

async function calmly(): Promise<readonly string[]> {
  const id = await ask();
  await jobs['transfers.run'](data(id), signal);
  const moved = await stateOf(id);
  await revert(deps, caller, id, {});
  await jobs['transfers.revert'](data(id), signal);
  return [moved, await stateOf(id)];
}

async function killed(): Promise<{ states: readonly string[]; hits: readonly number[] }> {
  const id = await ask();
  const program = join(ROOT, 'tests', 'transfers', 'transfer-child.ts');
  const plan = (way: string) => ({
    worker: [program, postgres.url, String(agent.accountId), String(id), way],
    kills: KILLS,
    withinMs: WITHIN_MS,
    random,
  });
  const runHits = await workUnderKills(plan('run'));
  const moved = await stateOf(id);
  await revert(deps, caller, id, {});
  const revertHits = await workUnderKills(plan('revert'));
  return { states: [moved, await stateOf(id)], hits: [runHits, revertHits] };
}

try {
  const from = Date.now();
  const wanted = await calmly();
  const { states, hits } = await killed();
  const same = JSON.stringify(states) === JSON.stringify(wanted);
  const seconds = Math.round((Date.now() - from) / 1000);
  const lines = [
    `seed ${SEED}, ${hits.join(' and ')} of ${KILLS} kills hit the transfer and the revert at work, ${seconds} s`,
    ...wanted.map(
      (state, index) => `${index === 0 ? 'transfer' : 'revert'}: undisturbed ${state}, killed ${states[index]}`,
    ),
    same ? 'faults: same contacts PASS' : 'faults: other contacts FAIL',
  ];
  console.log(lines.join('\n'));
  writeReport(lines);
  if (!same || hits.some((hit) => hit < KILLS)) process.exitCode = 1;
} finally {
  await close();
}

function writeReport(lines: readonly string[]): void {
  const text = `# Transfers under kills

\`npm run faults:transfer\` transfers ${CONTACTS.toLocaleString('en-US')} contacts of one agent to two people, undisturbed, and takes that back. Then it
does both again while it ends the worker with SIGKILL ${KILLS} times each, at random moments up to ${WITHIN_MS} ms into its work, and lets the
last worker end. Owners, business units, rows, outcomes and versions of every contact go into a hash.

\`\`\`
${lines.join('\n')}
\`\`\`
`;
  writeFileSync(REPORT, text);
}
