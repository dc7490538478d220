import * as z from 'zod/mini';
import { Id, Instant, ListMeta, PageNumber, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { ConsentCounts, ImportedConsents } from './imports/consent-columns.contract.ts';
import {
  DATE_ORDERS,
  DateColumn,
  DOUBTS,
  IMPORT_ENCODINGS,
  IMPORT_FIELDS,
  ImportHead,
  ImportRow,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  ROW_REASONS,
} from './imports/rows.contract.ts';

// ---- schemas ---------------------------------------------------------------

/**
 * Status of an import attempt.
 *
 *   draft → checking → checked → queued → processing ⇄ paused
 *     └ unreadable file: failed      processing → done | cancelled | failed;  done | cancelled | failed | paused →
 * undoing → undone
 *
 * `pausing` and `cancelling` last until the current chunk has ended.
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

/** Scope in which a row's person is looked up before it is created. */
export const SCRUB_SCOPES = ['mine', 'downline', 'all', 'pool'] as const;

/**
 * `downline` and `all` include the user; `all` covers everyone whose imports the user can see, for an admin the
 * account; `pool` covers the contacts of the pool, which also narrows the other scopes.
 */
export const ScrubAgainst = z.strictObject({ scope: z.enum(SCRUB_SCOPES), pool: z.optional(Id) });
export type ScrubAgainst = z.output<typeof ScrubAgainst>;

/** Values applied to everyone in the file, regardless of its columns. */
export const ImportOptions = z.strictObject({
  /** Owner of what is created; the current user when absent. */
  owner: z.optional(Id),
  /** Tags put on every created and updated contact. */
  tags: z.optional(z.array(Id).check(z.maxLength(20))),
  /** `null`: no pool. */
  pool: z.optional(z.nullable(Id)),
  /** Handling of rows that match an existing contact: update its fields, or skip the row. */
  when_known: z.optional(z.enum(['update', 'skip'])),
  /** People found in this scope are not created; `null`: no check. */
  scrub_against: z.optional(z.nullable(ScrubAgainst)),
  /** Tags for people found by the scrub. */
  updated_lead_tags: z.optional(z.array(Id).check(z.maxLength(20))),
  /**
   * Header in lower case → label of the data capture that its column fills, unless the column has a field. They are proposed
   * for headers that are called like a custom field of the user's contacts.
   */
  custom_fields: z.optional(
    z.record(
      z.string().check(z.trim(), z.toLowerCase()),
      z.string().check(z.trim(), z.minLength(1, 'Enter a label.'), z.maxLength(200)),
    ),
  ),
  /** Columns without a field become data captures of the contact, named by their headers. */
  keep_other_columns: z.optional(z.boolean()),
  /** Leads that it creates get the tag `NEW_TAG`, which goes with the first look of their owner. */
  fresh_leads: z.optional(z.boolean()),
});
export type ImportOptions = z.output<typeof ImportOptions>;

/** Lead vendor: an existing one by number or name, otherwise a new one. */
export const ApiVendorObj = z.strictObject({
  vendor_name: z.string().check(z.trim(), z.minLength(1, 'Enter a vendor name.'), z.maxLength(60)),
  vendor_type: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  api_vendor_id: z.optional(Id),
});

/** The user's choices. `mapping` and options can be sent again until the import starts. */
export const ImportForm = z.extend(ImportOptions, {
  /** Line of the headers, from 1; 0: the file has none. */
  header_row: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  /** Sheet of the workbook to read, from 0; when absent, the first sheet with rows. */
  sheet: z.optional(z.int().check(z.minimum(0), z.maximum(19))),
  /** Encoding and separator of a text file; when absent, as detected. */
  encoding: z.optional(z.enum(IMPORT_ENCODINGS)),
  delimiter: z.optional(z.string().check(z.regex(/^[^"\r\n\0]$/u, 'Enter one character as the separator.'))),
  /** Column index → field. Columns left out are not imported. The spec calls it `fields`. */
  fields: z.optional(z.record(z.string(), z.enum(IMPORT_FIELDS))),
  /**
   * Column index → order of day and month, for columns of dates. Absent ones are detected; a file that is uploaded and
   * started in one call is read month first. Dates with the year first are read in any case. A cell that isn't a date in the
   * order of its column, such as 23/04/1946 month first, is an unread cell: its text is kept and it is listed with its row.
   */
  date_orders: z.optional(z.record(z.string(), z.enum(DATE_ORDERS))),
  /** `null`: none. */
  api_vendor_obj: z.optional(z.nullable(ApiVendorObj)),
  /** The saved settings to begin with; without one those of the same headers are taken. */
  import_setting_id: z.optional(Id),
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
  /** Rows that the import can take; with `planned`, those that it will create or update. */
  good: z.int(),
  /** Rows that would become problems. */
  problems: z.int(),
  /** Rows that are no person or say nothing new; with `planned`, also those of existing contacts that stay as they are. */
  skipped: z.int(),
  /**
   * Outcome of the good rows with the contacts as they were at the time of the check. Absent: not known, since the file
   * was started unchecked, or rows or options changed after the check.
   */
  planned: z.optional(z.object({ created: z.int(), updated: z.int() })),
  /** Occurrences of each reason; the sum is `problems` plus `skipped`. */
  by_reason: z.array(
    z.object({
      reason: z.enum(ROW_REASONS),
      field: z.nullable(z.enum(IMPORT_FIELDS)),
      rows: z.int(),
      /** First three skipped rows that hold text; absent for problems, which are listed. */
      examples: z.optional(z.array(z.object({ row_number: z.int(), text: z.string() }))),
    }),
  ),
  /** Columns whose day and month could trade places; absent before they were looked at. */
  dates: z.optional(z.array(DateColumn)),
  /**
   * Implausible birth dates: people older than 120, and people under 18 if they are half of the file or more. With the
   * first five rows.
   */
  doubts: z.optional(z.array(z.object({ kind: z.enum(DOUBTS), rows: z.int(), row_numbers: z.array(z.int()) }))),
  /** Good rows that have cells which can't be read, and those cells by reason. Absent: none. */
  unread: z.optional(
    z.object({
      rows: z.int(),
      by_reason: z.array(z.object({ reason: z.enum(ROW_REASONS), field: z.enum(IMPORT_FIELDS), cells: z.int() })),
    }),
  ),
  /** Tags in the file that the account doesn't have: how many, and the first ten. Absent: none. */
  new_tags: z.optional(z.object({ count: z.int(), names: z.array(z.string()) })),
  /** Policies that the import adds to its contacts, and the first ten of their carriers. Absent: none, or not known. */
  new_policies: z.optional(z.object({ count: z.int(), carriers: z.int(), names: z.array(z.string()) })),
  /** Opt-outs and opt-ins that the import adds. Absent: no cell says any, or not known. */
  consents: z.optional(ImportedConsents),
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
  /** User who runs the import. */
  user: Someone,
  owner: Someone,
  pool: z.nullable(Someone),
  tags: z.array(z.object({ id: Id, name: z.string(), color: z.string() })),
  header_row: z.int(),
  when_known: z.enum(['update', 'skip']),
  /** `null`: no check. */
  scrub_against: z.nullable(z.object({ scope: z.enum(SCRUB_SCOPES), pool: z.nullable(Id) })),
  /** Ids of the tags for people found by the scrub. */
  updated_lead_tags: z.array(Id),
  /** `null`: no vendor is named. */
  api_vendor: z.nullable(z.object({ id: Id, vendor_name: z.string(), vendor_type: z.string() })),
  keep_other_columns: z.boolean(),
  /** True when created leads get the tag `NEW_TAG`. */
  fresh_leads: z.boolean(),
  /** Type of a row that names none. */
  contact_type: z.enum(['lead', 'client']),
  /** The saved settings it began with. `null`: none. */
  import_setting: z.nullable(Someone),
  /** The import whose downloaded problem rows this file contains. `null`: an independent file. */
  fixes_of: z.nullable(z.object({ id: Id, file_name: z.string() })),
  fields: z.record(z.string(), z.enum(IMPORT_FIELDS)),
  /** Header in lower case → label of the data capture that its column fills. Absent: none. */
  custom_fields: z.optional(z.record(z.string(), z.string())),
  /** Chosen orders of day and month, by column index. */
  date_orders: z.record(z.string(), z.enum(DATE_ORDERS)),
  /** Data rows in the file. `null` until checked. */
  total_rows: z.nullable(z.int()),
  check: z.nullable(ImportCheck),
  /** created + updated + skipped + problems = done_rows, at every moment. */
  counts: ImportCounts,
  /** Created and updated rows of which cells are still unread. */
  unread_rows: z.int(),
  done_rows: z.int(),
  /** Opt-outs and opt-ins added so far. Absent: none. */
  consents: z.optional(ImportedConsents),
  /** Rows per second over the last seconds of work; 0 when idle. */
  rate: z.number(),
  /** Milliseconds of work so far, pauses left out. */
  active_ms: z.int(),
  /** `null` unless undone: contacts reverted, and contacts kept because someone changed them since. */
  undo: z.nullable(
    z.object({
      removed: z.int(),
      put_back: z.int(),
      kept: z.int(),
      /** Entries of consent retracted; absent: none. */
      consents: z.optional(ConsentCounts),
    }),
  ),
  created_at: Instant,
  started_at: z.nullable(Instant),
  finished_at: z.nullable(Instant),
  deleted_at: z.nullable(Instant),
  /** Counts changes: of two copies the higher one is newer. */
  version: z.int(),
});
export type ImportAttempt = z.output<typeof ImportAttempt>;

const AttemptParams = z.strictObject({ id: PathId });
const AttemptReply = z.object({ data: ImportAttempt });
const page = {
  page: PageNumber,
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
};

/** Days after its end in which an import can be undone. Ours: a week covers a holiday. */
export const IMPORT_UNDO_DAYS = 7;

/** Days after its end for which problem rows and corrections are kept. Ours: a quarter, to download and fix them. */
export const IMPORT_ROWS_DAYS = 90;

const run = { access: 'imports.run', feature: 'imports' } as const;
const write = { ...run, effect: 'write', idempotent: true, rate: 'write' } as const;
const read = { ...run, effect: 'read', idempotent: false, rate: 'read', audit: null } as const;

// ---- endpoints -------------------------------------------------------------

/**
 * With a file: stores it, reads its head and returns a `draft` with columns. With `import_id`: checks the whole file
 * with the given form as a job (`checking`, then `checked` over the cable).
 */
export const validateImport = endpoint({
  ...write,
  name: 'validateImport',
  method: 'POST',
  path: '/v1/contacts/validate_import',
  summary: 'Upload a file to import, or check an uploaded one against a mapping',
  rate: 'upload',
  audit: ['import.checked', 'import.uploaded'],
  upload: { field: 'file', maxBytes: MAX_IMPORT_BYTES, required: false },
  body: z.extend(ImportForm, { import_id: z.optional(Id) }),
  reply: z.object({ data: z.extend(ImportAttempt, ImportHead.shape) }),
});

/** Starts a checked import; with a file instead of `import_id` it uploads, checks and starts in one go. */
export const startImport = endpoint({
  ...write,
  name: 'startImport',
  method: 'POST',
  path: '/v1/contacts/import',
  summary: 'Start an import; with a file, dates are read month first unless date_orders says otherwise',
  rate: 'upload',
  audit: ['import.started', 'import.uploaded'],
  upload: { field: 'file', maxBytes: MAX_IMPORT_BYTES, required: false },
  body: z.extend(ImportForm, { import_id: z.optional(Id) }),
  reply: AttemptReply,
});

export const listImportAttempts = endpoint({
  ...read,
  name: 'listImportAttempts',
  method: 'GET',
  path: '/v1/contacts/import_attempts',
  summary: 'Import attempts of the current user and their downline, newest first',
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
    data: z.extend(z.extend(ImportAttempt, ImportHead.shape), { last_rows: z.array(ImportRow) }),
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

export const pauseImport = attemptCommand('pauseImport', 'pause', 'import.paused', 'Pause after the current chunk');

export const resumeImport = attemptCommand('resumeImport', 'resume', 'import.resumed', 'Resume after a pause');

export const cancelImport = attemptCommand(
  'cancelImport',
  'cancel',
  'import.cancelled',
  'Cancel after the current chunk; imported rows are kept',
);

export const stopImportCheck = attemptCommand(
  'stopImportCheck',
  'stop_check',
  'import.check_stopped',
  'Stop a running check; the file can be matched again',
);

export const undoImport = attemptCommand(
  'undoImport',
  'undo',
  'import.undone',
  'Undo an import; contacts changed since are skipped and listed',
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

/**
 * A failed attempt resumes at its cursor; a finished one retries its problem rows and takes over corrected cells of
 * imported ones; a deleted one is restored.
 */
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
