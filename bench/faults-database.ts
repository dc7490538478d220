// The database down, silent, slow and back, under load: no acknowledged write may be lost, nothing may hang.
import { setTimeout as sleep } from 'node:timers/promises';
import { startFollower } from '../tests/_cable/follower.ts';
import { openDatabaseLine, type WeakLine } from '../tests/_db/weak-line.ts';
import { cableFaultsOf } from './faults-cable.ts';
import { type Importing, outcomeOf, startImport, untilBegun, untilDone } from './faults-imports.ts';
import { type Answered, balance, type Crowd, GRACE_MS, hire, startCrowd, type Worker } from './faults-load.ts';
import type { Outcome, Part } from './faults-part.ts';
import {
  addUser,
  type FaultWorld,
  isAlive,
  openFaultWorld,
  type Running,
  say,
  startRole,
  until,
} from './faults-world.ts';

const PEOPLE = 20;
const ROWS = 30_000;
/** Milliseconds that an answer may take: the wait for a connection, a statement and its late answer. Source: promise P26. */
const HANG_MS = 15_000;
/** Milliseconds after which everything works again. Source: promise P26. */
const RECOVER_MS = 10_000;
/** Milliseconds until an import that was hit must be done. */
const IMPORT_MS = 120_000;
/** Milliseconds that people go on after a fault. */
const AFTER_MS = 8_000;

interface Ground {
  readonly world: FaultWorld;
  readonly line: WeakLine;
  readonly web: Running;
  readonly jobs: Running;
  readonly workers: readonly Worker[];
}

interface Fault {
  readonly name: string;
  /** Breaks the database and heals it again. Settles when it is healed. */
  readonly strike: (ground: Ground) => Promise<void>;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'killed, away for 3 s',
    strike: async ({ world }) => {
      await world.killPostgres();
      await sleep(3_000);
      await world.postgres.revive();
    },
  },
  {
    name: 'all connections reset, five times',
    strike: async ({ line }) => {
      for (let i = 0; i < 5; i += 1) {
        line.reset();
        await sleep(700);
      }
    },
  },
  {
    name: 'silent for 20 s',
    strike: async ({ line }) => {
      line.set({ silent: true });
      await sleep(20_000);
      line.set({ silent: false });
    },
  },
  {
    name: '400 ms late for 8 s',
    strike: async ({ line }) => {
      line.set({ latencyMs: 400 });
      await sleep(8_000);
      line.set({ latencyMs: 0 });
    },
  },
  {
    name: '2 s late for 15 s',
    strike: async ({ line }) => {
      line.set({ latencyMs: 2_000 });
      await sleep(15_000);
      line.set({ latencyMs: 0 });
    },
  },
];

interface Measured {
  readonly row: Readonly<Record<string, string | number>>;
  readonly lost: number;
  readonly doubled: number;
  readonly open: number;
  readonly failed: number;
  readonly rude: number;
  readonly slowest: number;
  readonly recovery: number;
  readonly unlike: number;
  readonly cableFaults: number;
}

const slowestOf = (answers: readonly Answered[]) => Math.max(0, ...answers.map(({ from, to }) => to - from));

async function measure(ground: Ground, { name, strike }: Fault, wanted: string): Promise<Measured> {
  const { world, web, workers } = ground;
  const importing = await startImport(web.url, await addUser(world, await world.addAccount()), { rows: ROWS, seed: 3 });
  const listening = workers.slice(0, PEOPLE / 2).map(({ id, cookie }) => {
    const channels = [{ name: 'NotificationsChannel' as const }];
    return { userId: id, follower: startFollower({ port: web.port, cookie, channels }) };
  });
  await until('the cable is live', 10_000, () => listening.every(({ follower }) => follower.isLive()));
  const crowd = startCrowd(() => web.url, workers);
  await untilBegun(world.owner, importing);
  await sleep(500);
  await strike(ground);
  const healed = performance.now();
  const imported = untilDone(world.owner, importing, IMPORT_MS);
  await sleep(AFTER_MS);
  await crowd.stop(GRACE_MS);
  const importSeconds = (await imported) / 1_000;
  const cableFaults = await cableFaultsOf(world.owner, listening);
  for (const { follower } of listening) follower.stop();
  return summarise({ name, ground, crowd, healed, importSeconds, cableFaults, importing, wanted });
}

interface Summary {
  readonly name: string;
  readonly ground: Ground;
  readonly crowd: Crowd;
  readonly healed: number;
  readonly importSeconds: number;
  readonly cableFaults: number;
  readonly importing: Importing;
  readonly wanted: string;
}

async function summarise(from: Summary): Promise<Measured> {
  const { name, ground, crowd, healed, importSeconds, cableFaults, importing, wanted } = from;
  const { owner } = ground.world;
  const { answers } = crowd;
  const told = await balance(owner, ground.workers[0]?.accountId ?? 0, crowd);
  const unlike = (await outcomeOf(owner, importing)) === wanted ? 0 : 1;
  const bad = answers.filter(({ status }) => status !== 200 && status !== 409);
  const recovery = Math.max(0, ...bad.map(({ to }) => to - healed));
  const countOf = (is: (answer: Answered) => boolean) => answers.filter(is).length;
  const failed = countOf(({ status }) => status === 0 || (status >= 500 && status !== 503));
  const rude = countOf(({ status, polite }) => status === 503 && !polite);
  const row = {
    'the database is': name,
    answers: answers.length,
    '503': countOf(({ status }) => status === 503),
    'other failures': failed,
    'slowest s': slowestOf(answers) / 1_000,
    'well after s': recovery / 1_000,
    'notes told done': told.acknowledged,
    lost: told.lost,
    doubled: told.doubled,
    'import done after s': importSeconds,
  };
  return { ...told, row, failed, rude, slowest: slowestOf(answers), recovery, unlike, cableFaults };
}

function outcome(results: readonly Measured[], deaths: number): Outcome {
  const sum = (key: 'lost' | 'doubled' | 'open' | 'failed' | 'rude' | 'unlike' | 'cableFaults') =>
    results.reduce((total, result) => total + result[key], 0);
  const none = (name: string, value: number) => ({ name, value, limit: 0, better: 'lower' as const });
  return {
    notes: [`${PEOPLE} people, an import of ${ROWS} rows and ${PEOPLE / 2} cable clients meanwhile`],
    rows: results.map(({ row }) => row),
    ratios: [
      none('acknowledged writes lost', sum('lost')),
      none('written twice', sum('doubled')),
      none('never answered', sum('open')),
      none('failures but 503', sum('failed')),
      none('503 without time and sentence', sum('rude')),
      none('imports that came out otherwise', sum('unlike')),
      none('cable events lost, doubled, out of order', sum('cableFaults')),
      none('processes ended', deaths),
      {
        name: 'slowest answer, s',
        value: Math.max(...results.map(({ slowest }) => slowest)) / 1_000,
        limit: HANG_MS / 1_000,
        better: 'lower',
      },
      {
        name: 'well again, s',
        value: Math.max(...results.map(({ recovery }) => recovery)) / 1_000,
        limit: RECOVER_MS / 1_000,
        better: 'lower',
      },
    ],
  };
}

export const database: Part = {
  name: 'database',
  title: 'the database gone, silent, slow and back, under load',
  run: async () => {
    const world = await openFaultWorld();
    try {
      const line = await openDatabaseLine(world.url);
      const env = { DATABASE_URL: line.url, DATA_DIR: world.dataDir };
      const [web, jobs] = [await startRole('web', env), await startRole('jobs', env)];
      const accountId = await world.addAccount();
      const users = await Promise.all(Array.from({ length: PEOPLE }, () => addUser(world, accountId)));
      const workers = await hire(web.url, users);
      const ground: Ground = { world, line, web, jobs, workers };

      const calm = await startImport(web.url, await addUser(world, await world.addAccount()), { rows: ROWS, seed: 3 });
      await untilDone(world.owner, calm, IMPORT_MS);
      const wanted = await outcomeOf(world.owner, calm);
      const results: Measured[] = [];
      for (const fault of FAULTS) {
        say(`- ${fault.name}`);
        results.push(await measure(ground, fault, wanted));
      }
      const deaths = [web, jobs].filter((process) => !isAlive(process)).length;
      await Promise.all([web.end('SIGTERM'), jobs.end('SIGTERM')]);
      await line.close();
      return outcome(results, deaths);
    } finally {
      await world.close();
    }
  },
};
