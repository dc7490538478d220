import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PlainDate } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

/** Days that are shown when none are chosen, and at most. Ours. */
export const AUDIT_DAYS = 30;
export const MAX_AUDIT_DAYS = 366;
/** What an entry belongs to, by its action. */
export const AUDIT_AREAS = ['access', 'users', 'contacts', 'bulk', 'messages', 'money', 'administration'] as const;
export type AuditArea = (typeof AUDIT_AREAS)[number];
/** Entries are counted up to here. Ours. */
export const MOST_ENTRIES = 10_000;

// ---- schemas ---------------------------------------------------------------

const Person = z.object({ id: Id, name: z.string() });

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  /** The person who had signed in; of another agency, too. */
  actor: Person,
  /** The user as whom they acted; `null`: themselves. */
  acting_as: z.nullable(Person),
  /** `contacts.exported` */
  action: z.string(),
  /** `contact`; empty: none. */
  subject_type: z.string(),
  subject_id: z.nullable(Id),
  /** Number of the contact; `null`: about none, or it is gone. */
  contact_number: z.nullable(z.int()),
  /** Name of the contact or user; empty: not known. */
  subject_name: z.string(),
  /** One line: the reason, names of fields, counts. */
  detail: z.string(),
  request_id: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

const FILTER = {
  /** Absent: `AUDIT_DAYS` up to `to`. */
  from: z.optional(PlainDate),
  /** Absent: today, where the current user is. */
  to: z.optional(PlainDate),
  area: z.optional(z.enum(AUDIT_AREAS)),
  /** Part of the name of the person, user or contact, or of the action; or a whole request id. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.'))),
};

const READ = {
  method: 'GET',
  effect: 'read',
  access: 'compliance.manage',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;

// ---- endpoints -------------------------------------------------------------

export const listAuditEntries = endpoint({
  ...READ,
  name: 'listAuditEntries',
  path: '/v1/admin/audit_log',
  summary: 'Entries of the audit log in a range of days, newest first',
  query: z.strictObject({
    ...FILTER,
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 50),
  }),
  reply: z.object({
    data: z.array(AuditEntry),
    period: z.object({ from: PlainDate, to: PlainDate }),
    /** The total counts up to `MOST_ENTRIES`. */
    meta: ListMeta,
  }),
});

export const downloadAuditEntries = endpoint({
  ...READ,
  name: 'downloadAuditEntries',
  path: '/v1/admin/audit_log/export.csv',
  summary: 'The entries that the list shows, as CSV',
  query: z.strictObject(FILTER),
  reply: z.unknown(),
});
