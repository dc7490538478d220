// The contact list in Chromium with the processor slowed 4 times, held against a bare React page with the same rows; in turn.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { ROOT } from '../server/config.ts';
import { openBrowser } from '../tests/_e2e/browser.ts';
import { ask, startServer } from './list-load.ts';
import { type BenchUser, openWorld } from './list-world.ts';
import { median, percentile, printRatios, printTable, type Ratio } from './measure.ts';
import { type Found, type Memory, remember, type Side, touch, type Visit, visit, weigh } from './web-visit.ts';

const CONTACTS = 100_000;
const ROUNDS = Number(process.env['ROUNDS'] ?? 9);
/** Pages turned in a round. */
const TURNS = 12;
const WORDS = ['mar', 'ant', 'gar', 'kow'];
const MARKS = [20, 50, 100, 150, 200];
const PATH = '/contacts?contact_group=all';

/** Bytes of a KB. Source: the limit counts as the browser's own tools do. */
const KB = 1_000;
/** Milliseconds above which a task is long. Source: the Long Tasks API. */
const LONG_MS = 50;
/** Limit relative to the bare page's tasks, on a machine where even those are long. */
const LONG_SHARE = 1.5;
/** Milliseconds for all rounds. Ours: ten times a run of nine rounds. */
const LIMIT_MS = 40 * 60_000;

const say = (line: string) => void process.stderr.write(`${line}\n`);
const HOME = join(ROOT, '.cache', 'bench-web-pages');

/** Builds the app and the bare page as they are deployed. */
async function buildPages(): Promise<{ app: string; bare: string }> {
  process.env['NODE_ENV'] = 'production';
  const [app, bare] = [join(HOME, 'app'), join(HOME, 'bare')];
  const quiet = { logLevel: 'warn' } as const;
  await build({ ...quiet, root: ROOT, build: { outDir: app, emptyOutDir: true } });
  const root = join(import.meta.dirname, 'web-bare');
  const target = 'es2022';
  await build({
    ...quiet,
    root,
    configFile: false,
    plugins: [react()],
    build: { outDir: bare, emptyOutDir: true, target },
  });
  return { app, bare };
}

/** First result for each word, from the server. */
const find = (url: string, { token }: BenchUser): Promise<Found[]> =>
  Promise.all(
    WORDS.map(async (q) => {
      const body = JSON.stringify({ contacts_scope: { contact_group: 'all', limit: 50, q } });
      const answer = await ask(url, { path: '/v1/contacts', headers: { cookie: `token=${token}` }, body });
      const ids = (JSON.parse(answer) as { data: { id: number }[] }).data.map(({ id }) => String(id));
      const [first, last] = [ids[0], ids.at(-1)];
      if (first === undefined || last === undefined) throw new Error(`nobody is found by ${q}`);
      return { q, rows: [first, last] as const };
    }),
  );

const figuresOf = (visits: readonly Visit[]) => ({
  'list ready ms': median(visits.map(({ ready }) => ready)),
  'next page ms': median(visits.flatMap(({ pages }) => pages)),
  'search ms': median(visits.flatMap(({ searches }) => searches)),
  'longest task': longest(visits),
});

/** Longest task of a page turn: the median of all rounds per turn, because a busy moment is not the page's fault. */
const longest = (visits: readonly Visit[]) =>
  Math.max(...Array.from({ length: TURNS }, (_, at) => median(visits.map((each) => each.longest[at] ?? Number.NaN))));

/** Number of page turns with a long task. */
const longTurns = (visits: readonly Visit[]) => {
  const turns = visits.flatMap((each) => each.longest);
  return (100 * turns.filter((ms) => ms > LONG_MS).length) / turns.length;
};

/** The limit, unless the bare page misses it as well. */
const taskLimit = (bare: number) => (bare > LONG_MS ? LONG_SHARE * bare : LONG_MS);

const sayLoad = () => say(`Load of the machine: ${loadavg()[0]?.toFixed(1)}.`);

function printVisits(sides: readonly { name: string; visits: readonly Visit[] }[]): void {
  printTable(
    sides.map(({ name, visits }) => ({
      page: name,
      ...figuresOf(visits),
      'next page p95': percentile(
        visits.flatMap(({ pages }) => pages),
        95,
      ),
      'long turns %': longTurns(visits),
      'layout shift': median(visits.map(({ shift }) => shift)),
      'slowest interaction': median(visits.map(({ interaction }) => interaction)),
    })),
  );
}

const grown = (memories: readonly Memory[], of: 'heap' | 'nodes') =>
  (memories.at(-1)?.[of] ?? Number.NaN) / (memories[0]?.[of] ?? Number.NaN);

/** In a browser that keeps no compiled copies of what runs often: they grow for a while in any page. */
async function rememberAll(sides: readonly Side[], user: BenchUser): Promise<Memory[][]> {
  const browser = await openBrowser(['--js-flags=--no-opt --no-maglev --no-sparkplug']);
  try {
    const memories = [];
    for (const side of sides) memories.push(await remember(browser, side, user, { path: PATH, marks: MARKS }));
    return memories;
  } finally {
    await browser.close();
  }
}

async function measure(app: Side, bare: Side, user: BenchUser): Promise<Ratio[]> {
  const browser = await openBrowser();
  try {
    const found = await find(app.url, user);
    const sides = [app, bare].map((side) => ({ ...side, visits: [] as Visit[] }));
    const weights = [];
    for (const side of sides) weights.push({ page: side.name, ...(await weigh(browser, side, user, PATH)) });
    printTable(weights.map(({ gzip, sent, ...rest }) => ({ ...rest, 'gzip KB': gzip / KB, 'sent KB': sent / KB })));

    for (let round = 0; round < ROUNDS; round += 1) {
      sayLoad();
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        side.visits.push(await visit(browser, side, user, { path: PATH, turns: TURNS, found }));
      }
    }
    printVisits(sides);
    printTable((await touch(browser, app, user, PATH)).map((each) => ({ ...each })));

    const memories = await rememberAll(sides, user);
    printTable(
      memories.flatMap((each, at) =>
        each.map(({ page, heap, nodes }) => ({
          page: sides[at]?.name ?? '',
          turned: page,
          'heap MB': heap / 1e6,
          nodes,
        })),
      ),
    );
    const [ours, theirs] = sides.map(({ visits }) => figuresOf(visits));
    const [kept] = memories;
    if (!ours || !theirs || !kept) throw new Error('a side is missing');
    const over = (key: keyof typeof ours) => ours[key] / theirs[key];
    return [
      { name: 'script KB gzip', value: (weights[0]?.gzip ?? Number.NaN) / KB, limit: 216, better: 'lower' },
      { name: 'list ready', value: over('list ready ms'), limit: 2, better: 'lower' },
      { name: 'next page', value: over('next page ms'), limit: 3, better: 'lower' },
      { name: 'search', value: over('search ms'), limit: 1.5, better: 'lower' },
      {
        name: 'longest task ms',
        value: ours['longest task'],
        limit: taskLimit(theirs['longest task']),
        better: 'lower',
      },
      { name: 'heap 200/20', value: grown(kept, 'heap'), limit: 1.1, better: 'lower' },
      { name: 'nodes 200/20', value: grown(kept, 'nodes'), limit: 1.1, better: 'lower' },
    ];
  } finally {
    await browser.close();
  }
}

const pages = await buildPages();
const world = await openWorld('bench-web', CONTACTS, say);
const env = {
  DATABASE_URL: world.postgres.url,
  APP_ENV: 'demo',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
  DATA_DIR: join(HOME, 'data'),
};
const server = join(import.meta.dirname, 'web-server.ts');
const app = await startServer(server, [pages.app], env);
const bare = await startServer(server, [pages.bare], env);
try {
  const [admin] = world.admins;
  if (admin === undefined) throw new Error('nobody is there');
  const timeUp = sleep(LIMIT_MS, null, { ref: false }).then(() => {
    throw new Error('the time is up');
  });
  const measured = measure({ name: 'the app', url: app.url }, { name: 'bare React', url: bare.url }, admin);
  printRatios(await Promise.race([measured, timeUp]));
} finally {
  app.child.removeAllListeners('exit').kill('SIGTERM');
  bare.child.removeAllListeners('exit').kill('SIGTERM');
  await world.postgres.stop();
}
