import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../server/config.ts';
import { JOBS_FLAGS } from '../../server/roles/child.ts';

export interface KillPlan {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Number of kills per worker. */
  readonly kills: number;
  /** From 0 to 1; a seeded one repeats a plan. */
  readonly random: () => number;
  /** When the job that is under way began. `null`: none is. */
  readonly begunAt: () => Promise<string | null>;
  readonly isDone: () => Promise<boolean>;
  /** Kills and revives the database as well; absent: it stays. */
  readonly killDatabase?: () => Promise<void>;
}

/** Milliseconds into its work at which a worker is killed at the latest: about one chunk. */
const WITHIN_MS = 600;

/** Time limit for one run to begin or end: a killed worker's job runs again after 13 s at most. */
const PATIENCE_MS = 60_000;

const startWorker = ({ databaseUrl, dataDir }: KillPlan): ChildProcess =>
  spawn(process.execPath, [...JOBS_FLAGS, join(ROOT, 'server', 'main.ts'), 'jobs'], {
    env: { ...process.env, APP_ENV: 'development', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });

const gone = (child: ChildProcess) =>
  new Promise((done) => (child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done(null)));

/**
 * Lets a worker run imports, kills it with SIGKILL at random moments of its work, and lets another one go on, until
 * all is done. Answers how many kills hit a job under way.
 */
export async function runUnderKills(plan: KillPlan): Promise<number> {
  let worker = startWorker(plan);
  let hits = 0;
  try {
    let lastBegun: string | null = null;
    while (hits < plan.kills) {
      const begun: string | null = await untilBegun(plan, lastBegun);
      if (begun === null) break;
      lastBegun = begun;
      await sleep(plan.random() * WITHIN_MS);
      worker.kill('SIGKILL');
      await gone(worker);
      await plan.killDatabase?.();
      hits += 1;
      worker = startWorker(plan);
    }
    const until = Date.now() + PATIENCE_MS;
    while (!(await plan.isDone())) {
      if (Date.now() > until) throw new Error('The import did not go on after the last kill.');
      await sleep(50);
    }
    return hits;
  } finally {
    worker.kill('SIGTERM');
    await Promise.race([gone(worker), sleep(10_000)]);
    worker.kill('SIGKILL');
  }
}

/** When the next job began; `null`: all is done before one did. */
async function untilBegun({ begunAt, isDone }: KillPlan, last: string | null): Promise<string | null> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const begun = await begunAt();
    if (begun !== null && begun !== last) return begun;
    if (await isDone()) return null;
    if (Date.now() > until) throw new Error('No worker took the import up again.');
    await sleep(20);
  }
}
