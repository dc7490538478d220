import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/** A contact that an undo left as it was at version `since`. */
export interface Undone {
  readonly id: number;
  readonly since: number;
}

/**
 * Writes down that contacts are as they were at a version: what was changed and undone in between is no change for the
 * undo of something older.
 */
export async function noteUndone(tx: Tx, undone: readonly Undone[], at: Date): Promise<void> {
  if (undone.length === 0) return;
  const given = sql`unnest(${undone.map(({ id }) => id)}::bigint[], ${undone.map(({ since }) => since)}::int[]) as given(id, since)`;
  await tx.change(
    sql`delete from undone_versions u using ${given} where u.contact_id = given.id and u.since >= given.since`,
  );
  await tx.change(sql`insert into undone_versions (account_id, contact_id, since, upto, at)
    select c.account_id, c.id, given.since, c.version, ${at} from ${given} join contacts c on c.id = given.id`);
}

/** A version that a change left a contact at. */
export interface Left {
  readonly contact_id: number;
  readonly version_after: number;
}

/** Versions since then that are no change, in the order of `left`. */
export async function findUndoneSince(tx: Tx, left: readonly Left[]): Promise<number[]> {
  const rows = await tx.all<{ undone: number }>(
    sql<{ undone: number }>`select undone_since(l.id, l.version) as undone
      from unnest(${left.map(({ contact_id }) => contact_id)}::bigint[],
        ${left.map(({ version_after }) => version_after)}::int[]) with ordinality as l(id, version, nth) order by nth`,
  );
  return rows.map(({ undone }) => undone);
}
