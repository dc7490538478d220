import { outsideAccounts } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { retention } from '../telemetry/instruments.ts';
import { KEPT, type Kept } from './kept.ts';

/** Interval between two runs, in ms. Ours. */
export const REMOVE_EXPIRED_EVERY_MS = 3_600_000;

/** Rows of one statement, so that none holds locks for long. Ours: a small part of a second. */
const ROWS_AT_ONCE = 2_000;

type Ground = Pick<Deps, 'pool' | 'now' | 'log'>;

export interface Removal {
  readonly kinds?: readonly Kept[];
  readonly rowsAtOnce?: number;
}

/**
 * Removes the rows that are kept no longer, batch by batch, and returns their number by kind. One process at a time works
 * on a kind; a kind that fails stops no other.
 */
export async function removeExpired(
  { pool, now, log }: Ground,
  { kinds = KEPT, rowsAtOnce = ROWS_AT_ONCE }: Removal = {},
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const { kind, keptMs, realTime } of kinds) {
    const before = new Date((realTime ? Date.now() : now().getTime()) - keptMs);
    try {
      for (;;) {
        const [answer] = await outsideAccounts<{ count: number | null }>(
          pool,
          'select remove_expired($1, $2, $3) as count',
          [kind, before, rowsAtOnce],
        );
        const count = answer?.count ?? 0;
        removed[kind] = (removed[kind] ?? 0) + count;
        retention.removed.inc({ kind }, count);
        if (count < rowsAtOnce) break;
      }
    } catch (error) {
      log.warn({ err: error, kind }, 'expired rows stay');
    }
  }
  if (Object.values(removed).some((count) => count > 0)) log.info({ removed }, 'expired rows removed');
  return removed;
}
