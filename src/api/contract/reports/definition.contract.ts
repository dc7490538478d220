import * as z from 'zod/mini';
import { PlainDate } from '../_wire.contract.ts';
import { ContactFilter } from '../contacts/scope.contract.ts';

// ---- constants -------------------------------------------------------------

/** Kinds of reports. What each counts, by what, is data: `src/rules/reports/report-types.ts`. */
export const REPORT_TYPES = [
  'production',
  'policy_book',
  'renewals',
  'activity',
  'leaderboard',
  'conversion',
  'pipeline',
  'imports',
  'transfers',
  'campaigns',
  'compliance',
  'usage',
] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

/** What a number of a report counts. */
export const REPORT_MEASURES = [
  'policies',
  'premium_cents',
  'ended',
  'calls',
  'talk_seconds',
  'texts',
  'emails',
  'notes',
  'contacts',
  'contacted',
  'sold',
  'overdue',
  'untouched',
  'imports',
  'rows_created',
  'rows_updated',
  'rows_skipped',
  'rows_problem',
  'transfers',
  'moved',
  'left_alone',
  'returned',
  'broadcasts',
  'recipients',
  'delivered',
  'failed',
  'replied',
  'opted_out',
  'consents',
  'withdrawn',
  'do_not_call',
  'recordings',
  'unannounced',
  'minutes',
  'segments',
  'spent_micros',
] as const;
export type ReportMeasure = (typeof REPORT_MEASURES)[number];

/** What the rows of a report stand for. `team`: the users directly below the reader, with everyone below each. */
export const REPORT_DIMENSIONS = [
  'agent',
  'team',
  'carrier',
  'policy_type',
  'policy_status',
  'contact_status',
  'contact_type',
  'source',
  'vendor',
  'state',
  'kind',
  'channel',
  'item',
  'outcome',
  'day',
  'week',
  'month',
] as const;
export type ReportDimension = (typeof REPORT_DIMENSIONS)[number];

/** Facts of the reader, of their downline, or everything they may see. */
export const REPORT_WHO = ['mine', 'downline', 'all'] as const;
export type ReportWho = (typeof REPORT_WHO)[number];

/** Days of a report, as of today; the `next_` ones are for what is still to come. */
export const REPORT_PERIODS = [
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'this_month',
  'last_month',
  'this_quarter',
  'this_year',
  'last_year',
  'next_30_days',
  'next_90_days',
  'custom',
] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

export const REPORT_COMPARISONS = ['none', 'previous_period', 'previous_year'] as const;
export type ReportComparison = (typeof REPORT_COMPARISONS)[number];

/** Days of a report at most. Ours. */
export const MAX_REPORT_DAYS = 1_100;

// ---- schemas ---------------------------------------------------------------

/** What a report counts, by what, of whom and when. Absent parts have the defaults of its type. */
export const ReportFields = z.object({
  dimension: z.enum(REPORT_DIMENSIONS),
  /** The one that the chart shows and the rows are ordered by. */
  measure: z.enum(REPORT_MEASURES),
  who: z.enum(REPORT_WHO),
  period: z.enum(REPORT_PERIODS),
  /** Days of a `custom` period, both included; otherwise `null`. */
  from: z.nullable(PlainDate),
  to: z.nullable(PlainDate),
  compare: z.enum(REPORT_COMPARISONS),
  /** The contact list's own filters. */
  filters: z.array(ContactFilter).check(z.maxLength(20, 'Use at most 20 filters.')),
});
export type ReportDefinition = z.output<typeof ReportFields>;
