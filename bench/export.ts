// Exports a million contacts but one as CSV over HTTP, against a bare COPY TO of the same rows in the same order; time
// to the first byte; and the server's memory growth with a slow reader.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type ExportColumn, MAX_EXPORT_LIMIT } from '#contract/exports.contract.ts';
import { ROOT } from '../server/config.ts';
import { startServer } from './list-load.ts';
import { openWorld } from './list-world.ts';
import { median, printRatios, printTable } from './measure.ts';

const ROUNDS = Number(process.argv[2] ?? 5);

/** One account, as many names as there are: its book is read along its names. */
const SHAPE = { accounts: 1, units: 3, agents: 10, manyNames: true };

/** Compared with the bare COPY. Source: the promise of the export. */
const LIMIT_SHARE = 0.5;
/** Milliseconds until the first byte. Source: the same. */
const LIMIT_FIRST_MS = 300;
/**
 * Megabytes that the server may grow by while a slow reader downloads the file. Our choice: memory V8 hasn't released
 * yet.
 */
const LIMIT_GROWTH_MB = 60;

/** Plain columns: what every list of people has. */
const COLUMNS = ['first_name', 'last_name', 'phone', 'email', 'city', 'state'] as const satisfies ExportColumn[];

/** Milliseconds of the slow reader, and how long it waits after each piece. Ours. */
const SLOW_MS = 6_000;
const SLOW_PAUSE_MS = 20;

const world = await openWorld(
  'bench-export',
  MAX_EXPORT_LIMIT,
  (text) => void process.stderr.write(`${text}\n`),
  SHAPE,
);
const web = await startServer(join(ROOT, 'server', 'main.ts'), ['web'], {
  DATABASE_URL: world.postgres.url,
  APP_ENV: 'demo',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
  DATA_DIR: join(ROOT, '.cache', 'bench-export'),
});
const [admin] = world.admins;
if (!admin) throw new Error('nobody is there');

const owner = new pg.Client({ connectionString: world.postgres.url });
await owner.connect();
await owner.query(`update sessions set sudo_until = now() + interval '7 days'`);
await owner.query('vacuum (analyze) contacts');

/** The same rows in the same order, as their owner reads them, and nothing else is done. */
const bareOf = (order: string) =>
  `copy (select ${COLUMNS.join(', ')} from contacts where account_id = ${admin.accountId} and deleted_at is null ${order}) to stdout with (format csv)`;

async function bare(order: string): Promise<{ ms: number; bytes: number }> {
  const from = performance.now();
  const stream = owner.query(copyTo(bareOf(order)));
  let bytes = 0;
  stream.on('data', (piece: Buffer) => {
    bytes += piece.length;
  });
  await finished(stream);
  await owner.query('select');
  return { ms: performance.now() - from, bytes };
}

const ask = () =>
  fetch(`${web.url}/v1/export.csv`, {
    method: 'PATCH',
    headers: {
      origin: web.url,
      'x-identity': `${admin.userId}:0`,
      cookie: `token=${admin.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      selection: { contacts_scope: { contact_group: 'all' } },
      columns: COLUMNS,
      why: 'A bench',
      confirmed: MAX_EXPORT_LIMIT,
    }),
  });

interface Taken {
  readonly ms: number;
  readonly firstMs: number;
  readonly firstRowMs: number;
  readonly bytes: number;
  readonly lines: number;
}

async function take(): Promise<Taken> {
  const from = performance.now();
  const response = await ask();
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  let [bytes, lines, firstMs, firstRowMs] = [0, 0, 0, 0];
  const hash = createHash('sha256');
  for await (const piece of response.body) {
    if (bytes === 0) firstMs = performance.now() - from;
    else if (firstRowMs === 0) firstRowMs = performance.now() - from;
    bytes += piece.length;
    hash.update(piece);
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) lines += 1;
  }
  const ms = performance.now() - from;
  const id = response.headers.get('x-export-id');
  const { rows } = await owner.query<{ sha256: string }>('select sha256 from exports where id = $1', [id]);
  if (rows[0]?.sha256 !== hash.digest('hex')) throw new Error('The file is not the one of its manifest.');
  return { ms, firstMs, firstRowMs, bytes, lines };
}

const residentMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${web.child.pid}/status`, 'utf8'))?.[1]) / 1024;

/** Memory growth of the server with a reader who takes a little at a time. */
async function growSlowly(): Promise<number> {
  const before = residentMb();
  const response = await ask();
  const reader = response.body?.getReader();
  let most = before;
  for (const until = performance.now() + SLOW_MS; performance.now() < until; ) {
    await reader?.read();
    most = Math.max(most, residentMb());
    await sleep(SLOW_PAUSE_MS);
  }
  await reader?.cancel();
  return most - before;
}

type Round = {
  readonly round: string;
  readonly 'bare COPY ms': number;
  readonly 'bare COPY without order ms': number;
  readonly 'export ms': number;
  readonly share: number;
  readonly 'first byte ms': number;
  readonly 'first row ms': number;
  readonly MB: number;
};

try {
  await bare('order by sort_key, id');
  await take();
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [ordered, unordered] = [await bare('order by sort_key, id'), await bare('')];
    const file = await take();
    if (file.lines !== MAX_EXPORT_LIMIT + 1) throw new Error(`${file.lines} lines`);
    rounds.push({
      round: String(round),
      'bare COPY ms': ordered.ms,
      'bare COPY without order ms': unordered.ms,
      'export ms': file.ms,
      share: ordered.ms / file.ms,
      'first byte ms': file.firstMs,
      'first row ms': file.firstRowMs,
      MB: file.bytes / 1e6,
    });
  }
  printTable(rounds);
  const growth = await growSlowly();
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  printRatios([
    { name: 'share of a bare COPY', value: middle(({ share }) => share), limit: LIMIT_SHARE, better: 'higher' },
    {
      name: 'first byte in ms',
      value: middle((round) => round['first byte ms']),
      limit: LIMIT_FIRST_MS,
      better: 'lower',
    },
    { name: 'growth with a slow reader in MB', value: growth, limit: LIMIT_GROWTH_MB, better: 'lower' },
  ]);
} finally {
  web.child.removeAllListeners('exit').kill();
  await owner.end();
  await world.postgres.stop();
}
