import type { Tx } from '../../db/tx.ts';
import type { JobData, JobName } from '../../jobs/job-queue.ts';
import type { QueuedData } from '../../jobs/requeue.ts';

export interface FailedRow {
  readonly id: string;
  readonly name: JobName;
  readonly data: QueuedData;
  readonly reason: string | null;
  readonly failed_at: Date;
}

/**
 * Failed jobs of the account `$1`. One that was begun again since isn't failed anymore. The queue has no row-level
 * security, so each statement names the account.
 */
const FAILED = `from pgboss.job j where j.state = 'failed' and j.data ->> 'accountId' = $1::bigint::text
  and not exists (
    select from pgboss.job newer
    where newer.name = j.name and newer.singleton_key = j.singleton_key and newer.created_on > j.created_on
  )`;

/** Newest first. The queue itself writes a reason with more around it. */
export const selectFailed = (tx: Tx, accountId: number, limit: number, offset: number) =>
  tx.raw<FailedRow>(
    `select j.id, j.name, j.data, coalesce(j.output ->> 'message', j.output -> 'value' ->> 'message') as reason,
       j.completed_on as failed_at
     ${FAILED} order by j.completed_on desc, j.id limit $2 offset $3`,
    [accountId, limit, offset],
  );

export async function countFailed(tx: Tx, accountId: number): Promise<number> {
  const [row] = await tx.raw<{ total: number }>(`select count(*)::int as total ${FAILED}`, [accountId]);
  return row?.total ?? 0;
}

interface Taken {
  readonly name: JobName;
  readonly key: string;
  readonly data: JobData[JobName];
}

/** Takes failed jobs out of the queue, at most `limit` of them, in the order in which they were locked everywhere. */
export const takeFailed = (tx: Tx, accountId: number, id: string | null, limit: number) =>
  tx.raw<Taken>(
    `with failed as (
       select j.name, j.id ${FAILED} and ($2::uuid is null or j.id = $2) order by j.id limit $3 for update of j
     )
     delete from pgboss.job j using failed where j.name = failed.name and j.id = failed.id
     returning j.name, j.singleton_key as key, j.data - 'cause' - 'failures' as data`,
    [accountId, id, limit],
  );
