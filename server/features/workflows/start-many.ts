import type { Tx } from '../../db/tx.ts';
import { type LiveFlow, stopThese } from './runs.sql.ts';

export { findFlow, findVersion } from './runs.sql.ts';

const occasionOf = (jobId: number): string => `bulk:${jobId}`;

interface Start {
  readonly jobId: number;
  readonly userId: number;
  readonly at: Date;
}

/** Begins a workflow for contacts, which are locked. Those who are in it already stay where they are. */
export const startMany = (tx: Tx, flow: LiveFlow, ids: readonly number[], { jobId, userId, at }: Start) =>
  tx.raw(
    `insert into wf_runs (account_id, flow_id, version_id, contact_id, entered_contact_id, occasion, user_id, due_at, created_at)
     select app_account_id(), $1, $2, id, id, $3, $4, $5, $5 from unnest($6::bigint[]) id
     where not exists (select from wf_runs r where r.flow_id = $1 and r.contact_id = id
       and (r.occasion = $3 or r.status in ('ready', 'waiting', 'held')))
     order by id on conflict do nothing`,
    [flow.id, flow.live_version_id, occasionOf(jobId), userId, at, ids],
  );

/** Stops what a bulk job began and what still runs. Returns the contacts; they are locked. What was sent stays sent. */
export async function stopMany(
  tx: Tx,
  flowId: number,
  ids: readonly number[],
  { jobId }: Pick<Start, 'jobId'>,
): Promise<ReadonlySet<number>> {
  const found = await tx.raw<{ id: number }>(
    `select id from wf_runs where flow_id = $1 and occasion = $2 and contact_id = any($3::bigint[])
       and status in ('ready', 'waiting', 'held') order by id`,
    [flowId, occasionOf(jobId), ids],
  );
  const stopped = await stopThese(
    tx,
    found.map(({ id }) => id),
    'The bulk start was undone.',
  );
  return new Set(stopped.map(({ contact_id: id }) => id));
}
