import * as z from 'zod/mini';
import { Id } from '../_wire.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** Fields of a contact that a column can fill; `full_name` is split into first and last name. */
export const IMPORT_FIELDS = [
  'first_name',
  'last_name',
  'full_name',
  'phone',
  /** Phone type, mobile or other, as its own column says. */
  'phone_type',
  'phone_2',
  'phone_2_type',
  'email',
  'email_2',
  'company',
  'address',
  /** Joined to the address. */
  'address_2',
  'city',
  'state',
  'zip_code',
  'dob',
  'gender',
  'language',
  'type',
  'category',
  'source',
  /** By name, like `group`; an unknown name is kept as a data capture. */
  'status',
  'group',
  'follow_up_on',
  'notes',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

export const ROW_OUTCOMES = ['created', 'updated', 'skipped', 'problem'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** Reasons why a row was not simply created; their labels are in `src/views/imports/rows/reason-words.ts`. */
export const ROW_REASONS = [
  'new',
  'fields_changed',
  /** A later row of the same person brought what its contact lacked. */
  'fields_filled',
  'tags_added',
  'already_there',
  /** A person found in the scope that the import is scrubbed against. */
  'scrubbed',
  'same_as_earlier_row',
  /** Same person as an earlier row with different values: the row is not imported and its cells are kept. */
  'contradicts_earlier_row',
  'empty_row',
  /** A repeated header, a total or a page mark: no person. */
  'heading_or_total',
  'row_cut_short',
  'row_too_long',
  'quote_unclosed',
  'name_and_reach_missing',
  'phone_unreadable',
  'email_unreadable',
  'dob_unreadable',
  'dob_in_future',
  'date_unreadable',
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

/** Facts read from the start of a file. */
export const ImportHead = z.object({
  columns: z.array(ImportColumn),
  /** Names of the sheets of a workbook; empty for a text. */
  sheets: z.array(z.string()),
  /** Sheet that is read, from 0; `null` for text files. */
  sheet: z.nullable(z.int()),
  /** The product that wrote the file, e.g. `Google Contacts`; `null`: none that we know. */
  made_by: z.nullable(z.string()),
  /** Warnings that do not block the import, one sentence each. */
  warnings: z.array(z.string()),
});
export type ImportHead = z.output<typeof ImportHead>;

/** One row as the live page lists it. */
export const ImportRow = z.object({
  /** Position among the data rows, from 1. */
  row_number: z.int(),
  name: z.string(),
  phone: z.string(),
  outcome: z.enum(ROW_OUTCOMES),
  reason: z.enum(ROW_REASONS),
  /** The invalid field or the changed fields, comma separated; empty for none. */
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
  /** Corrected cells by column index. `null`: none. */
  fix: z.nullable(z.record(z.string(), z.string())),
  /** True when the corrected row can be imported; `reason` and `message` describe the earlier problem. */
  is_good: z.boolean(),
});
export type ProblemRow = z.output<typeof ProblemRow>;

/** A contact that an undo skipped. */
export const KeptRow = z.object({
  row_number: z.int(),
  contact_number: Id,
  name: z.string(),
  reason: z.enum(['changed_since', 'deleted_since', 'owner_changed', 'choice_gone']),
});
export type KeptRow = z.output<typeof KeptRow>;

// ---- constants -------------------------------------------------------------

/** Bytes of a file to import at most. Source: decisions, "Names, imports, exports". */
export const MAX_IMPORT_BYTES = 500 * 1024 * 1024;
/** Rows of a file to import at most. Ours: the largest book we know. */
export const MAX_IMPORT_ROWS = 1_000_000;
/** Columns and bytes of one cell; above that the file is refused. Source: decisions and promise P11. */
export const MAX_IMPORT_COLUMNS = 500;
export const MAX_IMPORT_CELL_BYTES = 1024 * 1024;
/** Rows of one chunk, which is one transaction. Source: storage-facts (UNNEST of 5k) and promise P18. */
export const IMPORT_CHUNK_ROWS = 5_000;
/** Rows that a progress event carries. Source: decisions, "Events and the outbox". */
export const IMPORT_LAST_ROWS = 20;
