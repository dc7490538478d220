import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import { ContactSelection } from './contacts/scope.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Columns of an export file. Encrypted numbers and prescriptions are excluded: masked values never leave. */
export const EXPORT_COLUMNS = [
  'number',
  'first_name',
  'last_name',
  'phone',
  /** In words, as an import reads them: `Mobile`, `Other`. */
  'phone_type',
  'phone_2',
  'phone_2_type',
  'email',
  'email_2',
  'company',
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
  /** By name, like those that follow. */
  'status',
  'group',
  'tags',
  'owner',
  'pool',
  'follow_up_on',
  'follow_up_note',
  /** All of them, oldest first. */
  'notes',
  /** Custom fields, a line each: `Label: value`. */
  'data_captures',
  /** Days in the caller's time zone. */
  'created_at',
  'last_touch_at',
  'last_call_at',
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

/**
 * Status of an export.
 *
 *   running → complete | failed
 *   refused: the contacts were not as many as were shown
 */
export const EXPORT_STATUSES = ['running', 'complete', 'failed', 'refused'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Record of an exported file; complete only if `status` is `complete`. */
export const ExportManifest = z.object({
  id: Id,
  format: z.enum(EXPORT_FORMATS),
  status: z.enum(EXPORT_STATUSES),
  /** Label of the selection: `Mine, state TX`. Empty: contacts were chosen one by one. */
  sentence: z.string(),
  columns: z.array(z.enum(EXPORT_COLUMNS)),
  /** Empty: none requested. */
  why: z.string(),
  /** The count that was shown before. */
  confirmed: z.int(),
  /** Without the header; `null` unless complete, as the two that follow. */
  rows: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
  /** In hex. */
  sha256: z.nullable(z.string()),
  /** One sentence; `null` unless failed or refused. */
  failure: z.nullable(z.string()),
  user: z.object({ id: Id, name: z.string() }),
  /** The user who had logged in as `user`, or `null`. */
  actor: z.nullable(z.object({ id: Id, name: z.string() })),
  created_at: Instant,
  /** `null` while it runs. */
  finished_at: z.nullable(Instant),
});
export type ExportManifest = z.output<typeof ExportManifest>;

// ---- constants -------------------------------------------------------------

/** Contacts of one file. Source: core, MAX_EXPORT_LIMIT. */
export const MAX_EXPORT_LIMIT = 999_999;
/** Number of contacts above which re-authentication and a reason are required. Source: promise P5. */
export const EXPORT_FREELY = 1_000;
/** Concurrent exports of one business unit. Source: promise P25. */
export const EXPORTS_AT_ONCE = 3;
/** Characters of a reason. Ours: a word is none. */
export const EXPORT_WHY_MIN = 3;
export const EXPORT_WHY_MAX = 200;
/** Names the manifest of the file that an answer carries. */
export const EXPORT_ID_HEADER = 'x-export-id';

// ---- endpoints -------------------------------------------------------------

/**
 * Streams the file. It is complete if it ends properly and matches its manifest; otherwise the connection is cut. Above
 * `EXPORT_FREELY` contacts it requires re-authentication and a reason; with birth dates, a reason.
 */
export const exportContacts = endpoint({
  name: 'exportContacts',
  method: 'PATCH',
  path: '/v1/export.:format',
  summary: 'Export contacts as a file; refused if the count differs from the one shown',
  effect: 'write',
  access: 'contacts.export',
  feature: 'exports',
  idempotent: false,
  rate: 'bulk',
  audit: 'contacts.exported',
  params: z.strictObject({ format: z.enum(EXPORT_FORMATS) }),
  body: z.strictObject({
    selection: ContactSelection,
    columns: z.array(z.enum(EXPORT_COLUMNS)).check(
      z.minLength(1, 'Choose at least one column.'),
      z.maxLength(EXPORT_COLUMNS.length),
      z.refine((columns) => new Set(columns).size === columns.length, 'Name each column once.'),
    ),
    why: z._default(z.string().check(z.trim(), z.maxLength(EXPORT_WHY_MAX)), ''),
    /** Number of contacts that the caller was shown. */
    confirmed: z.int().check(z.minimum(1), z.maximum(MAX_EXPORT_LIMIT)),
  }),
  reply: z.string(),
});

const read = {
  effect: 'read',
  access: 'contacts.export',
  feature: 'exports',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;

export const listExports = endpoint({
  ...read,
  name: 'listExports',
  method: 'GET',
  path: '/v1/exports',
  summary: "Exports, newest first: the current user's and their downline's; for admins, the account's",
  query: z.strictObject({
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 25),
    /** Only the file of this hash. */
    sha256: z.optional(z.string().check(z.regex(/^[\da-f]{64}$/))),
  }),
  reply: z.object({ data: z.array(ExportManifest), meta: ListMeta }),
});

export const readExport = endpoint({
  ...read,
  name: 'readExport',
  method: 'GET',
  path: '/v1/exports/:id/read',
  summary: 'The manifest of a file',
  params: z.strictObject({ id: PathId }),
  reply: z.object({ data: ExportManifest }),
});
