// 250,000 rows with every index, from POST import to done, against a bare parse, validate and COPY.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../server/config.ts';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { createPool } from '../server/db/pool.ts';
import { contactFile, type ContactFileOptions } from '../server/features/demo/contact-file.ts';
import { makeWorld, PASSWORD } from '../tests/_db/world.ts';
import { JOBS_FLAGS } from '../server/roles/child.ts';
import { importBare } from './import-bare.ts';
import { median, percentile, printRatios, printTable } from './measure.ts';

const ROWS = Number(process.argv[2] ?? 250_000);
const ROUNDS = Number(process.argv[3] ?? 3);

/** Pause between two reads, in ms: a busy agency, not a flood. */
const READ_EVERY_MS = 50;

const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-bench-'));
mkdirSync(join(dataDir, 'logs'), { recursive: true });
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate({ url: postgres.url, log: () => undefined });
const owner = createPool({ url: postgres.url, max: 3 });
const world = await makeWorld(owner);
const agent = world.people.agent;

const port = 4300 + (process.pid % 500);
const url = `http://127.0.0.1:${port}`;
const env = {
  ...process.env,
  APP_ENV: 'demo',
  PORT: String(port),
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DATABASE_URL: postgres.url,
  LOG_LEVEL: 'warn',
};
const startRole = (role: string): ChildProcess =>
  spawn(process.execPath, [...(role === 'jobs' ? JOBS_FLAGS : []), join(ROOT, 'server', 'main.ts'), role], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
const web = startRole('web');
const jobs = startRole('jobs');

let cookie = '';
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(url + path, {
    method,
    headers: {
      origin: url,
      'x-identity': `${agent.id}:0`,
      cookie,
      ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

interface Attempt {
  readonly data: {
    readonly id: number;
    readonly status: string;
    readonly done_rows: number;
    readonly active_ms: number;
  };
}

async function until(id: number, wanted: string): Promise<Attempt> {
  for (;;) {
    const attempt = await call<Attempt>('GET', `/v1/contacts/import_attempts/${id}/read`);
    if (attempt.data.status === wanted) return attempt;
    if (attempt.data.status === 'failed') throw new Error(JSON.stringify(attempt.data));
    await sleep(100);
  }
}

/** Read from /proc where there is one: a process started for it would disturb what is measured. */
const residentMb = (pid: number): number => {
  if (!existsSync('/proc/self/status')) {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  }
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
};

/** Uploads and checks the file, then measures from the start to done, in ms. */
async function importOnce(path: string): Promise<{ ms: number; growthMb: number }> {
  const form = new FormData();
  form.append('file', await openAsBlob(path), 'bench.csv');
  const draft = await call<Attempt>('POST', '/v1/contacts/validate_import', form);
  await call('POST', '/v1/contacts/validate_import', { import_id: draft.data.id });
  await until(draft.data.id, 'checked');
  const before = residentMb(jobs.pid ?? 0);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(jobs.pid ?? 0));
  }, 250);
  const from = performance.now();
  await call('POST', '/v1/contacts/import', { import_id: draft.data.id });
  const done = await until(draft.data.id, 'done');
  clearInterval(watch);
  if (done.data.done_rows !== ROWS) throw new Error(`Only ${done.data.done_rows} of ${ROWS} rows are done.`);
  return { ms: performance.now() - from, growthMb: most - before };
}

/** Existing contacts before each measurement, so that reads have data. */
const BASE_ROWS = 50_000;
const BASE_NUMBER = 10_000_000;

/** Brings every measurement to the same start: a book of contacts, and nothing that an import leaves. */
async function startOver(): Promise<void> {
  // First and alone: what it waits for takes locks in another order.
  await owner.query('truncate duplicate_checks');
  await owner.query(
    'truncate contacts, contact_counts, notes, imports, import_rows, import_check_rows, import_kept_rows, events, import_throughput cascade',
  );
  await importBare(owner, basePath, agent, BASE_NUMBER);
  // The search for duplicates among these would take the machine from whichever side comes next.
  await owner.query('truncate duplicate_checks');
  await owner.query('vacuum analyze contacts');
  await owner.query('checkpoint');
}

const list = () => call('PATCH', '/v1/contacts', { contacts_scope: { limit: 25 } });

/** Reads the list again and again until told to stop; answers how long each took, in ms. */
async function readUntil(over: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!over()) {
    const from = performance.now();
    await list();
    times.push(performance.now() - from);
    await sleep(READ_EVERY_MS);
  }
  return times;
}

const basePath = join(dataDir, 'base.csv');
const writeFile = (path: string, options: ContactFileOptions) =>
  pipeline(Readable.from(contactFile(options), { objectMode: false }), createWriteStream(path));

try {
  const path = join(dataDir, 'bench.csv');
  await writeFile(path, { rows: ROWS, seed: 1 });
  await writeFile(basePath, { rows: BASE_ROWS, seed: 2, first: 600_000 });
  for (let tries = 0; ; tries += 1) {
    try {
      await call('POST', '/v1/sessions', { username: 'agent', password: PASSWORD });
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
  const rounds: { round: string; 'bare COPY ms': number; 'import ms': number; ratio: number; 'growth MB': number }[] =
    [];
  const idleMb = residentMb(jobs.pid ?? 0);
  for (let round = 1; round <= ROUNDS; round += 1) {
    await startOver();
    const from = performance.now();
    await importBare(owner, path, agent);
    const bare = performance.now() - from;
    await startOver();
    const { ms, growthMb } = await importOnce(path);
    rounds.push({
      round: String(round),
      'bare COPY ms': bare,
      'import ms': ms,
      ratio: ms / bare,
      'growth MB': growthMb,
    });
  }
  const grownMb = Math.max(...rounds.map((round) => round['growth MB']), residentMb(jobs.pid ?? 0) - idleMb);

  await startOver();
  let over = false;
  setTimeout(() => {
    over = true;
  }, 5_000);
  const idle = await readUntil(() => over);
  over = false;
  const reading = readUntil(() => over);
  await importOnce(path).finally(() => {
    over = true;
  });
  const meanwhile = await reading;

  printTable(rounds);
  printTable([
    { reads: 'idle', count: idle.length, 'p50 ms': median(idle), 'p99 ms': percentile(idle, 99) },
    {
      reads: 'during an import',
      count: meanwhile.length,
      'p50 ms': median(meanwhile),
      'p99 ms': percentile(meanwhile, 99),
    },
  ]);
  printRatios([
    { name: 'import/bare', value: median(rounds.map((round) => round.ratio)), limit: 2, better: 'lower' },
    { name: 'growth MB', value: grownMb, limit: 150, better: 'lower' },
    { name: 'read p50', value: median(meanwhile) / median(idle), limit: 2, better: 'lower' },
    { name: 'read p99 ms', value: percentile(meanwhile, 99), limit: 100, better: 'lower' },
  ]);
} finally {
  const gone = [web, jobs].map((child) => new Promise((done) => child.once('exit', done)));
  for (const child of [web, jobs]) child.kill('SIGTERM');
  await Promise.race([Promise.all(gone), sleep(15_000)]);
  for (const child of [web, jobs]) child.kill('SIGKILL');
  await owner.end();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
