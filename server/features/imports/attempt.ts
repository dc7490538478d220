import type {
  ImportAttempt,
  ImportCheck,
  ImportColumn,
  ImportField,
  ImportRow,
  ImportStatus,
} from '#contract/imports.contract.ts';
import type { Encoding } from './csv-records.ts';
import type { FilePlan } from './prepare-rows.ts';

/** An import as `selectAttempts` reads it, with the names of the people around it. */
export interface AttemptRow {
  id: number;
  account_id: number;
  user_id: number;
  owner_id: number;
  pool_id: number | null;
  tag_ids: number[];
  when_known: 'update' | 'skip';
  file_name: string;
  file_bytes: number;
  file_key: string;
  delimiter: string;
  encoding: Encoding;
  header_row: number;
  columns: ImportColumn[];
  fields: Record<string, ImportField>;
  status: ImportStatus;
  failure: string | null;
  total_rows: number | null;
  check: ImportCheck | null;
  done_rows: number;
  created: number;
  updated: number;
  skipped: number;
  problems: number;
  number_base: number | null;
  active_ms: number;
  rate: number;
  last_rows: ImportRow[];
  undo: { removed: number; put_back: number; kept: number } | null;
  undo_cursor: number;
  version: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  deleted_at: Date | null;
  user_name: string;
  owner_name: string;
  owner_business_unit_id: number;
  pool_name: string | null;
  tags: ImportAttempt['tags'];
}

/** The attempt as the wire has it. */
export const toAttempt = (row: AttemptRow): ImportAttempt => ({
  id: row.id,
  status: row.status,
  failure: row.failure,
  file_name: row.file_name,
  file_bytes: row.file_bytes,
  user: { id: row.user_id, name: row.user_name },
  owner: { id: row.owner_id, name: row.owner_name },
  pool: row.pool_id === null ? null : { id: row.pool_id, name: row.pool_name ?? '' },
  tags: row.tags,
  header_row: row.header_row,
  when_known: row.when_known,
  fields: row.fields,
  total_rows: row.total_rows,
  check: row.check,
  counts: { created: row.created, updated: row.updated, skipped: row.skipped, problems: row.problems },
  done_rows: row.done_rows,
  rate: Math.round(row.rate * 10) / 10,
  active_ms: row.active_ms,
  undo: row.undo,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  deleted_at: row.deleted_at?.toISOString() ?? null,
  version: row.version,
});

export const planOf = (row: AttemptRow): FilePlan => ({
  encoding: row.encoding,
  delimiter: row.delimiter,
  headerRow: row.header_row,
  width: row.columns.length,
  fields: Object.entries(row.fields).map(([index, field]) => ({ index: Number(index), field })),
  // The day of the upload, so that a row reads the same however often it is read.
  today: row.created_at.toISOString().slice(0, 10),
});
