// Pages of 100 agents, held against one of them as a file behind a bare Fastify; interleaved. And no page is another agent's.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { leaveAll, openFaultWorld, startRole } from './faults-world.ts';
import { ask, type Load, load, paced, type Request, startServer } from './list-load.ts';
import { median, percentile, printRatios, printTable } from './measure.ts';

const AGENTS = 100;
// Short rounds in turn, so that a busy moment of the machine falls on all alike.
const ROUNDS = 15;
const SECONDS = 1;
/** Requests a second at which latencies are compared. Ours: well below what either gives on two cores. */
const PACE = 400;
/** Requests that are checked for whose page they are, many at the same time. */
const CHECKED = 5_000;
const LANES = 32;

const world = await openFaultWorld();
mkdirSync(join(world.dataDir, 'logs'), { recursive: true });

async function openPages(): Promise<string[]> {
  const accountId = await world.addAccount();
  for (let n = 0; n < AGENTS; n += 1) await world.addPerson(accountId, 'agent');
  const { rows } = await world.owner.query<{ name: string }>(
    `update users set webpage_domain = 'page-' || id, webpage_active = true, phone = '+18135550100', last_name = 'Number ' || id,
       about_me = repeat('I help people who turn 65 with Medicare, and call back the same day. ', 12)
     where account_id = $1 returning webpage_domain as name`,
    [accountId],
  );
  return rows.map(({ name }) => name);
}

/** Every visitor has an address of their own, which counts against the limits. */
const visit = (name: string, n: number): Request => ({
  method: 'GET',
  path: '/',
  headers: { host: `${name}.bellwether.test`, 'x-forwarded-for': `100.${64 + (n >> 8)}.${n & 255}.7` },
  body: '',
});

/** @throws when a page doesn't name its agent, or names another. */
async function requireOwn(url: string, names: readonly string[]): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < CHECKED) {
      const n = next;
      next += 1;
      const name = names[(n * 7) % names.length] ?? '';
      const shown = new Set((await ask(url, visit(name, n))).match(/Number \d+/gu));
      const own = `Number ${name.slice('page-'.length)}`;
      if (shown.size !== 1 || !shown.has(own)) throw new Error(`${name} shows ${[...shown].join(', ')}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

try {
  const web = await startRole('web', {
    DATABASE_URL: world.postgres.url,
    DATA_DIR: world.dataDir,
    APP_ENV: 'stage',
    APP_URL: 'http://bellwether.test',
    ALLOW_PLAIN_HTTP: 'true',
    TRUSTED_PROXIES: '127.0.0.1',
    SECRET_KEYS: Buffer.alloc(32, 7).toString('base64'),
  });
  const names = await openPages();
  const visits = Array.from({ length: 8_192 }, (_, n) => visit(names[n % names.length] ?? '', n));
  const folder = join(world.dataDir, 'static');
  mkdirSync(folder);
  writeFileSync(join(folder, 'page.html'), await ask(web.url, visits[0] ?? visit('', 0)));
  const bare = await startServer(join(import.meta.dirname, 'public-bare.ts'), [folder], {});
  await requireOwn(web.url, names);

  const runs = [
    { name: 'a static file, bare Fastify', url: bare.url, loads: [] as Load[], paced: [] as number[] },
    { name: 'a public page', url: web.url, loads: [] as Load[], paced: [] as number[] },
  ];
  for (const { url } of runs) await load(url, visits, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const run of runs) run.loads.push(await load(run.url, visits, SECONDS));
    for (const run of runs) run.paced.push(...(await paced(run.url, visits, SECONDS, PACE)));
  }
  const rps = (run: { loads: readonly Load[] }) => median(run.loads.map((each) => each.rps));
  printTable(
    runs.map((run) => ({
      name: run.name,
      'requests/s': Math.round(rps(run)),
      [`p50 ms at ${PACE}/s`]: Number(median(run.paced).toFixed(2)),
      [`p99 ms at ${PACE}/s`]: Number(percentile(run.paced, 99).toFixed(2)),
    })),
  );
  const [theirs, ours] = runs;
  if (theirs === undefined || ours === undefined) throw new Error('a run is missing');
  printRatios([{ name: 'rps', value: rps(ours) / rps(theirs), limit: 0.7, better: 'higher' }]);
  bare.child.removeAllListeners('exit').kill('SIGTERM');
  await web.end('SIGTERM');
} finally {
  await leaveAll();
}
