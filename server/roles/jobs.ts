import { createMemoryPubSub } from '../adapters/memory-pub-sub.ts';
import { trimEvents } from '../cable/trim-events.ts';
import type { Config } from '../config.ts';
import { FOLD_COUNTS_EVERY_MS, foldContactCounts } from '../features/contacts/fold-contact-counts.ts';
import { importsJobs, ORPHANS_EVERY_MS, resumeOrphanedImports } from '../features/imports/imports.jobs.ts';
import { removeStaleFiles } from '../features/imports/remove-stale-files.ts';
import { forgetFailures } from '../features/session/sign-in-failures.ts';
import { type Chore, startChores } from '../jobs/chores.ts';
import { jobQueueOf } from '../jobs/pg-boss-queue.ts';
import { createRunnerBoss, type JobHandlers, startRunner } from '../jobs/runner.ts';
import { createGround } from './deps.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface Jobs {
  /** Running jobs end at their next safe point and run again elsewhere. */
  stop(): Promise<void>;
}

/** Runs the jobs of every feature, and what has to be done from time to time. */
export async function startJobs(config: Config): Promise<Jobs> {
  const { url, ...ground } = createGround(config, 'jobs');
  const boss = createRunnerBoss(url, ground.log);
  const deps = { ...ground, jobs: jobQueueOf(boss), pubSub: createMemoryPubSub() };
  const handlers: JobHandlers = { ...importsJobs(deps) };
  const chores: Chore[] = [
    { name: 'trim events', everyMs: MINUTE_MS, run: () => trimEvents(deps) },
    { name: 'fold contact counts', everyMs: FOLD_COUNTS_EVERY_MS, run: () => foldContactCounts(deps.pool) },
    { name: 'forget sign-in failures', everyMs: HOUR_MS, run: () => forgetFailures(deps.pool, deps.now()) },
    { name: 'remove stale files', everyMs: HOUR_MS, run: () => removeStaleFiles(deps) },
    { name: 'resume imports', everyMs: ORPHANS_EVERY_MS, run: () => resumeOrphanedImports(deps) },
  ];

  const runner = await startRunner(boss, handlers, deps.log);
  const keeping = startChores(chores, deps.log);
  return {
    stop: async () => {
      await Promise.all([runner.stop(), keeping.stop()]);
      await deps.pool.end();
    },
  };
}
