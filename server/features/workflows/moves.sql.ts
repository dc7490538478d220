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

interface Moving {
  /** Ids of versions. */
  readonly from: number;
  readonly to: number;
  /** `begins`: the step is taken from its beginning; otherwise its wait continues. */
  readonly targets: readonly { step: string; to: string; begins: boolean; message: string }[];
  readonly at: Date;
}

/** Contacts moved together. Ours: what a request does in some seconds; a repeated one takes the next. */
const MOST_MOVED = 10_000;

/** Moves contacts to another version, each with a line of its history. Answers how many. */
export async function moveRuns(tx: Tx, { from, to, targets, at }: Moving): Promise<number> {
  const of = <K extends 'step' | 'to' | 'begins' | 'message'>(key: K) => targets.map((one) => one[key]);
  const moved = await tx.raw(
    `with targets as (
       select * from unnest($3::text[], $4::text[], $5::boolean[], $6::text[]) as t(step, to_step, begins, message)
     ), live as (
       select r.id, r.step, r.revision from wf_runs r
       where r.version_id = $1 and r.status in ('ready', 'waiting', 'held') and r.step in (select step from targets)
       order by r.id limit ${MOST_MOVED} for update
     ), moved as (
       update wf_runs r set version_id = $2, step = t.to_step, revision = r.revision + 1,
         status = case when t.begins then 'ready' else r.status end,
         due_at = case when t.begins then $7 else r.due_at end, since = case when t.begins then null else r.since end,
         hears = r.hears and not t.begins, note = case when t.begins then '' else r.note end
       from live join targets t on t.step = live.step where r.id = live.id
       returning r.id, live.revision, live.step, t.message
     )
     insert into wf_steps (account_id, run_id, revision, step, outcome, message, at, version_number)
     select app_account_id(), id, revision, step, 'moved', message, $7, (select number from wf_versions where id = $1) from moved returning 1`,
    [from, to, of('step'), of('to'), of('begins'), of('message'), at],
  );
  return moved.length;
}
