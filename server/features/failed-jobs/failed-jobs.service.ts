import type { FailedJob, listFailedJobs } from '#contract/failed-jobs.contract.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { JobData, JobName } from '../../jobs/job-queue.ts';
import { countFailed, type FailedRow, selectFailed, takeFailed } from './failed-jobs.sql.ts';

/** Jobs that one transaction puts back. Ours: well under a second. */
const BATCH = 200;

/** Failed jobs of the account, newest first. */
export const listFailed = (
  deps: Deps,
  identity: Identity,
  { page, limit }: Query<typeof listFailedJobs>,
): Promise<Reply<typeof listFailedJobs>> =>
  withAccount(deps.pool, identity, async (tx) => {
    const rows = await selectFailed(tx, identity.accountId, limit, (page - 1) * limit);
    const total = await countFailed(tx, identity.accountId);
    const meta = { current_page: page, limit, total_count: total, total_pages: Math.ceil(total / limit) };
    return { data: rows.map(toFailedJob), meta };
  });

const toFailedJob = ({ id, name, data, reason, failed_at: failedAt }: FailedRow): FailedJob => ({
  id,
  kind: name,
  subject_id: subjectOf(data),
  reason: reason ?? 'No reason was recorded.',
  attempts: (data.failures ?? 0) + 1,
  failed_at: failedAt.toISOString(),
});

/** Every job carries the id of its account and at most one other. */
function subjectOf(data: FailedRow['data']): number | null {
  const [, id] = Object.entries(data).find(([name]) => name !== 'accountId' && name.endsWith('Id')) ?? [];
  return typeof id === 'number' ? id : null;
}

/** Puts one failed job back in its queue. @throws {Refusal} `not_found` when it isn't there, or was begun again. */
export const retryFailed = (deps: Deps, identity: Identity, requestId: string, id: string): Promise<void> =>
  withAccount(deps.pool, identity, async (tx) => {
    if ((await retry(tx, deps, identity, requestId, { id, limit: 1 })) === 0)
      throw new Refusal('not_found', 'This job was not found. It may have been retried already.');
  });

/** Puts all failed jobs back, a batch in a transaction; returns their number. */
export async function retryAllFailed(deps: Deps, identity: Identity, requestId: string): Promise<number> {
  for (let retried = 0; ; ) {
    const batch = await withAccount(deps.pool, identity, (tx) =>
      retry(tx, deps, identity, requestId, { id: null, limit: BATCH }),
    );
    retried += batch;
    if (batch < BATCH) return retried;
  }
}

/** The job leaves the list and enters its queue in one transaction, so it is neither lost nor doubled. */
async function retry(
  tx: Tx,
  { jobs }: Deps,
  identity: Identity,
  requestId: string,
  { id, limit }: { id: string | null; limit: number },
): Promise<number> {
  const taken = await takeFailed(tx, identity.accountId, id, limit);
  for (const { name, data, key } of taken) await jobs.enqueue(tx, name, data as JobData[JobName], key);
  if (taken.length > 0)
    await writeAudit(tx, identity, requestId, {
      action: 'job.retried',
      detail: { jobs: taken.map(({ name, key }) => `${name} ${key}`) },
    });
  return taken.length;
}
