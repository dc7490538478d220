import * as z from 'zod/mini';
import { Id, Instant, ListMeta, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/**
 * Where an import attempt stands.
 *
 *   draft → checking → checked → queued → processing ⇄ paused
 *     └ unreadable file: failed      processing → done | cancelled | failed;  done | cancelled | failed | paused → undoing → undone
 *
 * `pausing` and `cancelling` last until the chunk under way has ended.
 */
export const IMPORT_STATUSES = [
  'draft',
  'checking',
  'checked',
  'queued',
  'processing',
  'pausing',
  'paused',
  'cancelling',
  'cancelled',
  'done',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Fields of a contact that a column can fill; `full_name` is split into first and last name. */
export const IMPORT_FIELDS = [
  'first_name',
  'last_name',
  'full_name',
  'phone',
  'email',
  'address',
  'city',
  'state',
  'zip_code',
  'dob',
  'gender',
  'language',
  'type',
  'category',
  'source',
  'notes',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

export const ROW_OUTCOMES = ['created', 'updated', 'skipped', 'problem'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** Why a row was not simply created; the words stand in `src/views/imports/reason-words.ts`. */
export const ROW_REASONS = [
  'new',
  'fields_changed',
  /** A later row of the same person brought what its contact lacked. */
  'fields_filled',
  'tags_added',
  'already_there',
  'same_as_earlier_row',
  /** The same person as an earlier row with other values: nothing of it is taken, its cells are kept. */
  'contradicts_earlier_row',
  'empty_row',
  'row_cut_short',
  'row_too_long',
  'quote_unclosed',
  'name_and_reach_missing',
  'phone_unreadable',
  'email_unreadable',
  'dob_unreadable',
  'dob_in_future',
  'text_too_long',
  'value_unknown',
] as const;
export type RowReason = (typeof ROW_REASONS)[number];

/** One column of the file as the wizard shows it. */
export const ImportColumn = z.object({
  /** From 0, in file order. */
  index: z.int(),
  /** The cell of the header row; a duplicate or empty header is numbered, e.g. `phone (2)`, `Column 4`. */
  header: z.string(),
  /** Up to five filled cells from the start of the file. */
  samples: z.array(z.string()),
  /** `null`: not imported. */
  suggestion: z.nullable(z.enum(IMPORT_FIELDS)),
  /** 0 to 1, how sure the suggestion is: header and samples agree at 0.9 and above. */
  confidence: z.number(),
});
export type ImportColumn = z.output<typeof ImportColumn>;

/** What the person decides. `mapping` and options may be sent again until the import is started. */
export const ImportForm = z.strictObject({
  /** Which line holds the headers, from 1; 0: the file has none. */
  header_row: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  /** Column index → field. Columns left out are not imported. The spec calls it `fields`. */
  fields: z.optional(z.record(z.string(), z.enum(IMPORT_FIELDS))),
  /** Owner of what is created; the current user when absent. */
  owner: z.optional(Id),
  /** Tags put on every created and updated contact. */
  tags: z.optional(z.array(Id).check(z.maxLength(20))),
  /** `null`: nobody's pool. */
  pool: z.optional(z.nullable(Id)),
  /** What happens when a row is somebody already there: fill and change fields, or leave alone. */
  when_known: z.optional(z.enum(['update', 'skip'])),
});
export type ImportForm = z.output<typeof ImportForm>;

export const ImportCounts = z.object({
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  problems: z.int(),
});
export type ImportCounts = z.output<typeof ImportCounts>;

/** The result of the server's check of the whole file. */
export const ImportCheck = z.object({
  rows: z.int(),
  /** Rows that the import can take. */
  good: z.int(),
  /** Rows that would become problems. */
  problems: z.int(),
  /** Rows without any filled cell and rows equal to an earlier one. */
  skipped: z.int(),
  /** How often each reason occurs; the sum is `problems` plus `skipped`. */
  by_reason: z.array(
    z.object({ reason: z.enum(ROW_REASONS), field: z.nullable(z.enum(IMPORT_FIELDS)), rows: z.int() }),
  ),
});
export type ImportCheck = z.output<typeof ImportCheck>;

const Someone = z.object({ id: Id, name: z.string() });

export const ImportAttempt = z.object({
  id: Id,
  status: z.enum(IMPORT_STATUSES),
  /** One sentence; `null` unless failed. */
  failure: z.nullable(z.string()),
  file_name: z.string(),
  file_bytes: z.int(),
  /** Who runs it. */
  user: Someone,
  owner: Someone,
  pool: z.nullable(Someone),
  tags: z.array(z.object({ id: Id, name: z.string(), color: z.string() })),
  header_row: z.int(),
  when_known: z.enum(['update', 'skip']),
  fields: z.record(z.string(), z.enum(IMPORT_FIELDS)),
  /** Data rows in the file. `null` until checked. */
  total_rows: z.nullable(z.int()),
  check: z.nullable(ImportCheck),
  /** created + updated + skipped + problems = done_rows, at every moment. */
  counts: ImportCounts,
  done_rows: z.int(),
  /** Rows per second over the last seconds of work; 0 when it does not work. */
  rate: z.number(),
  /** Milliseconds of work so far, pauses left out. */
  active_ms: z.int(),
  /** `null` unless undone: contacts put back, and contacts kept because someone changed them since. */
  undo: z.nullable(z.object({ removed: z.int(), put_back: z.int(), kept: z.int() })),
  created_at: Instant,
  started_at: z.nullable(Instant),
  finished_at: z.nullable(Instant),
  deleted_at: z.nullable(Instant),
  /** Counts changes: of two copies the higher one is newer. */
  version: z.int(),
});
export type ImportAttempt = z.output<typeof ImportAttempt>;

/** One row as the live page lists it. */
export const ImportRow = z.object({
  /** Of the data rows, from 1. */
  row_number: z.int(),
  name: z.string(),
  phone: z.string(),
  outcome: z.enum(ROW_OUTCOMES),
  reason: z.enum(ROW_REASONS),
  /** The field at fault or the fields changed, comma separated; empty when there is nothing to name. */
  detail: z.string(),
  /** Number of the contact for a link. `null`: problem or skipped row. */
  contact_number: z.nullable(Id),
});
export type ImportRow = z.output<typeof ImportRow>;

/** A row that the check or the import refused, with its cells. */
export const ProblemRow = z.object({
  row_number: z.int(),
  reason: z.enum(ROW_REASONS),
  field: z.nullable(z.enum(IMPORT_FIELDS)),
  /** One sentence that names the field and the value. */
  message: z.string(),
  cells: z.array(z.string()),
});
export type ProblemRow = z.output<typeof ProblemRow>;

/** A contact that an undo left alone. */
export const KeptRow = z.object({
  row_number: z.int(),
  contact_number: Id,
  name: z.string(),
  reason: z.enum(['changed_since', 'deleted_since', 'owner_changed']),
});
export type KeptRow = z.output<typeof KeptRow>;

const AttemptParams = z.strictObject({ id: PathId });
const AttemptReply = z.object({ data: ImportAttempt });
const page = {
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
};

/** Bytes of a file to import at most. Source: decisions, "Names, imports, exports". */
export const MAX_IMPORT_BYTES = 500 * 1024 * 1024;
/** Rows of a file to import at most. Ours: the largest book we know. */
export const MAX_IMPORT_ROWS = 1_000_000;
/** Columns and bytes of one cell; above that the file is refused. Source: decisions and promise P11. */
export const MAX_IMPORT_COLUMNS = 500;
export const MAX_IMPORT_CELL_BYTES = 1024 * 1024;
/** Days after its end in which an import can be undone. Ours: a week covers a holiday. */
export const IMPORT_UNDO_DAYS = 7;

const run = { access: 'imports.run', feature: 'imports' } as const;
const write = { ...run, effect: 'write', idempotent: true, rate: 'write' } as const;
const read = { ...run, effect: 'read', idempotent: false, rate: 'read', audit: null } as const;

// ---- endpoints -------------------------------------------------------------

/**
 * With a file: keeps it, reads its head and answers a `draft` with columns. With `import_id`: checks the whole
 * file with the given form as a job (`checking`, then `checked` over the cable).
 */
export const validateImport = endpoint({
  ...write,
  name: 'validateImport',
  method: 'POST',
  path: '/v1/contacts/validate_import',
  summary: 'Upload a file to import, or check an uploaded one against a mapping',
  rate: 'upload',
  audit: 'import.checked',
  upload: { field: 'file', maxBytes: MAX_IMPORT_BYTES, required: false },
  body: z.extend(ImportForm, { import_id: z.optional(Id) }),
  reply: z.object({ data: z.extend(ImportAttempt, { columns: z.array(ImportColumn) }) }),
});

/** Starts a checked import; with a file instead of `import_id` it uploads, checks and starts in one go. */
export const startImport = endpoint({
  ...write,
  name: 'startImport',
  method: 'POST',
  path: '/v1/contacts/import',
  summary: 'Start an import',
  rate: 'upload',
  audit: 'import.started',
  upload: { field: 'file', maxBytes: MAX_IMPORT_BYTES, required: false },
  body: z.extend(ImportForm, { import_id: z.optional(Id) }),
  reply: AttemptReply,
});

export const listImportAttempts = endpoint({
  ...read,
  name: 'listImportAttempts',
  method: 'GET',
  path: '/v1/contacts/import_attempts',
  summary: 'Import attempts of the current user and everybody below, newest first',
  query: z.strictObject({
    ...page,
    /** `tab` is the group of states, `filter_by` and `filter_value` narrow it. */
    tab: z._default(z.enum(['all', 'running', 'finished', 'failed', 'deleted']), 'all'),
    filter_by: z.optional(z.enum(['file_name', 'user', 'status'])),
    filter_value: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({ data: z.array(ImportAttempt), meta: ListMeta }),
});

export const readImportAttempt = endpoint({
  ...read,
  name: 'readImportAttempt',
  method: 'GET',
  path: '/v1/contacts/import_attempts/:id/read',
  summary: 'One import attempt with its columns and the last 20 rows',
  params: AttemptParams,
  reply: z.object({
    data: z.extend(ImportAttempt, { columns: z.array(ImportColumn), last_rows: z.array(ImportRow) }),
  }),
});

/** A command on one attempt, a verb behind its path. */
const attemptCommand = (name: string, verb: string, audit: string, summary: string) =>
  endpoint({
    ...write,
    name,
    method: 'POST',
    path: `/v1/contacts/import_attempts/:id/${verb}`,
    summary,
    audit,
    params: AttemptParams,
    reply: AttemptReply,
  });

export const pauseImport = attemptCommand('pauseImport', 'pause', 'import.paused', 'Pause after the chunk under way');

export const resumeImport = attemptCommand('resumeImport', 'resume', 'import.resumed', 'Go on after a pause');

export const cancelImport = attemptCommand(
  'cancelImport',
  'cancel',
  'import.cancelled',
  'End after the chunk under way; what is imported stays',
);

export const undoImport = attemptCommand(
  'undoImport',
  'undo',
  'import.undone',
  'Take back what the import did; contacts changed since are kept and listed',
);

export const deleteImportAttempt = endpoint({
  ...write,
  name: 'deleteImportAttempt',
  method: 'DELETE',
  path: '/v1/contacts/delete_import_attempts/:id',
  summary: 'Remove an attempt from the history; its contacts stay',
  audit: 'import.deleted',
  params: AttemptParams,
  reply: AttemptReply,
});

/** A failed attempt goes on at its cursor; a finished one takes its problem rows again; a deleted one comes back. */
export const retryImportAttempt = endpoint({
  ...write,
  name: 'retryImportAttempt',
  method: 'POST',
  path: '/v1/contacts/retry_failed_import_attempts/:id',
  summary: 'Try a failed or deleted attempt, or the problem rows of a finished one, again',
  audit: 'import.retried',
  params: AttemptParams,
  /** Corrected cells by column index, for problem rows. */
  body: z.optional(
    z.strictObject({
      rows: z.optional(
        z
          .array(
            z.strictObject({
              row_number: z.int().check(z.minimum(1), z.maximum(MAX_IMPORT_ROWS)),
              cells: z.record(z.string(), z.string().check(z.maxLength(10_000))),
            }),
          )
          .check(z.maxLength(1_000)),
      ),
    }),
  ),
  reply: AttemptReply,
});

export const listProblemRows = endpoint({
  ...read,
  name: 'listProblemRows',
  method: 'GET',
  path: '/v1/contacts/import_attempts/:id/list_problem_rows',
  summary: 'Problem rows of the check, or of the import once it has begun',
  params: AttemptParams,
  query: z.strictObject({ ...page, reason: z.optional(z.enum(ROW_REASONS)) }),
  reply: z.object({ data: z.array(ProblemRow), meta: ListMeta }),
});

export const listKeptRows = endpoint({
  ...read,
  name: 'listKeptRows',
  method: 'GET',
  path: '/v1/contacts/import_attempts/:id/list_kept_rows',
  summary: 'Contacts that an undo left alone, with the reason',
  params: AttemptParams,
  query: z.strictObject(page),
  reply: z.object({ data: z.array(KeptRow), meta: ListMeta }),
});

/** The reply is a CSV file: the original cells and a last column `reason`. */
export const downloadProblemRows = endpoint({
  ...read,
  name: 'downloadProblemRows',
  method: 'GET',
  path: '/v1/contacts/import_attempts/:id/download_problem_rows',
  summary: 'Problem rows as CSV with a reason column',
  params: AttemptParams,
  reply: z.string(),
});

// ---- constants -------------------------------------------------------------

/** Rows of one chunk, which is one transaction. Source: storage-facts (UNNEST of 5k) and promise P18. */
export const IMPORT_CHUNK_ROWS = 5_000;
/** Rows that a progress event carries. Source: decisions, "Events and the outbox". */
export const IMPORT_LAST_ROWS = 20;
