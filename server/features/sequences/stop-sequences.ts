import type { Tx } from '../../db/tx.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';

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

/** Ends those of these sequences that still run. Their contacts are locked before. */
export const stopThese = (tx: Tx, ids: readonly number[], note: string) =>
  tx.raw<Stopped>(
    `with live as (
       select e.id from sequence_enrollments e
       where e.id = any($1::bigint[]) and e.status in ('waiting', 'held') order by e.id for update
     ), stopped as (
       update sequence_enrollments e set status = 'ended', reason = 'stopped', due_at = null, held_since = null, note = $2,
         version = e.version + 1
       from live where e.id = live.id returning e.id, e.contact_id, e.trigger_id
     ), told as (
       insert into workflow_logs (account_id, contact_id, workflow_name, status, message)
       select app_account_id(), s.contact_id, t.name, 'done', $2 from stopped s join campaign_triggers t on t.id = s.trigger_id
     )
     select s.id, s.contact_id, c.owner_id from stopped s join contacts c on c.id = s.contact_id order by s.id`,
    [ids, note],
  );

/**
 * Ends sequences of the account, their contacts locked first. `last`: the one to continue after; `null`: there are no
 * more.
 */
export async function stopSequences(tx: Tx, { after, limit, note }: Stopping) {
  const found = await tx.raw<{ id: number; contact_id: number }>(
    `select id, contact_id from sequence_enrollments
     where status in ('waiting', 'held') and id > $1 order by id limit $2`,
    [after, limit],
  );
  await lockContacts(tx, [...new Set(found.map(({ contact_id: id }) => id))]);
  const ids = found.map(({ id }) => id);
  const stopped = await stopThese(tx, ids, note);
  return { stopped, last: found.length < limit ? null : (ids.at(-1) ?? null) };
}

export async function countRunning(tx: Tx): Promise<number> {
  const [row] = await tx.raw<{ count: number }>(
    `select count(*)::int as count from sequence_enrollments where status in ('waiting', 'held')`,
  );
  return row?.count ?? 0;
}
