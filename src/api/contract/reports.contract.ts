import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId, PlainDate } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { REPORT_DIMENSIONS, REPORT_MEASURES, REPORT_TYPES, ReportFields } from './reports/definition.contract.ts';
import { ReportSchedule, ReportScheduleFields } from './reports/schedule.contract.ts';
import { created, removed, resource, shown } from './resource.ts';

// ---- constants -------------------------------------------------------------

/** Days for which a deleted report can be restored. Ours. */
export const REPORT_KEPT_DAYS = 30;
/** Rows of a result at most; its totals count the others, too. Ours. */
export const MAX_REPORT_ROWS = 500;
/** Saved reports of one user. Ours: more are hard to find. */
export const MAX_REPORTS = 200;
/** Fields of the list that it can be narrowed by. */
export const REPORT_FILTERS = ['type', 'created_by', 'name'] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

// ---- schemas ---------------------------------------------------------------

const Person = z.object({ id: Id, name: z.string() });
const Days = z.object({ from: PlainDate, to: PlainDate });

/** One number for each measure of the type, in its order. */
const Numbers = z.array(z.number());

/** Numbers as they were computed for the current user; a later change of data shows once it is refreshed. */
const ReportResult = z.object({
  computed_at: Instant,
  /** Zone of the days: the reader's. */
  zone: z.string(),
  /** What was computed; the report may have changed since. */
  definition: ReportFields,
  /** `null`: as of now. */
  days: z.nullable(Days),
  compared: z.nullable(Days),
  rows: z.array(
    z.object({
      /** Names the row in `listReportRows`. */
      key: z.string(),
      label: z.string(),
      numbers: Numbers,
      /** Of the compared days. */
      before: z.nullable(Numbers),
    }),
  ),
  /** Rows beyond `MAX_REPORT_ROWS`. */
  more_rows: z.int(),
  totals: Numbers,
  totals_before: z.nullable(Numbers),
});
export type ReportResult = z.output<typeof ReportResult>;

const ListedReport = z.object({
  id: Id,
  type: z.enum(REPORT_TYPES),
  name: z.string(),
  /** True: everyone in the account who may use reports sees it, each with their own numbers. */
  shared: z.boolean(),
  definition: ReportFields,
  created_by: Person,
  /** True when the current user may change and delete it. */
  mine: z.boolean(),
  created_at: Instant,
  /** When its numbers were last computed for the current user; `null`: never. */
  computed_at: z.nullable(Instant),
});
export type ListedReport = z.output<typeof ListedReport>;

export const Report = z.extend(ListedReport, {
  /** `null` until it is refreshed for the current user. */
  result: z.nullable(ReportResult),
  /** When the current user gets it by e-mail; `null`: not at all. */
  schedule: z.nullable(ReportSchedule),
});
export type Report = z.output<typeof Report>;

const Name = z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(120));

const Written = z.strictObject({
  name: Name,
  shared: z.optional(z.boolean()),
  ...z.partial(ReportFields).shape,
});
export const NewReport = z.extend(Written, { type: z.enum(REPORT_TYPES) });
export type NewReport = z.output<typeof NewReport>;
/** Fields that are absent stay as they are. */
const ReportChange = z.partial(Written);

/** One fact behind a number. */
const ReportRow = z.object({
  /** Unique among the rows of the report. */
  key: z.string(),
  /** What it is: `policy`, `call`, `contact` … */
  kind: z.string(),
  id: Id,
  /** The number of the contact in its address; `null`: none, or not visible. */
  contact: z.nullable(z.int()),
  title: z.string(),
  detail: z.string(),
  agent: z.string(),
  /** `null`: as of now. */
  day: z.nullable(PlainDate),
  /** What it adds to the number. */
  value: z.number(),
});
export type ReportRow = z.output<typeof ReportRow>;

const limitOf = (rows: number) =>
  z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), rows);

// ---- endpoints -------------------------------------------------------------

const READ = {
  method: 'GET',
  effect: 'read',
  access: 'contacts.read',
  feature: 'reports',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;

const WRITE = {
  method: 'POST',
  effect: 'write',
  access: 'contacts.read',
  feature: 'reports',
  idempotent: true,
  rate: 'bulk',
} as const;

const params = z.strictObject({ id: PathId });

export const reports = resource(
  {
    path: '/v1/reports',
    one: 'Report',
    many: 'Reports',
    label: { one: 'report', many: 'reports' },
    subject: 'report',
    access: { read: 'contacts.read', write: 'contacts.read' },
    feature: 'reports',
  },
  {
    list: () =>
      endpoint({
        ...READ,
        name: 'listReports',
        path: '/v1/reports',
        summary: 'List the reports of the current user and those they may see, the last used first',
        query: z.strictObject({
          page: PageNumber,
          limit: limitOf(25),
          filter_by: z.optional(z.enum(REPORT_FILTERS)),
          /** A type, the id of who created it, or part of its name. */
          filter_value: z.optional(z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.'))),
        }),
        reply: z.object({ data: z.array(ListedReport), meta: ListMeta }),
      }),
    types: () =>
      endpoint({
        ...READ,
        name: 'listReportTypes',
        path: '/v1/reports/types',
        summary: 'List the types of reports with their measures and dimensions',
        reply: z.object({
          data: z.array(
            z.object({
              type: z.enum(REPORT_TYPES),
              label: z.string(),
              about: z.string(),
              measures: z.array(z.object({ measure: z.enum(REPORT_MEASURES), label: z.string(), about: z.string() })),
              dimensions: z.array(z.object({ dimension: z.enum(REPORT_DIMENSIONS), label: z.string() })),
            }),
          ),
        }),
      }),
    createdBy: () =>
      endpoint({
        ...READ,
        name: 'listReportCreators',
        path: '/v1/reports/created_by',
        summary: 'List the users who created the reports visible to the current user',
        reply: z.object({ data: z.array(Person) }),
      }),
    create: created(Report, NewReport, { summary: 'Add a report; it is computed when it is refreshed' }),
    refresh: () =>
      endpoint({
        ...WRITE,
        name: 'refreshReport',
        path: '/v1/reports/:id',
        summary: 'Compute a report for the current user; who created it may change it at the same time',
        audit: ['report.refreshed', 'report.updated'],
        params,
        body: ReportChange,
        reply: z.object({ data: Report }),
      }),
    remove: removed({ summary: 'Delete a report, which can be restored for 30 days' }),
    /** Not among the 404 specified calls, like those below it. */
    restore: () =>
      endpoint({
        ...WRITE,
        name: 'restoreReport',
        path: '/v1/reports/:id/restore',
        summary: 'Restore a deleted report',
        rate: 'write',
        audit: 'report.restored',
        params,
        reply: z.object({ data: Report }),
      }),
    schedule: () =>
      endpoint({
        ...WRITE,
        name: 'scheduleReport',
        method: 'PUT',
        path: '/v1/reports/:id/schedule',
        summary: 'Send a report to the current user by e-mail from now on, with their own numbers',
        rate: 'write',
        audit: 'report.scheduled',
        params,
        body: ReportScheduleFields,
        reply: z.object({ data: Report }),
      }),
    unschedule: () =>
      endpoint({
        ...WRITE,
        name: 'unscheduleReport',
        method: 'DELETE',
        path: '/v1/reports/:id/schedule',
        summary: 'Send a report to the current user no more',
        rate: 'write',
        audit: 'report.unscheduled',
        params,
        reply: z.object({ data: Report }),
      }),
    read: shown(Report),
    rows: () =>
      endpoint({
        ...READ,
        name: 'listReportRows',
        path: '/v1/reports/:id/rows',
        summary: 'List the facts behind a number of a report, newest first',
        params,
        query: z.strictObject({
          measure: z.enum(REPORT_MEASURES),
          /** A row of the result; absent: its total. */
          key: z.optional(z.string().check(z.maxLength(200))),
          days: z._default(z.enum(['now', 'before']), 'now'),
          page: PageNumber,
          limit: limitOf(50),
        }),
        reply: z.object({
          data: z.array(ReportRow),
          /** What all of them add up to. */
          sum: z.number(),
          meta: ListMeta,
        }),
      }),
    file: () =>
      endpoint({
        ...READ,
        name: 'exportReport',
        path: '/v1/reports/export.xlsx',
        summary: 'The numbers of a report as a workbook named after its type',
        rate: 'bulk',
        query: z.strictObject({ id: PathId }),
        reply: z.unknown(),
      }),
  },
);
