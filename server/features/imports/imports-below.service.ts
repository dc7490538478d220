import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { toAttempt } from './attempt.ts';
import { listAttemptsBelow } from './imports.sql.ts';

/** Running imports of a user's downline, newest first. */
export async function listRunningBelow(tx: Tx, userId: number): Promise<ImportAttempt[]> {
  const running = await listAttemptsBelow(
    tx,
    userId,
    ['checking', 'queued', 'processing', 'pausing', 'paused', 'cancelling', 'undoing'],
    null,
  );
  return running.toSorted((a, b) => b.id - a.id).map(toAttempt);
}

/** Imports of a user's downline that ended since then, newest first. */
export async function listFinishedBelow(tx: Tx, userId: number, since: Date): Promise<ImportAttempt[]> {
  const finished = await listAttemptsBelow(tx, userId, ['done', 'failed', 'cancelled', 'undone'], since);
  return finished.map(toAttempt);
}
