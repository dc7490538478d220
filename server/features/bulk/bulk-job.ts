import { BULK_UNDO_DAYS, type JobChange, type BulkJob, type BulkStatus } from '#contract/bulk.contract.ts';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';

const DAY_MS = 24 * 3600 * 1000;

/** A bulk job as stored, with the name of its owner. */
export interface BulkJobRow {
  id: number;
  account_id: number;
  user_id: number;
  actor_id: number;
  change: JobChange;
  names: string[];
  selection: ContactSelection;
  sentence: string;
  status: BulkStatus;
  failure: string | null;
  /** False: `total` was counted when the job was requested. */
  frozen: boolean;
  /** Newest contact when it was requested; later ones are excluded. `null`: frozen at the request. */
  last_contact_id: number | null;
  /** True: the rows that only the work and its undo needed are forgotten. */
  trimmed: boolean;
  total: number;
  done: number;
  changed: number;
  unchanged: number;
  refused: number;
  undo_cursor: number;
  put_back: number;
  kept: number;
  rate: number;
  active_ms: number;
  version: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  /** User who undoes it, whom they act as first; `null`: not undone. */
  undo_user_id: number | null;
  undo_actor_id: number | null;
  user_name: string;
}

/** `null` while it has not ended. */
export const undoUntil = ({ finished_at }: Pick<BulkJobRow, 'finished_at'>): Date | null =>
  finished_at === null ? null : new Date(finished_at.getTime() + BULK_UNDO_DAYS * DAY_MS);

const isUndone = ({ status, undo_cursor }: BulkJobRow) =>
  status === 'undoing' || status === 'undone' || undo_cursor > 0;

/** The job as the wire has it. */
export const toJob = (row: BulkJobRow): BulkJob => ({
  id: row.id,
  change: row.change,
  names: row.names,
  sentence: row.sentence,
  status: row.status,
  failure: row.failure,
  user: { id: row.user_id, name: row.user_name },
  total: row.total,
  done: row.done,
  counts: { changed: row.changed, unchanged: row.unchanged, refused: row.refused },
  undo: isUndone(row) ? { put_back: row.put_back, kept: row.kept } : null,
  rate: Math.round(row.rate * 10) / 10,
  active_ms: row.active_ms,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  undo_until: undoUntil(row)?.toISOString() ?? null,
  version: row.version,
});
