// Sends 100,000 requests of public pages to two web processes while these and the database are killed: each request that
// was acknowledged is delivered once, with one notice to its agent. Writes the result to the report.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../server/config.ts';
import { seededRandom } from '../server/features/demo/seeded-random.ts';
import { LEADS_DIR } from '../server/features/public-pages/take-lead.ts';
import { type FaultWorld, leaveAll, openFaultWorld, type Running, say, startRole, until } from './faults-world.ts';
import { percentile } from './measure.ts';

const LEADS = Number(process.argv[2] ?? 100_000);
const SEED = Number(process.argv[3] ?? Date.now() % 100_000);
const REPORT = join(ROOT, 'docs', 'reports', '2026-11-leads.md');
const AGENTS = 20;
/** People who send at the same time. */
const SENDERS = 48;
/** One in so many comes a second time after it was acknowledged, as a double click or a reload does. */
const REPEATED = 20;
/** One in so many is of a person who has asked before. */
const KNOWN = 10;
/** Milliseconds between two blows. */
const CALM_MS = 5_000;
/** Milliseconds for which the database stays away. Longer than a person waits for a delivery. */
const AWAY_MS = 4_000;
/** Milliseconds before a sender who got no answer sends again. */
const AGAIN_MS = 500;
/** Milliseconds until everything that was kept must be delivered. */
const DRAIN_MS = 300_000;
/** Milliseconds after which a form isn't a program's. Source: `TOO_FAST_MS` of `server/features/public-pages/lead.ts`. */
const READ_MS = 2_500;

const random = seededRandom(SEED).next;
const world = await openFaultWorld();
mkdirSync(join(world.dataDir, 'logs'), { recursive: true });
const leadsDir = join(world.dataDir, LEADS_DIR);
const webs: Running[] = [];

const startWeb = ({ postgres, dataDir }: FaultWorld) =>
  startRole('web', {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    APP_ENV: 'stage',
    APP_URL: 'http://app.example',
    ALLOW_PLAIN_HTTP: 'true',
    // Every person has an address of their own, which counts against the limits.
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    SECRET_KEYS: Buffer.alloc(32, 7).toString('base64'),
  });

interface Page {
  readonly name: string;
  form: string;
}

async function openPages(): Promise<Page[]> {
  const accountId = await world.addAccount();
  const people = await Promise.all(Array.from({ length: AGENTS }, () => world.addPerson(accountId, 'agent')));
  await world.owner.query(
    `update users set webpage_domain = 'page-' || id, webpage_active = true, phone = '+18135550100', about_me = 'I help.'
     where account_id = $1`,
    [accountId],
  );
  return Promise.all(
    people.map(async ({ id }) => {
      const name = `page-${id}`;
      const answer = await fetch(`${webs[0]?.url}/v1/users/${name}/webpage`);
      const { data } = (await answer.json()) as { data: { form: string } };
      return { name, form: data.form };
    }),
  );
}

/** Milliseconds until a request was acknowledged, over all its tries. */
const waits: number[] = [];
let tries = 0;
let unanswered = 0;

/** Sends until it is acknowledged, each time to the other process. @throws when it is refused. */
async function send({ name }: Page, body: Readonly<Record<string, string>>, place: number): Promise<void> {
  const from = performance.now();
  for (let at = place; ; at += 1) {
    tries += 1;
    const url = webs[at % webs.length]?.url ?? '';
    const status = await fetch(`${url}/v1/contacts/webpage/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(place), origin: url },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    }).then(
      async (answer) => {
        const said = await answer.text();
        if (!answer.ok && answer.status < 500 && answer.status !== 429) throw new Refused(`${answer.status} ${said}`);
        return answer.status;
      },
      () => 0,
    );
    if (status >= 200 && status < 300) break;
    unanswered += 1;
    await sleep(AGAIN_MS);
  }
  waits.push(performance.now() - from);
}

class Refused extends Error {}

const addressOf = (n: number): string => `100.${64 + ((n >> 16) & 63)}.${(n >> 8) & 255}.${1 + (n % 254)}`;

const isKnown = (n: number): boolean => n > KNOWN && n % KNOWN === 0;

/** The n-th request; some are of the person before them. */
function personOf(n: number): Readonly<Record<string, string>> {
  const who = isKnown(n) ? n - AGENTS : n;
  const digits = String(who).padStart(7, '0');
  return {
    first_name: `Ada${digits.slice(0, 3)}`,
    last_name: `Lane${digits.slice(3)}`,
    phone: `+1512${String(2_000_000 + who)}`,
    email: `p${who}@example.com`,
    message: `Request ${n}`,
    visit: `visit-${n}`,
  };
}

async function sendAll(pages: readonly Page[]): Promise<void> {
  let next = 0;
  const sender = async () => {
    while (next < LEADS) {
      const n = next;
      next += 1;
      const page = pages[n % pages.length];
      if (page === undefined) return;
      const body = { ...personOf(n), form: page.form };
      await send(page, body, n);
      if (n % REPEATED === 0) await send(page, body, n + 1);
      if (n % 5_000 === 0) say(`${n} sent`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
}

const blows = { web: 0, database: 0, restart: 0 };

async function strike(over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await sleep(CALM_MS);
    if (over.aborted) return;
    const kind = random();
    if (kind < 0.4) {
      await world.killPostgres();
      await sleep(AWAY_MS);
      await world.postgres.revive();
      blows.database += 1;
      continue;
    }
    const place = random() < 0.5 ? 0 : 1;
    await webs[place]?.end(kind < 0.8 ? 'SIGKILL' : 'SIGTERM');
    webs[place] = await startWeb(world);
    blows[kind < 0.8 ? 'web' : 'restart'] += 1;
  }
}

const waiting = (): number => readdirSync(leadsDir).filter((name) => name.endsWith('.lead')).length;
const aside = (): number => readdirSync(leadsDir).filter((name) => name.endsWith('.aside')).length;

const count = async (text: string): Promise<number> =>
  Number((await world.owner.query<{ n: string }>(text)).rows[0]?.n ?? Number.NaN);

try {
  webs.push(await startWeb(world), await startWeb(world));
  const pages = await openPages();
  await sleep(READ_MS);
  const from = performance.now();
  const over = new AbortController();
  const striking = strike(over.signal);
  await sendAll(pages);
  over.abort();
  await striking;
  const seconds = (performance.now() - from) / 1_000;
  const kept = waiting();
  const drained = await until('everything is delivered', DRAIN_MS, () => waiting() === 0);

  const delivered = await count('select count(*) as n from webpage_leads');
  const lost = await count(
    `select count(*) as n from generate_series(0, ${LEADS - 1}) g
     where not exists (select from webpage_leads l where l.entered ->> 'message' = 'Request ' || g)`,
  );
  const suspected = await count('select count(*) as n from webpage_leads where contact_id is null');
  const people = new Set(Array.from({ length: LEADS }, (_, n) => personOf(n)['phone'])).size;
  const contacts = await count('select count(*) as n from contacts');
  const notices = await count(`select count(*) as n from notifications where kind = 'lead'`);
  const extra = delivered - (LEADS - lost);
  const isWhole =
    lost === 0 &&
    extra === 0 &&
    suspected === 0 &&
    aside() === 0 &&
    contacts === people &&
    notices === delivered &&
    blows.web > 0 &&
    blows.database > 0;
  const ms = (p: number) => Math.round(percentile(waits, p));
  const lines = [
    `seed ${SEED}, ${blows.web} kills of a web process, ${blows.restart} restarts, ${blows.database} kills of the database, ${Math.round(seconds)} s`,
    `requests ${LEADS}, sent ${tries} times, without an answer ${unanswered}, acknowledged after ${ms(50)} ms (p50), ${ms(99)} ms (p99)`,
    `kept on disk at the end ${kept}, delivered ${Math.round(drained / 1_000)} s later`,
    `lost ${lost}, twice ${extra}, set aside ${aside()}, contacts ${contacts} of ${people} people, notices ${notices}`,
    isWhole ? 'faults: each one once PASS' : 'faults: FAIL',
  ];
  say(lines.join('\n'));
  if (LEADS >= 100_000) writeReport(lines);
  if (!isWhole) process.exitCode = 1;
} finally {
  for (const web of webs) await web.end('SIGTERM');
  await leaveAll();
}

function writeReport(lines: readonly string[]): void {
  const text = `# Requests of public pages under kills

\`npm run faults:leads\` sends ${LEADS.toLocaleString('en-US')} requests to the pages of ${AGENTS} agents, over two web processes that share a data folder.
Every ${CALM_MS / 1_000} s one of them or the database is killed; the database stays away for ${AWAY_MS / 1_000} s. Whoever gets no answer sends the same
form again, and one in ${REPEATED} sends it again after an answer. One in ${KNOWN} is of a person who has asked before and stays one contact.

\`\`\`
${lines.join('\n')}
\`\`\`
`;
  writeFileSync(REPORT, text);
}
