import * as z from 'zod/mini';
import { Id, ListMeta, MAX_PAGE_LIMIT, PageNumber, PlainDate } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

export const LEAD_INTERVALS = ['day', 'month'] as const;
export type LeadInterval = (typeof LEAD_INTERVALS)[number];
/** Days of a report when none are asked for. Ours. */
export const REPORT_DAYS = 30;
/** Days of a report at most. Ours. */
export const MAX_REPORT_DAYS = 731;
export const LEAD_ORDER = ['period', 'vendor', 'agent', 'received', 'contacted', 'sold'] as const;

// ---- schemas ---------------------------------------------------------------

/** Numbers of leads. */
const Counts = z.object({
  /** Contacts added, by API key or import, that aren't deleted. */
  received: z.int(),
  /** Rows of imports that were known, and contacts merged into another one. */
  duplicates: z.int(),
  /** Rows of imports with problems. */
  problems: z.int(),
  /** Refused and failed requests for a new contact. */
  refused: z.int(),
  /** Of those received: with a call, e-mail, visit or other activity. */
  contacted: z.int(),
  /** Of those received: with an active policy. */
  sold: z.int(),
  /** What the received leads cost; `null`: unknown for a vendor among them. */
  cost_cents: z.nullable(z.int()),
});
export type LeadCounts = z.output<typeof Counts>;

export const ComraLeads = z.extend(Counts, {
  vendor: z.object({ id: Id, name: z.string() }),
  /** The owner of the contacts or of the import, or the user of the API key. */
  agent: z.object({ id: Id, name: z.string() }),
  /** The day, or the first day of the month. */
  period: PlainDate,
  /** Imports that brought some of them. */
  import_ids: z.array(Id),
});
export type ComraLeads = z.output<typeof ComraLeads>;

const filter = {
  /** Absent: `REPORT_DAYS` up to `to`. */
  from: z.optional(PlainDate),
  /** Absent: today, where the current user is. */
  to: z.optional(PlainDate),
  interval: z._default(z.enum(LEAD_INTERVALS), 'day'),
  /** Part of the name of a vendor or an agent. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.'))),
  order_field: z._default(z.enum(LEAD_ORDER), 'period'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
};

const READ = {
  method: 'GET',
  effect: 'read',
  access: 'integrations.manage',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;

// ---- endpoints -------------------------------------------------------------

export const listComraLeads = endpoint({
  ...READ,
  name: 'listComraLeads',
  path: '/v1/admin/comra_leads_reports',
  summary: 'Leads of vendors by day or month and agent: received, duplicates, errors, contacted, sold and cost',
  query: z.strictObject({
    ...filter,
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 50),
  }),
  reply: z.object({
    data: z.array(ComraLeads),
    /** Of all pages. */
    totals: Counts,
    /** The days of the report. */
    period: z.object({ from: PlainDate, to: PlainDate }),
    meta: ListMeta,
  }),
});

/** Not among the 404 specified calls. */
export const downloadComraLeads = endpoint({
  ...READ,
  name: 'downloadComraLeads',
  path: '/v1/admin/comra_leads_reports/export.csv',
  summary: 'The report on leads of vendors as CSV, with a line of totals',
  query: z.strictObject(filter),
  reply: z.unknown(),
});
