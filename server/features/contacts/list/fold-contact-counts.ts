import type { Pool } from '../../../db/pool.ts';
import { outsideAccounts } from '../../../db/tx.ts';

/** Interval for folding in the jobs role, in ms. Our choice: an import adds a few entries a second. */
export const FOLD_COUNTS_EVERY_MS = 5_000;

/** Folds what writers have added to the counts of contacts, over all accounts. Answers the entries taken away. */
export async function foldContactCounts(pool: Pool): Promise<number> {
  const rows = await outsideAccounts<{ taken: number }>(pool, 'select fold_contact_counts() as taken');
  return rows[0]?.taken ?? 0;
}
