import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Job, PgBoss } from 'pg-boss';
import { isDatabaseAway } from '../db/database-away.ts';
import type { CarriedCause } from '../telemetry/cause.ts';
import { jobs } from '../telemetry/instruments.ts';
import { observeJob } from '../telemetry/observe-job.ts';
import type { JobData, JobHandler, JobName } from './job-queue.ts';

export type JobHandlers = { readonly [Name in JobName]?: JobHandler<Name> };

/** Jobs of one queue that run side by side in a process. Ours: two cores, and PostgreSQL takes the other. */
const SIDE_BY_SIDE = 2;

/** Seconds between signs of life, and between looks for jobs whose worker gives none. Ours: three in 10 s. */
const SIGN_OF_LIFE_S = 3;
const LOOK_S = 2;

/** Seconds between polls, and the jobs that a request waits for: the next of those is taken immediately. Our choice. */
const SOON_S = 0.5;
const WAITED_FOR: readonly JobName[] = ['imports.read'];

/** Seconds to wait before each retry of a failed job. Source: promise P20, first steps. */
const TRIES_AFTER_S = [2, 10, 60, 300] as const;

/** Milliseconds before a job without a database retries; that doesn't count as a failure. Our choice. */
const AWAY_MS = 2_000;

/** Time for running jobs to reach their next safe point at a stop, in ms. Our choice: a chunk takes under 1 s. */
const STOP_MS = 9_000;

export interface Runner {
  /** Asks running jobs to end at their next safe point; other processes resume them. */
  stop(): Promise<void>;
}

/** Prefix of the connection names of a process that runs jobs; an id of the process follows. */
export const RUNNER_NAME = 'bellwether-jobs';

/** Everything that pg-boss does by itself happens here: the connection is the owner's. */
export function createRunnerBoss(url: string, log: FastifyBaseLogger): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    application_name: `${RUNNER_NAME} ${randomBytes(6).toString('hex')}`,
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

/** Runs jobs until stopped. @throws when the database can't be reached at the start. */
export async function startRunner(boss: PgBoss, handlers: JobHandlers, log: FastifyBaseLogger): Promise<Runner> {
  const over = new AbortController();
  await boss.start();
  for (const name of Object.keys(handlers) as JobName[]) {
    const handler = handlers[name] as JobHandler<JobName> | undefined;
    if (handler === undefined) continue;
    const options = {
      batchSize: 1,
      localConcurrency: SIDE_BY_SIDE,
      pollingIntervalSeconds: SOON_S,
      notifyPollingIntervalSeconds: WAITED_FOR.includes(name) ? SOON_S : LOOK_S,
      heartbeatRefreshSeconds: SIGN_OF_LIFE_S,
    };
    await boss.work<QueuedData>(name, options, async ([job]) => {
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

type QueuedData = JobData[JobName] & { readonly cause?: CarriedCause };

interface Surroundings {
  readonly over: AbortSignal;
  readonly log: FastifyBaseLogger;
}

/**
 * Retries a failed job with growing delays, and gives up in the end. A stop throws, which returns the job to the queue.
 */
async function runJob(
  boss: PgBoss,
  job: Job<QueuedData>,
  handler: JobHandler<JobName>,
  { over, log }: Surroundings,
): Promise<void> {
  const signal = AbortSignal.any([over, job.signal]);
  const { cause, ...data } = job.data;
  const named = { job: job.id, queue: job.name, data };
  await observeJob({ queue: job.name, id: job.id, cause, log }, async () => {
    let tries = 0;
    for (;;) {
      try {
        signal.throwIfAborted();
        await handler(data as JobData[JobName], signal);
        signal.throwIfAborted();
        return 'done';
      } catch (error) {
        if (signal.aborted) throw error;
        if (isDatabaseAway(error)) {
          log.warn({ ...named, err: error }, 'job waits for the database');
          await sleep(AWAY_MS, undefined, { signal });
          continue;
        }
        const pause = TRIES_AFTER_S[tries];
        log.error({ ...named, tries, err: error }, pause === undefined ? 'job given up' : 'job failed');
        if (pause === undefined) {
          await boss.cancel(job.name, job.id);
          return 'given_up';
        }
        jobs.failures.inc({ queue: job.name });
        tries += 1;
        await sleep(pause * 1000, undefined, { signal });
      }
    }
  });
}
