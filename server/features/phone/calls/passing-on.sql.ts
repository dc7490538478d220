import type { Tx } from '../../../db/tx.ts';

/** Records that the agent transfers the other side: their own leg may end before the carrier says so. */
export const notePassingOn = (tx: Tx, id: number, at: Date) =>
  tx.raw('update calls set passing_on = $2 where id = $1', [id, at]);

/** Milliseconds from requesting a transfer at the carrier to its confirmation. Our choice: it takes a second. */
const PASSING_ON_MS = 60_000;

/** True when the other party was or is being transferred, and is not back: their call continues without this agent. */
export async function isPassedOn(tx: Tx, callId: number, now: Date): Promise<boolean> {
  const rows = await tx.prepared(
    `select from calls k
     left join lateral (
       select e.kind, e.at from call_events e
       where e.call_id = k.id and (e.kind = 'transferred' or e.kind = 'returned' and e.body ? 'outcome')
       order by e.at desc, e.kind limit 1
     ) e on true
     where k.id = $1 and (e.kind = 'transferred' or k.passing_on > $2 and (e.kind is null or e.at < k.passing_on))`,
    [callId, new Date(now.getTime() - PASSING_ON_MS)],
  );
  return rows.length > 0;
}
