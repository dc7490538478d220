import type {
  ReportComparison,
  ReportDefinition,
  ReportDimension,
  ReportMeasure,
  ReportPeriod,
  ReportType,
  ReportWho,
} from '#contract/reports/definition.contract.ts';
import { fieldWord, type ScopeNames, valueWords } from '../contacts/scope-sentence.ts';
import { formatPlainDate } from '../time/plain-date.ts';
import { REPORT_KINDS } from './report-types.ts';

type Unit = 'count' | 'cents' | 'micros' | 'seconds';

interface MeasureWords {
  readonly label: string;
  readonly about: string;
  readonly unit: Unit;
  /** Shown with its share of this one. */
  readonly of?: ReportMeasure;
}

const count = (label: string, about: string, of?: ReportMeasure): MeasureWords => ({
  label,
  about,
  unit: 'count',
  ...(of && { of }),
});

export const MEASURE_WORDS: Readonly<Record<ReportMeasure, MeasureWords>> = {
  policies: count('Policies', 'Each policy once.'),
  premium_cents: {
    label: 'Annual premium',
    about: 'Premium of a year; one that is paid once counts once. Policies without a premium add nothing.',
    unit: 'cents',
  },
  ended: count('Ended since', 'Policies of these that are lapsed or canceled today.', 'policies'),
  calls: count('Calls', 'Calls the agent made or answered.'),
  talk_seconds: { label: 'Talk time', about: 'Time connected.', unit: 'seconds' },
  texts: count('Texts', 'Texts sent one by one.'),
  emails: count('E-mails', 'E-mails sent or logged one by one.'),
  notes: count('Notes', 'Notes written and not deleted.'),
  contacts: count('Contacts', 'Contacts that aren’t deleted.'),
  contacted: count('Contacted', 'With a call, e-mail, visit or other activity.', 'contacts'),
  sold: count('Sold', 'With an active policy today.', 'contacts'),
  overdue: count('Follow-ups due', 'With a follow-up today or earlier.', 'contacts'),
  untouched: count('Untouched', 'Without any activity in the last 30 days.', 'contacts'),
  imports: count('Imports', 'Files that were imported.'),
  rows_created: count('Created', 'Rows that became new contacts.'),
  rows_updated: count('Updated', 'Rows that changed known contacts.'),
  rows_skipped: count('Skipped', 'Rows that changed nothing.'),
  rows_problem: count('Problem rows', 'Rows with an error, which changed nothing.'),
  transfers: count('Transfers', 'Transfers that were requested.'),
  moved: count('Moved', 'Contacts that went to a new owner.'),
  left_alone: count('Skipped', 'Contacts that kept their owner.'),
  returned: count('Returned', 'Contacts that went back to their owner.'),
  broadcasts: count('Broadcasts', 'Broadcasts that began.'),
  recipients: count('Recipients', 'Contacts a broadcast was meant for, without those left out.'),
  delivered: count('Sent', 'Sent, and not known to have failed.', 'recipients'),
  failed: count('Failed', 'Not delivered, with a reason from the carrier.', 'recipients'),
  replied: count('Replied', 'Answered the broadcast.', 'recipients'),
  opted_out: count('Opted out', 'Opted out in answer to the broadcast.', 'recipients'),
  consents: count('Consents', 'Consents on file.'),
  withdrawn: count('Opt-outs', 'Consents withdrawn.'),
  do_not_call: count('Do Not Call', 'Do-not-call requests and list matches.'),
  recordings: count('Recordings', 'Recorded calls.'),
  unannounced: count('No announcement', 'Recordings without an announcement on file.', 'recordings'),
  minutes: count('Minutes', 'Minutes of calls, as they are billed.'),
  segments: count('Segments', 'Segments of texts, as they are billed.'),
  spent_micros: { label: 'Spent', about: 'What wallets paid, without money on hold.', unit: 'micros' },
};

export const DIMENSION_WORDS: Readonly<Record<ReportDimension, string>> = {
  agent: 'Agent',
  team: 'Team',
  carrier: 'Carrier',
  policy_type: 'Line',
  policy_status: 'Policy status',
  contact_status: 'Status',
  contact_type: 'Contact type',
  source: 'Source',
  vendor: 'Lead vendor',
  state: 'State',
  kind: 'Kind',
  channel: 'Channel',
  item: 'Broadcast',
  outcome: 'Outcome',
  day: 'Day',
  week: 'Week',
  month: 'Month',
};

export const WHO_WORDS: Readonly<Record<ReportWho, string>> = {
  mine: 'mine',
  downline: 'my downline',
  all: 'everyone I can see',
};

export const PERIOD_WORDS: Readonly<Record<ReportPeriod, string>> = {
  last_7_days: 'last 7 days',
  last_30_days: 'last 30 days',
  last_90_days: 'last 90 days',
  this_month: 'this month',
  last_month: 'last month',
  this_quarter: 'this quarter',
  this_year: 'this year',
  last_year: 'last year',
  next_30_days: 'next 30 days',
  next_90_days: 'next 90 days',
  custom: 'other days',
};

export const COMPARISON_WORDS: Readonly<Record<ReportComparison, string>> = {
  none: 'nothing',
  previous_period: 'the days before',
  previous_year: 'the same days a year ago',
};

export const daysWords = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === to ? formatPlainDate(from) : `${formatPlainDate(from)}–${formatPlainDate(to)}`;

/** "state TX, tagged hot". */
export const filtersWords = (filters: ReportDefinition['filters'], nameOf?: ScopeNames): string =>
  filters.map((filter) => `${fieldWord(filter.field)} ${valueWords(filter, nameOf)}`).join(', ');

/** "Policies by carrier, this year, compared with the same days a year ago. Of everyone I can see." */
export function definitionWords(type: ReportType, definition: ReportDefinition, nameOf?: ScopeNames): string {
  const { measure, dimension, who, period, from, to, compare, filters } = definition;
  const days =
    REPORT_KINDS[type].range === 'now'
      ? 'as of now'
      : period === 'custom' && from !== null && to !== null
        ? daysWords({ from, to })
        : PERIOD_WORDS[period];
  const compared = compare === 'none' ? '' : `, compared with ${COMPARISON_WORDS[compare]}`;
  const narrowed = filtersWords(filters, nameOf);
  const only = narrowed === '' ? '' : ` Only contacts with ${narrowed}.`;
  return `${MEASURE_WORDS[measure].label} by ${DIMENSION_WORDS[dimension].toLowerCase()}, ${days}${compared}: ${WHO_WORDS[who]}.${only}`;
}
