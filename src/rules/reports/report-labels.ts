import type { Policy } from '#contract/records/policies.contract.ts';
import type { ReportDimension } from '#contract/reports/definition.contract.ts';
import { POLICY_TYPE_WORDS } from '../insurance/policy-words.ts';
import { plus, startOf } from '../time/days.ts';
import { formatPlainDate } from '../time/plain-date.ts';
import { capital } from '../words/capital.ts';
import type { Days } from './report-days.ts';

const TIME = ['day', 'week', 'month'] as const;
type TimeDimension = (typeof TIME)[number];

export const isTimeDimension = (dimension: ReportDimension): dimension is TimeDimension =>
  TIME.some((one) => one === dimension);

/** The first days of all days, weeks or months of a range, also of those in which nothing happened. */
export function timeKeys(unit: TimeDimension, { from, to }: Days): string[] {
  const keys: string[] = [];
  for (let key = startOf(from, unit); key <= to; key = plus(key, 1, unit)) keys.push(key);
  return keys;
}

/** Values whose label is not their text with a capital letter. */
const WORDS: Readonly<Partial<Record<ReportDimension, Readonly<Record<string, string>>>>> = {
  policy_type: POLICY_TYPE_WORDS satisfies Readonly<Record<Policy['type'], string>>,
  channel: { text: 'Text', mail: 'E-mail', call: 'Calls', share: 'Sharing data', any: 'Every channel' },
  kind: {
    call: 'Calls',
    text: 'Texts',
    email: 'E-mails',
    note: 'Notes',
    sms: 'Texts',
    mms: 'Picture messages',
    phone_verification: 'Phone verifications',
    mailer: 'Mailers',
    store: 'Store',
    number: 'Phone numbers',
  },
  outcome: { done: 'Done', complete: 'Complete', cancelled: 'Canceled', cancelling: 'Canceling' },
  policy_status: { cancelled: 'Canceled' },
};

const NONE: Readonly<Partial<Record<ReportDimension, string>>> = {
  carrier: 'No carrier',
  source: 'No source',
  vendor: 'No lead vendor',
  state: 'No state',
  contact_status: 'No status',
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** What a row of a report is called. */
export function labelOf(dimension: ReportDimension, key: string, label: string): string {
  if (key === '') return NONE[dimension] ?? 'None';
  if (dimension === 'month') return `${MONTHS[Number(key.slice(5, 7)) - 1] ?? ''} ${key.slice(0, 4)}`;
  if (dimension === 'week') return `Week of ${formatPlainDate(key)}`;
  if (dimension === 'day') return formatPlainDate(key);
  if (label !== '') return label;
  return WORDS[dimension]?.[key] ?? capital(key.replaceAll('_', ' '));
}
