import type { Tx } from '../../db/tx.ts';
import { stopThese } from './stop-sequences.ts';

/** A bulk job that starts a trigger. */
interface BulkStart {
  readonly jobId: number;
  readonly triggerId: number;
}

const occasionOf = ({ jobId }: BulkStart): string => `bulk:${jobId}`;

/** Begins the sequence for contacts, which are locked. Those who are in it already stay where they are. */
export const startMany = (
  tx: Tx,
  of: BulkStart,
  ids: readonly number[],
  { userId, at }: { userId: number; at: Date },
) =>
  tx.raw(
    `insert into sequence_enrollments (account_id, trigger_id, contact_id, enrolled_contact_id, occasion, user_id, due_at, created_at)
     select app_account_id(), $1, id, id, $2, $3, $4, $4 from unnest($5::bigint[]) id
     where not exists (select from sequence_enrollments e where e.trigger_id = $1 and e.contact_id = id
       and (e.occasion = $2 or e.status in ('waiting', 'held')))
     order by id on conflict do nothing`,
    [of.triggerId, occasionOf(of), userId, at, ids],
  );

/** Stops what a bulk job began and what still runs. Returns the contacts; they are locked. What was sent stays sent. */
export async function stopMany(tx: Tx, of: BulkStart, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await tx.raw<{ id: number }>(
    `select id from sequence_enrollments where trigger_id = $1 and occasion = $2 and contact_id = any($3::bigint[])
       and status in ('waiting', 'held') order by id`,
    [of.triggerId, occasionOf(of), ids],
  );
  const stopped = await stopThese(
    tx,
    found.map(({ id }) => id),
    'The bulk start was undone.',
  );
  return new Set(stopped.map(({ contact_id: id }) => id));
}
