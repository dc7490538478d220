import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import { PRINT_KEPT_DAYS, type PrintJob, type PrintStatus, type PrintWhat } from '#contract/printing.contract.ts';

const DAY_MS = 24 * 3600 * 1000;

/** A print job as stored, with the name of its owner. */
export type PrintJobRow = PrintWhat & {
  id: number;
  account_id: number;
  jid: string;
  user_id: number;
  actor_id: number;
  selection: ContactSelection;
  sentence: string;
  status: PrintStatus;
  failure: string | null;
  total: number;
  done: number;
  printed: number;
  skipped: number;
  pages: number | null;
  bytes: number | null;
  /** `null` without a file, or after it has expired. */
  file_key: string | null;
  version: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  user_name: string;
};

/** Files of prints that ended before are removed. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - PRINT_KEPT_DAYS * DAY_MS);

const keptUntil = ({ status, finished_at }: PrintJobRow): Date | null =>
  status === 'complete' && finished_at !== null ? new Date(finished_at.getTime() + PRINT_KEPT_DAYS * DAY_MS) : null;

/** Name of the file in the storage. */
export const fileKeyOf = ({ jid }: Pick<PrintJobRow, 'jid'>): string => `print-${jid}`;

/** Name of the file when saved. */
export const fileNameOf = ({ kind, created_at }: PrintJobRow): string =>
  `${kind}-${created_at.toISOString().slice(0, 10)}.pdf`;

/** The print as the wire has it. */
export const toPrint = (row: PrintJobRow): PrintJob => ({
  id: row.id,
  jid: row.jid,
  kind: row.kind,
  sentence: row.sentence,
  status: row.status,
  failure: row.failure,
  user: { id: row.user_id, name: row.user_name },
  total: row.total,
  done: row.done,
  printed: row.printed,
  skipped: row.skipped,
  pages: row.pages,
  bytes: row.bytes,
  kept_until: keptUntil(row)?.toISOString() ?? null,
  has_file: row.file_key !== null,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  version: row.version,
});
