import type { Tx } from '../../db/tx.ts';

interface Stopping {
  /** Id of an enrollment; only later ones are stopped. */
  readonly after: number;
  readonly limit: number;
  /** One sentence. */
  readonly note: string;
}

interface Stopped {
  readonly id: number;
  readonly contact_id: number;
  readonly owner_id: number;
}

const STOP = (which: string) => `with live as (
    select e.id from sequence_enrollments e where e.status in ('waiting', 'held') and ${which}
  ), stopped as (
    update sequence_enrollments e set status = 'ended', reason = 'stopped', due_at = null, held_since = null, note = $1,
      version = e.version + 1
    from live where e.id = live.id returning e.id, e.contact_id, e.trigger_id
  ), told as (
    insert into workflow_logs (account_id, contact_id, workflow_name, status, message)
    select app_account_id(), s.contact_id, t.name, 'done', $1 from stopped s join campaign_triggers t on t.id = s.trigger_id
  )
  select s.id, s.contact_id, c.owner_id from stopped s join contacts c on c.id = s.contact_id order by s.id`;

/** Ends one sequence; empty: it has ended already. */
export const stopOne = (tx: Tx, id: number, note: string) => tx.raw<Stopped>(STOP('e.id = $2 for update'), [note, id]);

/** Ends sequences of the account. `last`: the one to continue after; `null`: there are no more. */
export async function stopSequences(tx: Tx, { after, limit, note }: Stopping) {
  const stopped = await tx.raw<Stopped>(STOP('e.id > $2 order by e.id limit $3 for update'), [note, after, limit]);
  return { stopped, last: stopped.length < limit ? null : (stopped.at(-1)?.id ?? null) };
}

export async function countRunning(tx: Tx): Promise<number> {
  const [row] = await tx.raw<{ count: number }>(
    `select count(*)::int as count from sequence_enrollments where status in ('waiting', 'held')`,
  );
  return row?.count ?? 0;
}
