import type { Tx } from '../../db/tx.ts';

/** Tables whose rows wait for a job. */
export type PutOff = 'files' | 'attachment_imports';

/** Counts a failed attempt. Returns true when it was the last one. */
export async function postponeRow(
  tx: Tx,
  table: PutOff,
  id: number,
  { now, afterMs }: { now: Date; afterMs: readonly number[] },
): Promise<boolean> {
  const [row] = await tx.raw<{ tries: number }>(
    `update ${table} set tries = tries + 1,
       next_try_at = $2::timestamptz + coalesce(($3::bigint[])[tries + 1], 0) * interval '1 ms'
     where id = $1 returning tries`,
    [id, now, afterMs],
  );
  return row !== undefined && row.tries > afterMs.length;
}
