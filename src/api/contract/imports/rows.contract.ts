import * as z from 'zod/mini';
import { Id } from '../_wire.contract.ts';
import { CONSENT_FIELDS, ConsentCounts } from './consent-columns.contract.ts';
import { POLICY_FIELDS } from './policy-columns.contract.ts';

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
  /** Parts of a birth date in columns of their own. */
  'dob_day',
  'dob_month',
  'dob_year',
  'gender',
  'language',
  'type',
  'category',
  'source',
  /** By name, like `group`; an unknown name is kept as a data capture. */
  'status',
  'group',
  'follow_up_on',
  'follow_up_note',
  /** Stored sealed. */
  'medicare_number',
  'part_a_on',
  'part_b_on',
  /** Username, e-mail or name of the user who gets the contact. */
  'owner',
  ...CONSENT_FIELDS,
  /** Several in a cell, a line each: `Label: value`. */
  'data_captures',
  /** Several in a cell; new ones are created. */
  'tags',
  /** Several in a row: `policy_carrier`, `policy_2_carrier`. */
  ...POLICY_FIELDS,
  'notes',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Encodings of texts, by the names of the Encoding Standard; `cp437` and `cp850` are DOS code pages. */
export const IMPORT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'koi8-r',
  'macintosh',
  'cp437',
  'cp850',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number];

/** Order of day and month in a column of dates. */
export const DATE_ORDERS = ['month_first', 'day_first'] as const;

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
  /** N/A and the like in place of a name, phone and e-mail. */
  'placeholders_only',
  'row_cut_short',
  'row_too_long',
  'quote_unclosed',
  'name_and_reach_missing',
  'phone_unreadable',
  'email_unreadable',
  'dob_unreadable',
  'dob_in_future',
  'medicare_number_invalid',
  'date_unreadable',
  'text_too_long',
  'value_unknown',
  /** The contact has as many custom fields as it can have. */
  'custom_fields_full',
  'premium_unreadable',
  /** A premium, number or date without a carrier and a plan. */
  'policy_unnamed',
  /** The contact has as many policies as it can have. */
  'policies_full',
  /** The contact has as many tags as it can have. */
  'tags_full',
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

/** How the dates of one column are read, as far as that isn't evident. */
export const DateColumn = z.object({
  /** From 0, in file order. */
  index: z.int(),
  order: z.enum(DATE_ORDERS),
  /** `values`: other values of the column fit no other order. `chosen`: by the user. `unknown`: to be chosen. */
  known_by: z.enum(['values', 'chosen', 'unknown']),
  /** Up to three values and the day that each would be, `YYYY-MM-DD`; `null`: no day in that order. */
  examples: z.array(
    z.object({ text: z.string(), month_first: z.nullable(z.string()), day_first: z.nullable(z.string()) }),
  ),
});
export type DateColumn = z.output<typeof DateColumn>;

/** Birth dates that the import takes, and that are hardly right. */
export const DOUBTS = ['over_120', 'minors'] as const;

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
  /** Encoding and separator of a text; `null` for a workbook. */
  encoding: z.nullable(z.enum(IMPORT_ENCODINGS)),
  delimiter: z.nullable(z.string()),
  /** The first five rows, cells cut at 200 characters; empty for imports that are older than this field. */
  preview: z.array(z.array(z.string())),
  /** Labels of custom fields that the user's contacts have, most used first. Absent: none. */
  known_custom_fields: z.optional(z.array(z.string())),
});
export type ImportHead = z.output<typeof ImportHead>;

/** One row as the live page lists it. */
export const ImportRow = z.object({
  /** Position among the data rows, from 1. A spreadsheet shows it `header_row` lines further down. */
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

/** A mapped cell that can't be read: the person is imported without it, and its text becomes a custom field. */
export const UnreadCell = z.object({
  /** Column, from 0. */
  index: z.int(),
  field: z.enum(IMPORT_FIELDS),
  reason: z.enum(ROW_REASONS),
  /** One sentence that quotes the cell. */
  message: z.string(),
});
export type UnreadCell = z.output<typeof UnreadCell>;

/** A row that the check or the import refused or took without some of its cells, with all its cells. */
export const ProblemRow = z.object({
  row_number: z.int(),
  reason: z.enum(ROW_REASONS),
  field: z.nullable(z.enum(IMPORT_FIELDS)),
  /** One sentence that names the field and the value. */
  message: z.string(),
  cells: z.array(z.string()),
  /** Corrected cells by column index. `null`: none. */
  fix: z.nullable(z.record(z.string(), z.string())),
  /** True when nothing of the corrected row is wrong; `reason` and `message` describe the earlier problem. */
  is_good: z.boolean(),
  /** Cells without which the row is imported; `reason` and `field` are the first one's. Empty: it isn't imported. */
  unread: z.array(UnreadCell),
});
export type ProblemRow = z.output<typeof ProblemRow>;

const KEPT_REASONS = ['changed_since', 'deleted_since', 'owner_changed', 'choice_gone', 'held'] as const;

/** A contact that an undo skipped. */
export const KeptRow = z.object({
  row_number: z.int(),
  contact_number: Id,
  name: z.string(),
  reason: z.enum(KEPT_REASONS),
});
export type KeptRow = z.output<typeof KeptRow>;

/** What an undo would do now, in contacts. */
export const UndoPreview = z.object({
  /** Created by the import and deleted by its undo. */
  removed: z.int(),
  /** Changed by the import and reverted by its undo. */
  put_back: z.int(),
  /** Kept, by reason. */
  kept: z.record(z.enum(KEPT_REASONS), z.int()),
  /** Entries of consent that it retracts, of all contacts. */
  consents: ConsentCounts,
});
export type UndoPreview = z.output<typeof UndoPreview>;

// ---- constants -------------------------------------------------------------

/** Bytes of a file to import at most. Source: decisions, "Names, imports, exports". */
export const MAX_IMPORT_BYTES = 500 * 1024 * 1024;
/** Rows of a file to import at most. Ours: the largest book we know. */
export const MAX_IMPORT_ROWS = 1_000_000;
/** Columns and bytes of one cell; above that the file is refused. Source: decisions and promise P11. */
export const MAX_IMPORT_COLUMNS = 500;
export const MAX_IMPORT_CELL_BYTES = 1024 * 1024;
/** Tags that one import may create. Ours: more is a column of notes, not of tags. */
export const IMPORT_NEW_TAGS_MAX = 200;
/** Rows of one chunk, which is one transaction. Source: storage-facts (UNNEST of 5k) and promise P18. */
export const IMPORT_CHUNK_ROWS = 5_000;
/** Rows that a progress event carries. Source: decisions, "Events and the outbox". */
export const IMPORT_LAST_ROWS = 20;
