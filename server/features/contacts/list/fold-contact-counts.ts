import type { Pool } from '../../../db/pool.ts';
import { outsideAccounts } from '../../../db/tx.ts';

/** Interval for folding in the jobs role, in ms. Our choice: an import adds a few entries a second. */
export const FOLD_COUNTS_EVERY_MS = 5_000;

/** Folds the writers' entries into the counts of contacts, over all accounts. Returns the number of entries removed. */
export async function foldContactCounts(pool: Pool): Promise<number> {
  const rows = await outsideAccounts<{ taken: number }>(pool, 'select fold_contact_counts() as taken');
  return rows[0]?.taken ?? 0;
}
