import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import { isDatabaseAway, isLockConflict } from '../db/database-away.ts';
import { jobs } from '../telemetry/instruments.ts';
import { observeJob } from '../telemetry/observe-job.ts';
import type { JobData, JobHandler, JobName } from './job-queue.ts';
import { QUEUES } from './queues.ts';
import { enqueueAgain, type QueuedData } from './requeue.ts';
import { type Slice, startSlice, WHOLE } from './slice.ts';

export type JobHandlers = { readonly [Name in JobName]?: JobHandler<Name> };

/** Seconds between signs of life, and between looks for jobs whose worker gives none. Ours: three in 10 s. */
const SIGN_OF_LIFE_S = 3;
const LOOK_S = 2;

/** Seconds between polls, and the jobs that a request waits for: the next of those is taken immediately. Our choice. */
const SOON_S = 0.5;
const WAITED_FOR: readonly JobName[] = ['imports.read'];

/** Milliseconds before a job without a database retries; that doesn't count as a failure. Our choice. */
const AWAY_MS = 2_000;

/** Milliseconds before a job retries after a lock conflict. Our choice. */
const GIVEN_WAY_MS = 500;
/** Lock conflicts after which the next one counts as a failure. Our choice. */
const GIVES_WAY = 10;

/** Time for running jobs to reach their next safe point at a stop, in ms. Our choice: a chunk takes under 1 s. */
const STOP_MS = 9_000;

export interface Runner {
  /** Asks running jobs to end at their next safe point; other processes resume them. */
  stop(): Promise<void>;
}

/** Prefix of the connection names of a process that runs jobs; an id of the process follows. */
export const RUNNER_NAME = 'bellwether-jobs';

/** Everything that pg-boss does by itself happens here. `max` is the number of its connections. */
export function createRunnerBoss(url: string, log: FastifyBaseLogger, max = 6): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    application_name: `${RUNNER_NAME} ${randomBytes(6).toString('hex')}`,
    max,
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

/** Milliseconds for which a job keeps its slot while others wait for one. Our choice: below the 30 s of promise P18. */
const SLICE_MS = 20_000;

/** Runs jobs until stopped. @throws when the database can't be reached at the start. */
export async function startRunner(
  boss: PgBoss,
  handlers: JobHandlers,
  log: FastifyBaseLogger,
  sliceMs: number = SLICE_MS,
): Promise<Runner> {
  const over = new AbortController();
  await boss.start();
  for (const { name, slots, slotsOfAccount, retriesAfterS, isSliced } of QUEUES) {
    const handler = handlers[name] as JobHandler<JobName> | undefined;
    if (handler === undefined) continue;
    const options = {
      batchSize: 1,
      localConcurrency: slots,
      localGroupConcurrency: slotsOfAccount,
      pollingIntervalSeconds: SOON_S,
      notifyPollingIntervalSeconds: WAITED_FOR.includes(name) ? SOON_S : LOOK_S,
      heartbeatRefreshSeconds: SIGN_OF_LIFE_S,
      includeMetadata: true,
      perJobResults: true,
    } as const;
    await boss.work<QueuedData, unknown, typeof options>(name, options, async ([job]) => {
      if (job === undefined) return [];
      const slice = isSliced ? startSlice(boss, job, sliceMs) : WHOLE;
      try {
        return [await runJob(boss, job, handler, { over: over.signal, slice, retriesAfterS, log })];
      } finally {
        slice.end();
      }
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
  readonly slice: Slice;
  readonly retriesAfterS: readonly number[];
  readonly log: FastifyBaseLogger;
}

/**
 * Runs a job once. If it fails, it goes back to the queue until its next retry is due, and frees its slot until then.
 * After the last retry it's given up and kept. A stop throws, which returns the job to the queue.
 */
async function runJob(
  boss: PgBoss,
  job: JobWithMetadata<QueuedData>,
  handler: JobHandler<JobName>,
  { over, slice, retriesAfterS, log }: Surroundings,
): Promise<JobResult> {
  const signal = AbortSignal.any([over, job.signal, slice.signal]);
  const { cause, failures = 0, ...data } = job.data;
  const named = { job: job.id, queue: job.name, data };
  const result: JobResult = { id: job.id, status: 'completed' };
  let conflicts = 0;
  await observeJob({ queue: job.name, id: job.id, cause, log }, async () => {
    for (;;) {
      try {
        signal.throwIfAborted();
        await handler(data as JobData[JobName], signal);
        signal.throwIfAborted();
        return 'done';
      } catch (error) {
        if (over.aborted || job.signal.aborted) throw error;
        if (slice.signal.aborted) {
          // It has got on since it last failed.
          await enqueueAgain(boss, job, { failures: 0, afterS: 0 });
          return 'handed_back';
        }
        if (isDatabaseAway(error)) {
          log.warn({ ...named, err: error }, 'job waits for the database');
          await pause(AWAY_MS, signal);
          continue;
        }
        if (isLockConflict(error) && conflicts < GIVES_WAY) {
          conflicts += 1;
          log.warn({ ...named, conflicts, err: error }, 'job retries after a lock conflict');
          await pause(GIVEN_WAY_MS, signal);
          continue;
        }
        const afterS = retriesAfterS[failures];
        log.error({ ...named, failures, err: error }, afterS === undefined ? 'job given up' : 'job failed');
        if (afterS === undefined) {
          // Ends the job without a retry.
          Object.assign(result, { status: 'deadletter', output: { message: messageOf(error) } });
          return 'given_up';
        }
        jobs.failures.inc({ queue: job.name });
        await enqueueAgain(boss, job, { failures: failures + 1, afterS });
        return 'failed';
      }
    }
  });
  return result;
}

/** Ends early, and without an error, when the job is to end: its next round sees why. */
const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
