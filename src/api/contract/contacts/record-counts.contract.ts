import * as z from 'zod/mini';

/** Records of a kind are counted up to here. Ours. */
export const MOST_RECORDS = 100;

/** Rows that a contact's tabs show, counted up to `MOST_RECORDS`. */
export const RecordCounts = z.object({
  policies: z.int(),
  securities: z.int(),
  /** `null`: they can't be read. */
  rx: z.nullable(z.int()),
  notes: z.int(),
  files: z.int(),
  email_log: z.int(),
  workflow_log: z.int(),
  call_files: z.int(),
});
export type RecordCounts = z.output<typeof RecordCounts>;
