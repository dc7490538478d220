import type { ReportDimension, ReportMeasure, ReportType } from '#contract/reports/definition.contract.ts';

/** Days that a report can be about: those gone by, those to come as well, or none, as the report is of now. */
type Range = 'past' | 'any' | 'now';

interface Kind {
  readonly label: string;
  /** What is counted and on which day, in one or two sentences. */
  readonly about: string;
  readonly range: Range;
  /** The first one is the chart's unless another is chosen. */
  readonly measures: readonly [ReportMeasure, ...ReportMeasure[]];
  /** The first one is that of a new report. */
  readonly dimensions: readonly [ReportDimension, ...ReportDimension[]];
  /** False: its facts are about no contact, so filters of contacts can't narrow it. */
  readonly hasContacts: boolean;
}

const TIMES = ['day', 'week', 'month'] as const;
const PEOPLE = ['agent', 'team'] as const;

/** Every kind of report. What the server counts for each is `server/features/reports/facts/`. */
export const REPORT_KINDS: Readonly<Record<ReportType, Kind>> = {
  production: {
    label: 'Production',
    about: 'Policies sold: active, lapsed or canceled ones, each once, on the day it took effect.',
    range: 'past',
    measures: ['policies', 'premium_cents', 'ended'],
    dimensions: ['carrier', 'policy_type', ...PEOPLE, 'source', 'state', ...TIMES],
    hasContacts: true,
  },
  policy_book: {
    label: 'Policy book',
    about: 'Policies that are active now.',
    range: 'now',
    measures: ['policies', 'premium_cents'],
    dimensions: ['carrier', 'policy_type', ...PEOPLE, 'source', 'state'],
    hasContacts: true,
  },
  renewals: {
    label: 'Renewals',
    about: 'Active policies, each on the day it ends.',
    range: 'any',
    measures: ['policies', 'premium_cents'],
    dimensions: ['month', 'day', 'week', 'carrier', 'policy_type', ...PEOPLE, 'state'],
    hasContacts: true,
  },
  activity: {
    label: 'Activity',
    about:
      'What agents did: calls they made or answered, texts and e-mails they sent one by one, and notes they wrote. Notes of imports and messages of broadcasts don’t count.',
    range: 'past',
    measures: ['calls', 'talk_seconds', 'texts', 'emails', 'notes'],
    dimensions: [...PEOPLE, 'kind', ...TIMES],
    hasContacts: true,
  },
  leaderboard: {
    label: 'Leaderboard',
    about:
      'Agents side by side: policies sold on the day they took effect, contacts on the day they were added, and calls.',
    range: 'past',
    measures: ['policies', 'premium_cents', 'contacts', 'calls', 'talk_seconds'],
    dimensions: [...PEOPLE, 'month'],
    hasContacts: true,
  },
  conversion: {
    label: 'Conversion by source',
    about:
      'Contacts on the day they were added, how many of them have a call, e-mail, visit or other activity, and how many have an active policy today.',
    range: 'past',
    measures: ['contacts', 'contacted', 'sold'],
    dimensions: ['source', 'vendor', ...PEOPLE, 'state', 'contact_type', 'contact_status', ...TIMES],
    hasContacts: true,
  },
  pipeline: {
    label: 'Pipeline',
    about:
      'Contacts by their status now, those whose follow-up is due, and those without any activity in the last 30 days.',
    range: 'now',
    measures: ['contacts', 'overdue', 'untouched'],
    dimensions: ['contact_status', 'contact_type', ...PEOPLE, 'source', 'vendor', 'state'],
    hasContacts: true,
  },
  imports: {
    label: 'Import results',
    about: 'Imports on the day they were started, and what became of their rows.',
    range: 'past',
    measures: ['imports', 'rows_created', 'rows_updated', 'rows_skipped', 'rows_problem'],
    dimensions: [...PEOPLE, 'vendor', 'outcome', ...TIMES],
    hasContacts: false,
  },
  transfers: {
    label: 'Transfer results',
    about: 'Transfers on the day they were requested, and what became of their contacts.',
    range: 'past',
    measures: ['transfers', 'moved', 'left_alone', 'returned'],
    dimensions: [...PEOPLE, 'outcome', ...TIMES],
    hasContacts: false,
  },
  campaigns: {
    label: 'Campaign results',
    about: 'Broadcasts on the day they began, and what became of their recipients.',
    range: 'past',
    measures: ['recipients', 'delivered', 'failed', 'replied', 'opted_out', 'broadcasts'],
    dimensions: ['item', 'channel', ...PEOPLE, ...TIMES],
    hasContacts: false,
  },
  compliance: {
    label: 'Compliance',
    about:
      'Entries of the consent ledger on the day they were given, without those entered in error, and recordings of calls.',
    range: 'past',
    measures: ['consents', 'withdrawn', 'do_not_call', 'recordings', 'unannounced'],
    dimensions: ['channel', ...PEOPLE, ...TIMES],
    hasContacts: true,
  },
  usage: {
    label: 'Usage and spend',
    about: 'Minutes of calls, segments of texts, and what wallets spent. Other people’s spending is for managers.',
    range: 'past',
    measures: ['minutes', 'segments', 'spent_micros'],
    dimensions: [...PEOPLE, 'kind', ...TIMES],
    hasContacts: false,
  },
};
