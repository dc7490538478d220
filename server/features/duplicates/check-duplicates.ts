import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import { findCrowded, findLookalikes, type FoundLookalike, lookAround } from './lookalikes.ts';
import { findPeople, type PersonRow } from './lookalikes.sql.ts';
import { type FoundPair, keepPairs, takeChecks } from './pairs.sql.ts';

/** Contacts of one transaction. Ours: about a tenth of a second. */
const CHECKED_AT_ONCE = 500;

/** External dependencies of the job. */
type Ground = Pick<Deps, 'pool' | 'now'>;

/**
 * Checks the next contacts of the queue, and those that share a by now common value with them; returns their number in
 * the queue.
 */
export async function checkStep(tx: Tx, at: Date, most = CHECKED_AT_ONCE): Promise<number> {
  const taken = await takeChecks(tx, most);
  if (taken.length === 0) return 0;
  const ids = [...new Set(taken.map(({ contact_id }) => contact_id))];
  const people = await findPeople(tx, ids);
  const { found, crowds } = await lookAround(tx, people);
  await keepPairs(tx, ids, pairsOf(people, found), at);
  const crowded = await findCrowded(tx, crowds, ids);
  if (crowded.length > 0) {
    const others = await findPeople(tx, crowded);
    await keepPairs(tx, crowded, pairsOf(others, await findLookalikes(tx, others)), at);
  }
  return taken.length;
}

function pairsOf(people: readonly PersonRow[], found: readonly (readonly FoundLookalike[])[]): FoundPair[] {
  const pairs = new Map<string, FoundPair>();
  for (const [place, { id }] of people.entries()) {
    for (const { id: other, verdict, reasons } of found[place] ?? []) {
      if (verdict === 'household') continue;
      const [low_id, high_id] = id < other ? [id, other] : [other, id];
      pairs.set(`${low_id} ${high_id}`, { low_id, high_id, verdict, reasons });
    }
  }
  return [...pairs.values()];
}

/**
 * Job `duplicates.check`: checks the queued contacts, chunk by chunk. A chunk leaves the queue in the transaction that
 * stores its pairs, so a killed one is repeated.
 */
export async function checkDuplicates(
  { pool, now }: Ground,
  { accountId }: JobData['duplicates.check'],
  signal: AbortSignal,
): Promise<void> {
  let taken = 1;
  while (taken > 0 && !signal.aborted) taken = await withAccount(pool, { accountId }, (tx) => checkStep(tx, now()));
}
