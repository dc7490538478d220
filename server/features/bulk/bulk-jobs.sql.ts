import { sql } from 'kysely';
import type { JobChange } from '#contract/bulk.contract.ts';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { CallerRow } from './caller.ts';
import type { BulkJobRow } from './bulk-job.ts';

const jobs = sql`select j.*, trim(u.first_name || ' ' || u.last_name) as user_name
  from bulk_jobs j join users u on u.id = j.user_id`;

/** Scope of visible jobs: the user's own and those of their downline. */
const visibleTo = (userId: number) =>
  sql`j.user_id in (select descendant_id from user_tree where ancestor_id = ${userId})`;

export const findJob = (tx: Tx, id: number) => tx.one<BulkJobRow>(sql<BulkJobRow>`${jobs} where j.id = ${id}`);

/** `null`: unknown, or owned by no one below the viewer. */
export const findVisibleJob = (tx: Tx, id: number, userId: number) =>
  tx.one<BulkJobRow>(sql<BulkJobRow>`${jobs} where j.id = ${id} and ${visibleTo(userId)}`);

/** Locks the job until the transaction ends, then reads it; `userId` null means every owner. */
export async function lockJob(tx: Tx, id: number, userId: number | null): Promise<BulkJobRow | null> {
  const visible = userId === null ? sql`true` : visibleTo(userId);
  await tx.all(sql`select from bulk_jobs j where j.id = ${id} and ${visible} for update`);
  return userId === null ? findJob(tx, id) : findVisibleJob(tx, id, userId);
}

export interface JobFilter {
  readonly userId: number;
  readonly running: boolean;
}

const narrowed = ({ userId, running }: JobFilter) =>
  sql`j.user_id = ${userId} and ${running ? sql`j.status in ('queued', 'processing', 'cancelling', 'undoing')` : sql`true`}`;

export const findJobs = (tx: Tx, filter: JobFilter, { offset, limit }: { offset: number; limit: number }) =>
  tx.all<BulkJobRow>(
    sql<BulkJobRow>`${jobs} where ${narrowed(filter)} order by j.id desc limit ${limit} offset ${offset}`,
  );

export async function countJobs(tx: Tx, filter: JobFilter): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql<{ total: number }>`select count(*) as total from bulk_jobs j where ${narrowed(filter)}`,
  );
  return row?.total ?? 0;
}

/** Running jobs of a user's downline, newest first. */
export const findJobsBelow = (tx: Tx, userId: number) =>
  tx.all<BulkJobRow>(
    sql<BulkJobRow>`${jobs} where j.status in ('queued', 'processing', 'cancelling', 'undoing')
      and ${visibleTo(userId)} and j.user_id <> ${userId} order by j.id desc limit 500`,
  );

export interface NewJob {
  readonly accountId: number;
  readonly userId: number;
  readonly actorId: number;
  readonly change: JobChange;
  readonly names: readonly string[];
  readonly selection: ContactSelection;
  readonly sentence: string;
  readonly total: number;
}

export async function insertJob(tx: Tx, job: NewJob, at: Date): Promise<number> {
  const row = await tx.one<{ id: number }>(
    sql<{
      id: number;
    }>`insert into bulk_jobs (account_id, user_id, actor_id, change, names, selection, sentence, total, created_at)
      values (${job.accountId}, ${job.userId}, ${job.actorId}, ${JSON.stringify(job.change)}::jsonb, ${[...job.names]}::text[],
        ${JSON.stringify(job.selection)}::jsonb, ${job.sentence}, ${job.total}, ${at})
      returning id`,
  );
  if (row === null) throw new Error('An insert answered no id.');
  return row.id;
}

/** Changed columns of a job; the version counts up by itself. */
export type JobPatch = Partial<
  Pick<
    BulkJobRow,
    | 'status'
    | 'failure'
    | 'frozen'
    | 'last_contact_id'
    | 'trimmed'
    | 'total'
    | 'done'
    | 'changed'
    | 'unchanged'
    | 'refused'
    | 'undo_cursor'
    | 'undo_user_id'
    | 'undo_actor_id'
    | 'put_back'
    | 'kept'
    | 'rate'
    | 'active_ms'
    | 'started_at'
    | 'finished_at'
  >
>;

/** Answers the job as it is then. */
export async function changeJob(tx: Tx, id: number, patch: JobPatch): Promise<BulkJobRow> {
  const sets = Object.entries(patch).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await tx.change(sql`update bulk_jobs set version = version + 1, ${sql.join(sets)} where id = ${id}`);
  const row = await findJob(tx, id);
  if (row === null) throw new Error(`Bulk job ${id} is gone.`);
  return row;
}

/** User that the caller acted as, then the user who signed in, if different. */
export const findCallers = (tx: Tx, jobId: number) =>
  tx.all<CallerRow>(sql<CallerRow>`select user_id, business_unit_id, roles, active from find_bulk_askers(${jobId})`);
