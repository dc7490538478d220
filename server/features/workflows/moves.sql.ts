import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { VersionRow } from './runs.sql.ts';

export interface NumberedVersion extends VersionRow {
  readonly id: number;
}

export async function findVersionNumbered(tx: Tx, flowId: number, number: number): Promise<NumberedVersion | null> {
  const [row] = await tx.raw<NumberedVersion>(
    'select id, number, definition from wf_versions where flow_id = $1 and number = $2',
    [flowId, number],
  );
  return row ?? null;
}

/** Contacts under way in a version, by step; empty: they haven't begun. */
export const findCountsOf = (tx: Tx, versionId: number) =>
  tx.raw<{ step: string; contacts: number }>(
    `select step, count(*)::int as contacts from wf_runs
     where version_id = $1 and status in ('ready', 'waiting', 'held') group by step order by step`,
    [versionId],
  );

/** Ids of the contacts under way in a version, with their place. */
export const idsIn = (versionId: number): RawBuilder<unknown> =>
  sql`select contact_id as id, row_number() over (order by id) as place from wf_runs
      where version_id = ${versionId} and status in ('ready', 'waiting', 'held')`;

/** The run of a contact `c` in a version. */
const runIn = (versionId: number) =>
  sql`select from wf_runs n where n.contact_id = c.id and n.version_id = ${versionId}
      and n.status in ('ready', 'waiting', 'held')`;

/** True when a contact `c` has left a version. */
export const hasLeft = (versionId: number): RawBuilder<unknown> => sql`not exists (${runIn(versionId)})`;

/** True when a contact `c` is at a step from which a move doesn't take it. */
export const staysIn = (versionId: number, steps: readonly string[]): RawBuilder<unknown> =>
  sql`exists (${runIn(versionId)} and n.step <> all(${steps}::text[]))`;

export interface Target {
  readonly step: string;
  readonly to: string;
  /** The step is taken from its beginning; otherwise its wait continues. */
  readonly begins: boolean;
  /** "Step 3, Send text, version 2" */
  readonly place: string;
  readonly message: string;
}

interface Moving {
  readonly jobId: number;
  /** Ids of versions. */
  readonly from: number;
  readonly to: number;
  readonly targets: readonly Target[];
  readonly at: Date;
}

/** Moves contacts, which are locked, to another version, each with a line of its history and its log. */
export async function moveRuns(
  tx: Tx,
  ids: readonly number[],
  { jobId, from, to, targets, at }: Moving,
): Promise<void> {
  const of = <K extends keyof Target>(key: K) => targets.map((one) => one[key]);
  await tx.raw(
    `with targets as (
       select * from unnest($4::text[], $5::text[], $6::boolean[], $7::text[], $8::text[]) as t(step, to_step, begins, place, message)
     ), live as (
       select r.id, r.step, r.revision,
         jsonb_build_object('status', r.status, 'due_at', r.due_at, 'since', r.since, 'hears', r.hears, 'note', r.note) as was
       from wf_runs r where r.version_id = $2 and r.contact_id = any($1::bigint[])
         and r.status in ('ready', 'waiting', 'held') and r.step in (select step from targets)
       order by r.id for update
     ), moved as (
       update wf_runs r set version_id = $3, step = t.to_step, revision = r.revision + 1,
         status = case when t.begins then 'ready' else r.status end,
         due_at = case when t.begins then $9 else r.due_at end, since = case when t.begins then null else r.since end,
         hears = r.hears and not t.begins, note = case when t.begins then '' else r.note end
       from live join targets t on t.step = live.step where r.id = live.id
       returning r.id, r.contact_id, r.flow_id, live.revision, live.step, t.place, t.message, case when t.begins then live.was end as was
     ), told as (
       insert into workflow_logs (account_id, contact_id, workflow_name, step, status, message, at)
       select app_account_id(), m.contact_id, f.name, m.place, 'waiting', m.message, $9 from moved m join wf_flows f on f.id = m.flow_id
     )
     insert into wf_steps (account_id, run_id, revision, step, outcome, message, at, version_number, bulk_job_id, was)
     select app_account_id(), id, revision, step, 'moved', message, $9, (select number from wf_versions where id = $2), $10, was from moved`,
    [ids, from, to, of('step'), of('to'), of('begins'), of('place'), of('message'), at, jobId],
  );
}

interface MovingBack extends Pick<Moving, 'jobId' | 'at'> {
  readonly from: NumberedVersion;
  readonly message: string;
}

/** Moves contacts, which are locked, back to where they were, unless they took a step since. Answers those whom it moved. */
export const moveBack = (tx: Tx, ids: readonly number[], { jobId, from, message, at }: MovingBack) =>
  tx.raw<{ contact_id: number }>(
    `with live as (
       select r.id, r.revision, r.step as left_step, v.number, s.step, s.was
       from wf_runs r join wf_versions v on v.id = r.version_id
       join wf_steps s on s.run_id = r.id and s.outcome = 'moved' and s.bulk_job_id = $2
       where r.contact_id = any($1::bigint[]) and r.status in ('ready', 'waiting', 'held') and not exists (
         select from wf_steps x where x.run_id = r.id and x.revision > s.revision and x.outcome <> 'held')
       order by r.id for update of r
     ), moved as (
       update wf_runs r set version_id = $3, step = l.step, revision = r.revision + 1,
         status = coalesce(l.was ->> 'status', r.status), note = coalesce(l.was ->> 'note', r.note),
         hears = coalesce((l.was ->> 'hears')::boolean, r.hears),
         due_at = case when l.was is null then r.due_at else coalesce((l.was ->> 'due_at')::timestamptz, $5) end,
         since = case when l.was is null then r.since else (l.was ->> 'since')::timestamptz end
       from live l where r.id = l.id returning r.id, r.contact_id, r.flow_id, l.revision, l.left_step, l.number
     ), told as (
       insert into workflow_logs (account_id, contact_id, workflow_name, status, message, at)
       select app_account_id(), m.contact_id, f.name, 'waiting', $4, $5 from moved m join wf_flows f on f.id = m.flow_id
     ), noted as (
       insert into wf_steps (account_id, run_id, revision, step, outcome, message, at, version_number)
       select app_account_id(), id, revision, left_step, 'moved', $4, $5, number from moved
     )
     select contact_id from moved`,
    [ids, jobId, from.id, message, at],
  );
