import { outsideAccounts } from '../db/tx.ts';
import type { Deps } from '../deps.ts';

/** Milliseconds that an event can be caught up. Source: promise P24. */
const KEPT_MS = 24 * 60 * 60 * 1_000;
/** Number of events a stream keeps. Source: promise P24. */
const KEPT_EVENTS = 10_000;
/** Rows of one statement, so that none runs long. Ours. */
const PAGE = 5_000;

/** Removes events that no one can catch up on anymore; returns their number. Run periodically by the jobs role. */
export async function trimEvents({ pool, now }: Pick<Deps, 'pool' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS);
  for (let removed = 0; ; ) {
    const rows = await outsideAccounts<{ count: number }>(pool, 'select trim_events($1, $2, $3) as count', [
      before,
      KEPT_EVENTS,
      PAGE,
    ]);
    const count = rows[0]?.count ?? 0;
    removed += count;
    if (count < PAGE) return removed;
  }
}
