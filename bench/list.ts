// 25 of 1,000,000 contacts in 4 accounts, as the restricted role, against a bare Fastify + pg handler; interleaved.
import { join } from 'node:path';
import { ROOT } from '../server/config.ts';
import { alone, ask, type Load, load, paced, type Request, type Server, startServer } from './list-load.ts';
import { ABSENT_NAME, type BenchUser, openWorld, type World } from './list-world.ts';
import { median, percentile, printRatios, printTable, type Ratio } from './measure.ts';

// Short rounds in turn, so that a busy moment of the machine falls on all alike.
const ROUNDS = 15;
const SECONDS = 1;

/** Requests a second at which latencies are compared. Ours: well below what either gives on two cores. */
const PACE = 400;
const DEPTH = 25_000;
const CONTACTS = 1_000_000;

/** Words of 3 letters that match a tenth to a thousandth of the account. */
const PARTS = ['mar', 'son', 'ant', 'gar', 'smi', 'tho', 'zim', 'kow', 'xav', 'ngu'];

interface Listed {
  data: { id: number }[];
  meta: { next_cursor: string | null; total_count: number | null; behind?: [string, number] };
}

const say = (line: string) => void process.stderr.write(`${line}\n`);
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const ms = (times: readonly number[]) => Number(median(times).toFixed(2));

const appAsk = ({ token, userId }: BenchUser, scope: Record<string, unknown>): Request => ({
  path: '/v1/contacts',
  headers: { cookie: `token=${token}`, 'x-identity': `${userId}:0` },
  body: JSON.stringify({ contacts_scope: { limit: 25, ...scope } }),
});

const bareAsk = ({ token }: BenchUser, body: Record<string, unknown>): Request => ({
  path: '/',
  headers: { cookie: `token=${token}` },
  body: JSON.stringify({ group: 'all', behind: null, part: null, ...body }),
});

interface Bench {
  readonly app: Server;
  readonly bare: Server;
  readonly world: World;
}

const listed = async (url: string, one: Request) => JSON.parse(await ask(url, one)) as Listed;

/** The same second page of every agent and every admin, asked of both. */
async function pages({ app, bare, world }: Bench) {
  const people = [
    ...world.agents.map((user) => ({ user, group: 'mine' })),
    ...world.admins.map((user) => ({ user, group: 'all' })),
  ];
  const asked = { ours: [] as Request[], counted: [] as Request[], bare: [] as Request[] };
  for (const { user, group } of people) {
    const first = appAsk(user, { contact_group: group });
    const ours = await listed(app.url, first);
    const theirs = await listed(bare.url, bareAsk(user, { group }));
    asked.counted.push(first);
    asked.ours.push(appAsk(user, { contact_group: group, cursor: ours.meta.next_cursor }));
    asked.bare.push(bareAsk(user, { group, behind: theirs.meta.behind }));
    requireSame(await listed(app.url, asked.ours.at(-1) ?? first), await listed(bare.url, asked.bare.at(-1) ?? first));
  }
  return asked;
}

function requireSame(ours: Listed, theirs: Listed): void {
  const [left, right] = [ours, theirs].map(({ data }) => data.map((row) => row.id).join());
  if (left !== right || ours.data.length !== 25) throw new Error('the two handlers answer different rows');
}

async function measurePages(bench: Bench): Promise<Ratio[]> {
  const { app, bare } = bench;
  const asked = await pages(bench);
  const runs = [
    { name: 'bare Fastify + pg', url: bare.url, requests: asked.bare, loads: [] as Load[], paced: [] as number[] },
    { name: 'the app, by cursor', url: app.url, requests: asked.ours, loads: [] as Load[], paced: [] as number[] },
    { name: 'the app, with total', url: app.url, requests: asked.counted, loads: [] as Load[], paced: [] as number[] },
  ];
  for (const { url, requests } of runs) await load(url, requests, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const run of runs) run.loads.push(await load(run.url, run.requests, SECONDS));
    for (const run of runs) run.paced.push(...(await paced(run.url, run.requests, SECONDS, PACE)));
  }
  const figures = runs.map((run) => ({
    name: run.name,
    'requests/s': Math.round(median(run.loads.map((each) => each.rps))),
    [`p50 ms at ${PACE}/s`]: ms(run.paced),
    [`p99 ms at ${PACE}/s`]: Number(percentile(run.paced, 99).toFixed(2)),
  }));
  printTable(figures);
  const [theirs, ours, counted] = runs.map((run) => ({
    rps: median(run.loads.map((each) => each.rps)),
    p99: percentile(run.paced, 99),
  }));
  if (!theirs || !ours || !counted) throw new Error('a run is missing');
  return [
    { name: 'rps', value: ours.rps / theirs.rps, limit: 0.6, better: 'higher' },
    { name: 'p99', value: ours.p99 / theirs.p99, limit: 1.5, better: 'lower' },
    { name: 'with total', value: counted.rps / ours.rps, limit: 0.5, better: 'higher' },
  ];
}

/** Follows the cursor to a deep row, then holds a page there against the first one. */
async function measureDepth({ app, world }: Bench): Promise<Ratio[]> {
  const [admin] = world.admins;
  if (admin === undefined) throw new Error('nobody is there');
  const scope = { contact_group: 'all' };
  let cursor: string | null = null;
  for (let row = 0; row < DEPTH; row += 200) {
    const next: Listed = await listed(app.url, appAsk(admin, { ...scope, limit: 200, ...(cursor ? { cursor } : {}) }));
    cursor = next.meta.next_cursor;
  }
  const [first, deep] = [[] as number[], [] as number[]];
  for (let round = 0; round < 20; round += 1) {
    first.push(...(await alone(app.url, appAsk(admin, scope), 10)));
    deep.push(...(await alone(app.url, appAsk(admin, { ...scope, cursor }), 10)));
  }
  printTable([
    { page: 'first', 'p50 ms': ms(first) },
    { page: `row ${numbers.format(DEPTH)} by cursor`, 'p50 ms': ms(deep) },
  ]);
  return [{ name: 'deep page', value: median(deep) / median(first), limit: 1.3, better: 'lower' }];
}

/** Ours and a naive ILIKE, both with the total, in the whole account of an admin. */
async function measureSearch({ app, bare, world }: Bench): Promise<Ratio[]> {
  const [admin] = world.admins;
  const outsider = world.admins.at(-1);
  if (admin === undefined || outsider === undefined) throw new Error('nobody is there');
  const rows: { q: string; found: number; 'ours ms': number; 'naive ms'?: number }[] = [];
  for (const part of PARTS) {
    const [ours, naive] = [[] as number[], [] as number[]];
    const mine = appAsk(admin, { contact_group: 'all', q: part });
    const theirs = bareAsk(admin, { part: `%${part}%` });
    const [left, right] = [await listed(app.url, mine), await listed(bare.url, theirs)];
    if (left.meta.total_count !== right.meta.total_count) throw new Error(`the two find different totals for ${part}`);
    for (let round = 0; round < 5; round += 1) {
      ours.push(...(await alone(app.url, mine, 2)));
      naive.push(...(await alone(bare.url, theirs, 1)));
    }
    rows.push({ q: part, found: left.meta.total_count ?? 0, 'ours ms': ms(ours), 'naive ms': ms(naive) });
  }
  const absent = await alone(app.url, appAsk(outsider, { contact_group: 'all', q: ABSENT_NAME }), 20);
  rows.push({ q: `${ABSENT_NAME} (absent)`, found: 0, 'ours ms': ms(absent) });
  printTable(rows);
  const sum = (key: 'ours ms' | 'naive ms') => rows.slice(0, -1).reduce((total, row) => total + (row[key] ?? 0), 0);
  return [
    { name: 'q of 3 letters', value: sum('ours ms') / sum('naive ms'), limit: 0.5, better: 'lower' },
    { name: 'absent name, ms', value: median(absent), limit: 50, better: 'lower' },
  ];
}

const world = await openWorld('bench-list', CONTACTS, say);
const env = {
  DATABASE_URL: world.postgres.url,
  APP_ENV: 'demo',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'info',
  DATA_DIR: join(ROOT, '.cache', 'bench-list'),
};
const app = await startServer(join(ROOT, 'server', 'main.ts'), ['web'], env);
const bare = await startServer(join(import.meta.dirname, 'list-bare.ts'), [], env);
try {
  const bench = { app, bare, world };
  const ratios = [...(await measurePages(bench)), ...(await measureDepth(bench)), ...(await measureSearch(bench))];
  printRatios(ratios);
} finally {
  app.child.removeAllListeners('exit').kill('SIGTERM');
  bare.child.removeAllListeners('exit').kill('SIGTERM');
  await world.postgres.stop();
}
