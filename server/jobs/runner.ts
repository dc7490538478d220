import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Job, PgBoss } from 'pg-boss';
import type { JobData, JobHandler, JobName } from './job-queue.ts';

export type JobHandlers = { readonly [Name in JobName]?: JobHandler<Name> };

/** Jobs of one queue that run side by side in a process. Ours: two cores, and PostgreSQL takes the other. */
const SIDE_BY_SIDE = 2;

/** Seconds between signs of life, and between looks for jobs whose worker gives none. Ours: three in 10 s. */
const SIGN_OF_LIFE_S = 3;
const LOOK_S = 2;

/** Seconds to wait before each further try of a job that failed. Source: promise P20, first steps. */
const TRIES_AFTER_S = [2, 10, 60, 300] as const;

/** How long running jobs may take to reach their next safe point at a stop, in ms. Ours: a chunk takes under 1 s. */
const STOP_MS = 9_000;

export interface Runner {
  /** Asks running jobs to end at their next safe point; they run again elsewhere. */
  stop(): Promise<void>;
}

/** Everything that pg-boss does by itself happens here: the connection is the owner's. */
export function createRunnerBoss(url: string, log: FastifyBaseLogger): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'bellwether-jobs',
    max: 6,
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    monitorIntervalSeconds: LOOK_S,
    superviseIntervalSeconds: LOOK_S,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'queue'));
  boss.on('warning', (warning) => log.warn({ warning }, 'queue'));
  return boss;
}

/** Runs jobs until it is stopped. @throws when the database cannot be reached at the start. */
export async function startRunner(boss: PgBoss, handlers: JobHandlers, log: FastifyBaseLogger): Promise<Runner> {
  const over = new AbortController();
  await boss.start();
  for (const name of Object.keys(handlers) as JobName[]) {
    const handler = handlers[name] as JobHandler<JobName> | undefined;
    if (handler === undefined) continue;
    const options = {
      batchSize: 1,
      localConcurrency: SIDE_BY_SIDE,
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: LOOK_S,
      heartbeatRefreshSeconds: SIGN_OF_LIFE_S,
    };
    await boss.work<JobData[JobName]>(name, options, async ([job]) => {
      if (job !== undefined) await runJob(boss, job, handler, { over: over.signal, log });
    });
  }
  return {
    stop: async () => {
      over.abort(new Error('The process stops.'));
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}

interface Surroundings {
  readonly over: AbortSignal;
  readonly log: FastifyBaseLogger;
}

/**
 * Tries a job again where it failed, with growing pauses, and gives it up in the end. A stop throws, which gives the
 * job back to the queue.
 */
async function runJob(
  boss: PgBoss,
  job: Job<JobData[JobName]>,
  handler: JobHandler<JobName>,
  { over, log }: Surroundings,
): Promise<void> {
  const signal = AbortSignal.any([over, job.signal]);
  const named = { job: job.id, queue: job.name, data: job.data };
  for (let tries = 0; ; tries += 1) {
    try {
      signal.throwIfAborted();
      await handler(job.data, signal);
      signal.throwIfAborted();
      return;
    } catch (error) {
      if (signal.aborted) throw error;
      const pause = TRIES_AFTER_S[tries];
      log.error({ ...named, tries, err: error }, pause === undefined ? 'job given up' : 'job failed');
      if (pause === undefined) return void (await boss.cancel(job.name, job.id));
      await sleep(pause * 1000, undefined, { signal });
    }
  }
}
