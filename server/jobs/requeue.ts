import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { CarriedCause } from '../telemetry/cause.ts';
import type { JobData, JobName } from './job-queue.ts';

/** What a queue keeps of a job. */
export type QueuedData = JobData[JobName] & {
  readonly cause?: CarriedCause;
  /** Times that it has failed. Absent: none. */
  readonly failures?: number;
};

interface Again {
  readonly failures: number;
  /** Seconds until it is due. */
  readonly afterS: number;
}

/** Options of a job: one of a key at a time, and in its account's share of the slots. */
export const optionsOf = (data: JobData[JobName], key: string) => ({
  singletonKey: key,
  group: { id: String(data.accountId) },
});

/**
 * Ends a running job and puts it at the end of its queue, in one transaction: it neither runs twice nor gets lost.
 * pg-boss's own retry would count the deaths of workers as failures, and put a job before those that wait longer.
 */
export async function enqueueAgain(
  boss: PgBoss,
  job: JobWithMetadata<QueuedData>,
  { failures, afterS }: Again,
): Promise<void> {
  const transaction = await boss.getDb().beginTransaction?.();
  if (transaction === undefined) throw new Error('The queue has no transactions.');
  const { db, commit, rollback } = transaction;
  try {
    await boss.complete(job.name, job.id, undefined, { db });
    const options = { ...optionsOf(job.data, job.singletonKey ?? job.id), startAfter: afterS, db };
    await boss.send(job.name, { ...job.data, failures }, options);
    await commit();
  } catch (error) {
    await rollback();
    throw error;
  }
}
