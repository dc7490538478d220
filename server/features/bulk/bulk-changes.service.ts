import type { JobChange, BulkJob } from '#contract/bulk.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { toJob } from './bulk-job.ts';
import { findJobsBelow } from './bulk-jobs.sql.ts';
import { findChangesOf } from './bulk-rows.sql.ts';

/** Effect of a bulk job on one contact. */
export interface BulkChangeOfContact {
  readonly jobId: number;
  readonly change: JobChange;
  /** Names of the tags or of the choice, as they were then. */
  readonly names: readonly string[];
  /** True when an undo has restored it. */
  readonly undone: boolean;
  /** User they acted as, and user who signed in. */
  readonly userId: number;
  readonly actorId: number;
  readonly at: Date;
}

/**
 * Bulk changes of a contact, newest first, at most `most`, those `before` an instant. Changes of one contact alone are
 * not among them: the audit log names that contact.
 */
export async function bulkChangesOf(
  tx: Tx,
  contactId: number,
  { before = null, most }: { before?: Date | null; most: number },
): Promise<BulkChangeOfContact[]> {
  const rows = await findChangesOf(tx, contactId, before, most);
  return rows.map((row) => ({
    jobId: row.job_id,
    change: row.change as JobChange,
    names: row.names,
    undone: row.status === 'undone' && row.kept === null,
    userId: row.user_id,
    actorId: row.actor_id,
    at: row.created_at,
  }));
}

/** Running bulk jobs of a user's downline, newest first, at most 500. */
export const listChangesBelow = async (tx: Tx, userId: number): Promise<BulkJob[]> =>
  (await findJobsBelow(tx, userId)).map(toJob);
