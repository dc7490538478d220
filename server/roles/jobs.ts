import { createMemoryPubSub } from '../adapters/memory-pub-sub.ts';
import { trimEvents } from '../cable/trim-events.ts';
import type { Config } from '../config.ts';
import { refuseNewer } from '../db/migrations.ts';
import { KEEP_BILLING_EVERY_MS, keepBilling } from '../features/billing/keep-billing.ts';
import { FOLD_COUNTS_EVERY_MS, foldContactCounts } from '../features/contacts/fold-contact-counts.ts';
import { importsJobs, ORPHANS_EVERY_MS, resumeOrphanedImports } from '../features/imports/imports.jobs.ts';
import { removeStaleFiles } from '../features/imports/remove-stale-files.ts';
import { carriersOf, mailJobs, resumeMessages, WAITING_EVERY_MS } from '../features/mail/mail.jobs.ts';
import { forgetSessions } from '../features/session/forget-sessions.ts';
import { forgetFailures } from '../features/session/sign-in-failures.ts';
import { type Chore, startChores } from '../jobs/chores.ts';
import { jobQueueOf } from '../jobs/pg-boss-queue.ts';
import { createRunnerBoss, type JobHandlers, startRunner } from '../jobs/runner.ts';
import { backlogReader } from '../telemetry/backlog.ts';
import { portBesideWeb, serveMetrics } from '../telemetry/metrics.ts';
import { createGround, messengersOf } from './deps.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Events are ordered and kept on the clock of the database. */
const realTime = () => new Date();

export interface Jobs {
  /** Running jobs end at their next safe point and run again elsewhere. */
  stop(): Promise<void>;
}

/** Runs the jobs of every feature, and what has to be done from time to time. */
export async function startJobs(config: Config): Promise<Jobs> {
  const { url, ...ground } = createGround(config, 'jobs');
  await refuseNewer(ground.pool);
  const boss = createRunnerBoss(url, ground.log);
  const jobs = jobQueueOf(boss);
  const deps = { ...ground, ...messengersOf(ground, jobs), jobs, pubSub: createMemoryPubSub() };
  const carriers = carriersOf(config);
  const handlers: JobHandlers = { ...importsJobs(deps), ...mailJobs(deps, carriers) };
  const chores: Chore[] = [
    { name: 'trim events', everyMs: MINUTE_MS, run: () => trimEvents({ pool: deps.pool, now: realTime }) },
    { name: 'fold contact counts', everyMs: FOLD_COUNTS_EVERY_MS, run: () => foldContactCounts(deps.pool) },
    { name: 'forget sign-in failures', everyMs: HOUR_MS, run: () => forgetFailures(deps.pool, deps.now()) },
    { name: 'forget sessions', everyMs: HOUR_MS, run: () => forgetSessions(deps.pool, deps.now()) },
    { name: 'remove stale files', everyMs: HOUR_MS, run: () => removeStaleFiles(deps) },
    { name: 'keep billing', everyMs: KEEP_BILLING_EVERY_MS, run: () => keepBilling(deps) },
    { name: 'resume messages', everyMs: WAITING_EVERY_MS, run: () => resumeMessages(deps) },
    { name: 'resume imports', everyMs: ORPHANS_EVERY_MS, run: () => resumeOrphanedImports(deps) },
  ];

  const runner = await startRunner(boss, handlers, deps.log);
  const read = backlogReader(boss, Object.keys(handlers));
  const metrics = await serveMetrics(portBesideWeb(config.metrics), deps.log, read);
  const keeping = startChores(chores, deps.log);
  return {
    stop: async () => {
      metrics.close();
      await Promise.all([runner.stop(), keeping.stop()]);
      carriers.mail?.close();
      await deps.pool.end();
    },
  };
}
