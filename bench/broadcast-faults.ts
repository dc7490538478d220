// Kills the worker of a broadcast to 20,000 recipients at random moments, while some of them opt out: each of the others gets
// one text, and no one gets one after an opt-out has committed. Writes the result to the report.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../server/config.ts';
import { createPool } from '../server/db/pool.ts';
import { seededRandom } from '../server/features/demo/seeded-random.ts';
import { receiveText } from '../server/features/messages/incoming/receive-text.ts';
import { OUTSIDE_TABLE, outsideCarrier } from '../tests/broadcasts/outside-carrier.ts';
import { workUnderKills } from '../tests/bulk/bulk-kills.ts';
import { AHEAD_MS, atNoon, beginBroadcast, fillContacts } from './broadcast-ground.ts';
import { openFaultsGround } from './faults-ground.ts';

const KILLS = Number(process.argv[2] ?? 20);
const CONTACTS = Number(process.argv[3] ?? 24_000);
const SEED = Number(process.argv[4] ?? Date.now() % 100_000);
const REPORT = join(ROOT, 'docs', 'reports', '2026-11-broadcasts.md');
/** Milliseconds into its work at which a worker is killed at the latest. Ours: some chunks. */
const WITHIN_MS = 2_000;
/** Milliseconds between two opt-outs. */
const OPT_OUT_MS = 150;

const ground = await openFaultsGround();
const { owner, postgres, world, close } = ground;
const { accountId } = world.people.agent;
await owner.query(OUTSIDE_TABLE);
const carrier = createPool({ url: postgres.url, max: 2, onError: () => undefined });
const deps = { ...atNoon(ground.deps), textLine: outsideCarrier(carrier) };
const random = seededRandom(SEED).next;

let optedOut = 0;
/** People who opt out while it is sent, each by a text of their own. */
async function optOuts(id: number, over: AbortSignal): Promise<void> {
  for (; !over.aborted; await sleep(OPT_OUT_MS)) {
    const { rows } = await owner.query<{ address: string }>(
      `select address from broadcast_recipients where broadcast_id = $1 and state <> 'left_out' offset $2 limit 1`,
      [id, Math.floor(random() * 2_000)],
    );
    const from = rows[0]?.address;
    if (from === undefined) continue;
    optedOut += 1;
    await receiveText(deps, { sid: `IN${optedOut}`, from, to: '+18135550107', body: 'STOP', media: [] });
  }
}

const count = async (text: string, values: readonly unknown[] = []): Promise<number> =>
  Number((await owner.query<{ n: string }>(text, [...values])).rows[0]?.n ?? Number.NaN);

try {
  await fillContacts(ground, CONTACTS);
  const { id, recipients } = await beginBroadcast(ground, deps);
  const from = Date.now();
  const over = new AbortController();
  const leaving = optOuts(id, over.signal);
  const program = join(ROOT, 'tests', 'broadcasts', 'broadcast-child.ts');
  const worker = [program, postgres.url, String(accountId), String(id), String(AHEAD_MS)];
  const hits = await workUnderKills({ worker, kills: KILLS, withinMs: WITHIN_MS, random });
  over.abort();
  await leaving;
  const seconds = Math.round((Date.now() - from) / 1000);

  const late = await count('select count(*) as n from carrier_taken where late');
  const twice = await count(
    `select count(*) as n from (select from carrier_taken t join text_messages m on m.id = t.text_id where m.broadcast_id = $1
       group by t.number having count(*) > 1) x`,
    [id],
  );
  const lost = await count(
    `select count(*) as n from broadcast_recipients r where r.broadcast_id = $1 and r.state <> 'left_out' and not (
       case when exists (select from carrier_taken t where t.text_id = r.text_id) then r.state = 'sent'
       else r.state = 'held_back' and r.reason = 'withdrawn' end)`,
    [id],
  );
  const sent = await count(
    `select count(*) as n from broadcast_recipients where broadcast_id = $1 and state = 'sent'`,
    [id],
  );
  const held = await count(
    `select count(*) as n from broadcast_recipients where broadcast_id = $1 and state = 'held_back'`,
    [id],
  );
  const isWhole = late === 0 && twice === 0 && lost === 0 && sent + held === recipients;
  const lines = [
    `seed ${SEED}, ${hits} of ${KILLS} kills hit the broadcast at work, ${optedOut} opt-outs during it, ${seconds} s`,
    `recipients ${recipients}, sent ${sent}, held back ${held}`,
    `after an opt-out ${late}, twice ${twice}, lost ${lost}`,
    isWhole ? 'faults: each one once, none after an opt-out PASS' : 'faults: FAIL',
  ];
  console.log(lines.join('\n'));
  writeReport(lines);
  if (!isWhole || hits < KILLS) process.exitCode = 1;
} finally {
  await carrier.end();
  await close();
}

function writeReport(lines: readonly string[]): void {
  const text = `# Broadcasts under kills

\`npm run faults:broadcast\` sends a text to all who may get one of ${CONTACTS.toLocaleString('en-US')} contacts, over a carrier that keeps what it
takes by itself. It ends the worker with SIGKILL ${KILLS} times, at random moments up to ${WITHIN_MS} ms into its work, while people opt
out, and lets the last worker end. The carrier asks for each text whether an opt-out of its number had committed.

\`\`\`
${lines.join('\n')}
\`\`\`
`;
  writeFileSync(REPORT, text);
}
